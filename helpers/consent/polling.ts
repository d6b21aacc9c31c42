import { setTimeout as pause } from 'node:timers/promises';
import { unavailable, type OtpUnavailable } from './source.ts';

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1000;

/** Asks again and again, with longer pauses, until there is an answer or the time is up; `ask` is told how much of it is left. */
export async function poll(
  ask: (leftMs: number) => Promise<string | OtpUnavailable | null>,
  timeoutMs: number,
  whose: string,
): Promise<string | OtpUnavailable> {
  const until = performance.now() + timeoutMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const answer = await ask(Math.max(1, until - performance.now()));
    if (answer !== null) return answer;
    if (performance.now() + wait >= until) return unavailable(`${whose} gave no code within ${timeoutMs} ms`, 'environment');
    await pause(wait);
  }
}
