import type { LocalTime } from '../../core/records/journal-lines.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const formatDay = (moment: Date): string => `${moment.getUTCDate()} ${months[moment.getUTCMonth()] ?? ''} ${moment.getUTCFullYear()}`;

const formatClock = (moment: Date): string => moment.toISOString().slice(11, 16);

/** `22 Nov 2026 20:32 Asia/Kolkata (15:02 UTC)`. From what the run recorded, never from the clock or locale of the reader. */
export function describeMoment(time: string, localTime: LocalTime | undefined): string {
  const utc = new Date(time);
  const { zone, offsetMinutes } = localTime ?? { zone: 'UTC', offsetMinutes: 0 };
  if (offsetMinutes === 0) return `${formatDay(utc)} ${formatClock(utc)} UTC`;
  const local = new Date(utc.getTime() + offsetMinutes * 60_000);
  const otherDay = formatDay(local) === formatDay(utc) ? '' : `${formatDay(utc)} `;
  return `${formatDay(local)} ${formatClock(local)} ${zone} (${otherDay}${formatClock(utc)} UTC)`;
}
