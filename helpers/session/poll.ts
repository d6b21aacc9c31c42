import { setTimeout as pause } from 'node:timers/promises';
import type { Deadline } from './waits.ts';

/** Milliseconds between readings. */
const usually = { shortest: 20, times: 2, longest: 1000 };
const sparingly = { shortest: 100, times: 3, longest: Infinity };

export interface Pace {
  /** Each further reading costs something (an OTP, say): then only one more is made, when the time is nearly up. */
  readonly dear?: () => boolean;
  /** The second reading follows the first without a pause. */
  readonly atOnce?: true;
  /** Few readings: pauses grow threefold from 100 ms. */
  readonly sparing?: true;
}

/** Reads until it is enough or the time is up; every reading is returned, the last one last. Pauses double from 20 ms to 1 s. */
export async function poll<T>(
  read: () => Promise<T>,
  enough: (value: T) => boolean,
  deadline: Deadline,
  { dear, atOnce, sparing }: Pace = {},
): Promise<readonly [T, ...T[]]> {
  const since = Date.now();
  const { shortest, times, longest } = sparing ? sparingly : usually;
  const readings: [T, ...T[]] = [await read()];
  let came = enough(readings[0]);
  for (let wait = atOnce ? 0 : shortest; !came && Date.now() + wait < deadline.of(since);) {
    await pause(dear?.() === true ? deadline.of(since) - Date.now() : wait);
    const reading = await read();
    readings.push(reading);
    came = enough(reading);
    wait = Math.min(Math.max(shortest, wait * times), longest);
  }
  deadline.ended(came, Date.now() - since);
  return readings;
}

/** The last of the readings. */
export async function patiently<T>(look: () => Promise<T>, enough: (seen: T) => boolean, deadline: Deadline): Promise<T> {
  const looks = await poll(look, enough, deadline, { atOnce: true });
  return looks.at(-1) ?? looks[0];
}
