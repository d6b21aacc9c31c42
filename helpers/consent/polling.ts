import { repeat } from '../core/repeat.ts';
import { createUnavailable, type OtpUnavailable } from './otp-question.ts';

const pauseGrowth = { shortest: 20, times: 2, longest: 1000 };

/** Asks until an answer comes or the time is up; `ask` gets the remaining milliseconds. */
export async function pollForCode(
  ask: (leftMs: number) => Promise<string | OtpUnavailable | null>,
  timeoutMs: number,
  /** What is amiss when the time is up. */
  describeMissing: () => Pick<OtpUnavailable, 'reason' | 'owner'>,
): Promise<string | OtpUnavailable> {
  const until = performance.now() + timeoutMs;
  const askNow = (): Promise<string | OtpUnavailable | null> => ask(Math.max(1, until - performance.now()));
  const answer = await repeat(await askNow(), askNow, {
    growth: pauseGrowth,
    isEnough: (found) => found !== null,
    pauseFor: (due) => (performance.now() + due >= until ? null : due),
  });
  if (answer !== null) return answer;
  const { reason, owner } = describeMissing();
  return createUnavailable(`${reason} within ${timeoutMs} ms (DMT_TIMEOUT_MS)`, owner);
}
