import { setTimeout as pause } from 'node:timers/promises';
import type { Stop } from '../judge/stop.ts';
import type { Symptom } from './symptom.ts';

/** One call as far as trouble is concerned (reading 6). */
export interface Attempt<Answer> {
  /** Sends the call once. */
  readonly once: () => Promise<Answer>;
  /** The call has no effect: it may be sent again. */
  readonly repeatable: boolean;
  readonly symptomOf: (answer: Answer) => Symptom;
  /** Whether a token request and a plain read succeed right now. */
  readonly controlsSucceed: () => Promise<boolean>;
  /** Whether an answer without trouble says nothing, since what the call carried did not survive the trouble before it. */
  readonly isSpent: (repeated: Answer) => boolean;
  /** The stop for an answer that may be the environment's doing. */
  readonly environment: (answer: Answer) => Stop;
}

/** A symptom of the environment is the service's only when the same read shows it this often in a row. */
const tries = 5;
const firstPause = 50;

/** Repeats a read that met trouble. */
async function again<Answer>(attempt: Attempt<Answer>, first: Answer): Promise<Answer> {
  let answer = first;
  for (let n = 1; n < tries; n += 1) {
    await pause(firstPause * 2 ** (n - 1));
    answer = await attempt.once();
    if (attempt.symptomOf(answer) === 'environmental') continue;
    if (attempt.isSpent(answer)) throw attempt.environment(first);
    return answer;
  }
  if (!(await attempt.controlsSucceed())) throw attempt.environment(answer);
  return answer;
}

/** The answer that is the service's own; throws a stop when it may be the environment's. */
export async function settle<Answer>(attempt: Attempt<Answer>): Promise<Answer> {
  const answer = await attempt.once();
  const symptom = attempt.symptomOf(answer);
  if (symptom === 'clear') return answer;
  if (symptom === 'server-error') {
    if (await attempt.controlsSucceed()) return answer;
    throw attempt.environment(answer);
  }
  if (!attempt.repeatable) throw attempt.environment(answer);
  return again(attempt, answer);
}
