import { setTimeout as pause } from 'node:timers/promises';

const shortest = 20;
const longest = 1000;

export interface Patience {
  readonly timeoutMs: number;
  /** Each further reading costs something (an OTP, say): then only one more is made, when the time is nearly up. */
  readonly dear?: () => boolean;
}

/** Reads until it is enough or the time is up; every reading is returned, the last one last. Pauses double from 20 ms to 1 s. */
export async function poll<T>(read: () => Promise<T>, enough: (value: T) => boolean, patience: Patience): Promise<readonly [T, ...T[]]> {
  const deadline = Date.now() + patience.timeoutMs;
  const first = await read();
  const readings: [T, ...T[]] = [first];
  for (let wait = shortest, last = first; !enough(last) && Date.now() + wait <= deadline; wait = Math.min(wait * 2, longest)) {
    await pause(patience.dear?.() === true ? deadline - Date.now() : wait);
    last = await read();
    readings.push(last);
  }
  return readings;
}
