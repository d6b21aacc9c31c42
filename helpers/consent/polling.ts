import { repeat } from '../core/repeat.ts';
import { unavailable, type OtpUnavailable } from './otp-question.ts';

const growth = { shortest: 20, times: 2, longest: 1000 };

/** Asks until there is an answer or the time is up; `ask` is told how much of it is left. */
export async function poll(
  ask: (leftMs: number) => Promise<string | OtpUnavailable | null>,
  timeoutMs: number,
  whose: string,
): Promise<string | OtpUnavailable> {
  const until = performance.now() + timeoutMs;
  const askNow = (): Promise<string | OtpUnavailable | null> => ask(Math.max(1, until - performance.now()));
  const answer = await repeat(await askNow(), askNow, {
    growth,
    enough: (found) => found !== null,
    pauseFor: (due) => (performance.now() + due >= until ? null : due),
  });
  return answer ?? unavailable(`${whose} gave no code within ${timeoutMs} ms`, 'environment');
}
