import { repeat } from '../core/repeat.ts';
import type { Stop } from '../judge/stop.ts';
import type { Symptom } from './symptom.ts';

/** One call as far as trouble is concerned (reading 6). */
export interface RetriedCall<Answer> {
  /** Sends the call; the evidence says that it is sent again, and after what. */
  readonly once: (again: string) => Promise<Answer>;
  /** The call has no effect: it may be sent again. */
  readonly repeatable: boolean;
  readonly symptomOf: (answer: Answer) => Symptom;
  /** How often a read is to fail in a row before it is the service's: no news of what is known to fail. */
  readonly tries: () => number;
  /** Nothing is to be found out by sending it again. */
  readonly isHopeless: (answer: Answer) => boolean;
  /** How the answer reads, in words. */
  readonly outcomeOf: (answer: Answer) => string;
  /** Whether a token request and a plain read succeed right now. */
  readonly controlsSucceed: () => Promise<boolean>;
  /** Waits until they do; false when patience ends before. */
  readonly waitUntilBack: (answer: Answer) => Promise<boolean>;
  /** Whether an answer without trouble says nothing, since what the call carried did not survive the trouble before it. */
  readonly isSpent: (repeated: Answer) => boolean;
  /** The stop for an answer that may be the environment's doing. */
  readonly environment: (answer: Answer) => Stop;
}

const growth = { shortest: 50, times: 2, longest: Infinity };

/** An outage may come back while a call is repeated, but not for ever. */
const outages = 3;

const repeatNote = <Answer>({ outcomeOf }: RetriedCall<Answer>, answer: Answer): string => ` (again, after ${outcomeOf(answer)})`;

/** Repeats a read that met trouble; null when the control calls meet it as well. */
async function again<Answer>(attempt: RetriedCall<Answer>, first: Answer): Promise<Answer | null> {
  const tries = attempt.tries();
  const met = (answer: Answer): boolean => attempt.symptomOf(answer) === 'environmental';
  let [sent, controlsMetIt] = [1, false];
  const last = await repeat(first, (before) => attempt.once(repeatNote(attempt, before)), {
    growth,
    enough: (answer) => !met(answer),
    pauseFor: async (due, answer) => {
      if (sent >= tries) return null;
      if (attempt.isHopeless(answer)) throw attempt.environment(answer);
      sent += 1;
      // Before the last try as well as after it: an outage that ends meanwhile is not the service's.
      controlsMetIt = sent === tries && !(await attempt.controlsSucceed());
      return controlsMetIt ? null : due;
    },
  });
  if (controlsMetIt) return null;
  if (met(last)) return (await attempt.controlsSucceed()) ? last : null;
  if (attempt.isSpent(last)) throw attempt.environment(first);
  return last;
}

/** An answer that met no trouble, or one the service has to answer for; null when it may be the environment's. */
async function doubted<Answer>(attempt: RetriedCall<Answer>, answer: Answer): Promise<Answer | null> {
  const symptom = attempt.symptomOf(answer);
  if (symptom === 'clear') return answer;
  if (symptom === 'server-error') return (await attempt.controlsSucceed()) ? answer : null;
  return attempt.repeatable ? again(attempt, answer) : null;
}

/** The answer that is the service's own, after an outage if there is one; throws a stop when it may be the environment's. */
export async function retry<Answer>(attempt: RetriedCall<Answer>): Promise<Answer> {
  let answer = await attempt.once('');
  for (let outage = 1; ; outage += 1) {
    const own = await doubted(attempt, answer);
    if (own !== null && attempt.isSpent(own) && outage > 1) throw attempt.environment(answer);
    if (own !== null) return own;
    if (!attempt.repeatable || outage > outages || !(await attempt.waitUntilBack(answer))) throw attempt.environment(answer);
    answer = await attempt.once(repeatNote(attempt, answer));
  }
}
