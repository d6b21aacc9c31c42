import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
interface PauseGrowth {
  readonly shortest: number;
  readonly times: number;
  readonly longest: number;
}

interface Repetition<Answer> {
  readonly growth: PauseGrowth;
  readonly atOnce?: boolean | undefined;
  readonly isEnough: (answer: Answer) => boolean;
  /** Turns the pause that is due into the actual pause; null stops. */
  readonly pauseFor: (due: number, answer: Answer) => number | null | Promise<number | null>;
  /** Ends a pause early, and with it the repetition. */
  readonly signal?: AbortSignal;
}

/** Repeats after growing pauses until the answer is enough or `pauseFor` returns null. Returns the last answer. */
export async function repeat<Answer>(
  first: Answer,
  ask: (before: Answer) => Promise<Answer>,
  { growth: { shortest, times, longest }, atOnce = false, isEnough, pauseFor, signal }: Repetition<Answer>,
): Promise<Answer> {
  let answer = first;
  for (let due = atOnce ? 0 : shortest; !isEnough(answer); due = Math.min(Math.max(shortest, due * times), longest)) {
    const given = pauseFor(due, answer);
    const ms = given instanceof Promise ? await given : given;
    if (ms === null) return answer;
    await pause(ms, undefined, signal && { signal }).catch(() => undefined);
    if (signal?.aborted === true) return answer;
    answer = await ask(answer);
  }
  return answer;
}
