import { groupDigits, pluralize } from '../../core/text.ts';
import type { VerdictRun, VerdictSitting } from './verdict-file.ts';

export const formatUtc = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

/** `2031-01-02 03:04:05 UTC to 2031-01-02 03:09:11 UTC: 12 checks to try, 40 requests, 4 OTPs, 1 transfer (100.00)` */
export function describeSitting(sitting: VerdictSitting): string {
  const { startedAt, finishedAt, runBy, interrupted, checks, requests, otps, transfers, amount, totals, part } = sitting;
  const did = `${pluralize(requests, 'request')}, ${pluralize(otps, 'OTP')}, ${pluralize(transfers, 'transfer')} (${groupDigits(amount.toFixed(2))})`;
  return `${part === undefined ? '' : `part ${part}, `}${formatUtc(startedAt)} to ${formatUtc(finishedAt)}${runBy === null ? '' : ` by ${runBy}`}: ${pluralize(checks, 'check')} to try, ${totals === 'at-least' ? 'at least ' : ''}${did}${interrupted ? ', interrupted' : ''}`;
}

/** Null when the run never waited. */
export function describeWaits({ waits = [] }: Pick<VerdictRun, 'waits'>): string | null {
  if (waits.length === 0) return null;
  const seconds = waits.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const reasons = [...new Set(waits.map(({ reason }) => reason))];
  const more = reasons.length > 3 ? `, and ${pluralize(reasons.length - 3, 'other reason')}` : '';
  return `${seconds.toFixed(1)} s in ${pluralize(waits.length, 'wait')}: ${reasons.slice(0, 3).join('; ')}${more}`;
}

const mostNamed = 5;

/** What ended it. */
const endedBy: Readonly<Record<string, string>> = { cap: 'a cap was reached', clock: 'its time was over' };

/** On disk, sequences keep an older name. */
const nameOf = (part: string): string => (part === 'walks' ? 'sequences' : part);

/** The parts of a campaign that a cap or the clock ended before all written cases were tried, most cases first. Null when there is none. */
export function describeCutOff({ campaign }: Pick<VerdictRun, 'campaign'>): string | null {
  const cutOff = (campaign?.parts ?? []).filter(({ ended, left }) => (ended === 'cap' || ended === 'clock') && left > 0);
  if (cutOff.length === 0) return null;
  const named = cutOff.toSorted((one, other) => other.left - one.left).slice(0, mostNamed);
  const words = named.map(({ part, ended, left }) => `${nameOf(part)} (${pluralize(left, 'case')} left when ${endedBy[ended] ?? ended})`);
  const more = cutOff.length - named.length;
  return `${pluralize(cutOff.length, 'part')} of the campaign: ${words.join(', ')}${more === 0 ? '' : `, and ${more} more`}`;
}
