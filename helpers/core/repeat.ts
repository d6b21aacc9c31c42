import { setTimeout as pause } from 'node:timers/promises';

/** How pauses grow. Milliseconds. */
export interface Growth {
  readonly shortest: number;
  readonly times: number;
  readonly longest: number;
}

/** When to ask again, and when to stop. */
export interface Repetition<Answer> {
  readonly growth: Growth;
  /** The first repetition follows without a pause. */
  readonly atOnce?: boolean | undefined;
  readonly enough: (answer: Answer) => boolean;
  /** Turns the pause that is due into the pause to make; null stops asking. */
  readonly pauseFor: (due: number, answer: Answer) => number | null | Promise<number | null>;
}

/** Asks again after growing pauses until an answer is enough or no pause is left. Returns the last answer. */
export async function repeat<Answer>(
  first: Answer,
  ask: (before: Answer) => Promise<Answer>,
  { growth: { shortest, times, longest }, atOnce = false, enough, pauseFor }: Repetition<Answer>,
): Promise<Answer> {
  let answer = first;
  for (let due = atOnce ? 0 : shortest; !enough(answer); due = Math.min(Math.max(shortest, due * times), longest)) {
    const given = pauseFor(due, answer);
    const ms = given instanceof Promise ? await given : given;
    if (ms === null) return answer;
    await pause(ms);
    answer = await ask(answer);
  }
  return answer;
}
