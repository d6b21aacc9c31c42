import { setTimeout as pause } from 'node:timers/promises';

const shortest = 20;
const longest = 1000;

/** Reads until it is enough or the time is up; every reading is returned, the last one last. Pauses double from 20 ms to 1 s. */
export async function poll<T>(read: () => Promise<T>, enough: (value: T) => boolean, timeoutMs: number): Promise<readonly [T, ...T[]]> {
  const deadline = Date.now() + timeoutMs;
  const first = await read();
  const readings: [T, ...T[]] = [first];
  for (let wait = shortest, last = first; !enough(last) && Date.now() + wait <= deadline; wait = Math.min(wait * 2, longest)) {
    await pause(wait);
    last = await read();
    readings.push(last);
  }
  return readings;
}
