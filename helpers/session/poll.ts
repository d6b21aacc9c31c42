import { repeat } from '../core/repeat.ts';
import type { Deadline } from './waits.ts';

const usualGrowth = { shortest: 20, times: 2, longest: 1000 };
const sparingGrowth = { shortest: 100, times: 3, longest: Infinity };

export interface Pace {
  /** Each further reading costs something, such as an OTP: then only one more is made, at the deadline. */
  readonly costly?: () => boolean;
  /** The second reading follows the first without a pause. */
  readonly atOnce?: true;
  /** Few readings: pauses grow threefold from 100 ms. */
  readonly sparing?: true;
  /** When what is awaited began, where that is before the first reading. In milliseconds since the epoch. */
  readonly since?: number;
}

/** Reads until `enough` or the deadline; returns every reading in order, `from` as the first. Pauses double from 20 ms to 1 s. */
export async function poll<T>(
  read: () => Promise<T>,
  enough: (value: T) => boolean,
  deadline: Deadline,
  pace: Pace & { readonly from?: T } = {},
): Promise<readonly [T, ...T[]]> {
  const since = pace.since ?? Date.now();
  const readings: [T, ...T[]] = [pace.from ?? (await read())];
  let came = false;
  let isLast = false;
  const again = async (): Promise<T> => {
    const reading = await read();
    readings.push(reading);
    return reading;
  };
  await repeat(readings[0], again, {
    growth: pace.sparing ? sparingGrowth : usualGrowth,
    atOnce: pace.atOnce,
    isEnough(reading) {
      came = enough(reading);
      return came;
    },
    pauseFor: (due) => {
      const endsAt = deadline.endsAt(since);
      if (pace.costly?.() !== true && Date.now() + due < endsAt) return due;
      // The last reading is made at the deadline. Slow readings may have used up the time, and it still counts.
      if (isLast || endsAt <= since) return null;
      isLast = true;
      return Math.max(0, endsAt - Date.now());
    },
  });
  deadline.noteEnd(came, Date.now() - since);
  return readings;
}

export const lastReading = <T>(readings: readonly [T, ...T[]]): T => readings.at(-1) ?? readings[0];

export async function pollLast<T>(read: () => Promise<T>, enough: (value: T) => boolean, deadline: Deadline): Promise<T> {
  const readings = await poll(read, enough, deadline, { atOnce: true });
  return lastReading(readings);
}
