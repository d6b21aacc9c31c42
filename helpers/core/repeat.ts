import { setTimeout as pause } from 'node:timers/promises';

/** How pauses grow. Milliseconds. */
interface PauseGrowth {
  readonly shortest: number;
  readonly times: number;
  readonly longest: number;
}

/** When to ask again, and when to stop. */
export interface Repetition<Answer> {
  readonly growth: PauseGrowth;
  /** The first repetition follows without a pause. */
  readonly atOnce?: boolean | undefined;
  readonly isEnough: (answer: Answer) => boolean;
  /** Turns the pause that is due into the pause to make; null stops asking. */
  readonly pauseFor: (due: number, answer: Answer) => number | null | Promise<number | null>;
}

/** Asks again after growing pauses until an answer is enough or no pause is left. Returns the last answer. */
export async function repeat<Answer>(
  first: Answer,
  ask: (before: Answer) => Promise<Answer>,
  { growth: { shortest, times, longest }, atOnce = false, isEnough, pauseFor }: Repetition<Answer>,
): Promise<Answer> {
  let answer = first;
  for (let due = atOnce ? 0 : shortest; !isEnough(answer); due = Math.min(Math.max(shortest, due * times), longest)) {
    const given = pauseFor(due, answer);
    const ms = given instanceof Promise ? await given : given;
    if (ms === null) return answer;
    await pause(ms);
    answer = await ask(answer);
  }
  return answer;
}
