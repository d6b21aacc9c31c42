import { repeat } from '../core/repeat.ts';
import type { Stop } from '../judge/stop.ts';
import type { Symptom } from './symptom.ts';

/** One call as far as trouble is concerned (reading 6). */
interface RetriedCall<Answer> {
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

export const retryGrowth = { shortest: 50, times: 2, longest: Infinity };

/** An outage may come back while a call is repeated, but not for ever. */
const mostOutages = 3;

const repeatNote = <Answer>({ outcomeOf }: RetriedCall<Answer>, answer: Answer): string => ` (again, after ${outcomeOf(answer)})`;

/** Repeats a read that met trouble; null when the control calls meet it as well. */
async function repeatRead<Answer>(call: RetriedCall<Answer>, first: Answer): Promise<Answer | null> {
  const tries = call.tries();
  const metTrouble = (answer: Answer): boolean => call.symptomOf(answer) === 'environmental';
  let [sent, controlsMetIt] = [1, false];
  const last = await repeat(first, (before) => call.once(repeatNote(call, before)), {
    growth: retryGrowth,
    isEnough: (answer) => !metTrouble(answer),
    pauseFor: async (due, answer) => {
      if (sent >= tries) return null;
      if (call.isHopeless(answer)) throw call.environment(answer);
      sent += 1;
      // Before the last try as well as after it: an outage that ends meanwhile is not the service's.
      controlsMetIt = sent === tries && !(await call.controlsSucceed());
      return controlsMetIt ? null : due;
    },
  });
  if (controlsMetIt) return null;
  if (metTrouble(last)) return (await call.controlsSucceed()) ? last : null;
  if (call.isSpent(last)) throw call.environment(first);
  return last;
}

/** An answer that met no trouble, or one the service has to answer for; null when it may be the environment's. */
async function resolveTrouble<Answer>(call: RetriedCall<Answer>, answer: Answer): Promise<Answer | null> {
  const symptom = call.symptomOf(answer);
  if (symptom === 'clear') return answer;
  if (symptom === 'server-error') return (await call.controlsSucceed()) ? answer : null;
  return call.repeatable ? repeatRead(call, answer) : null;
}

/** The answer that is the service's own, after an outage if there is one; throws a stop when it may be the environment's. */
export async function retry<Answer>(call: RetriedCall<Answer>): Promise<Answer> {
  let answer = await call.once('');
  for (let outage = 1; ; outage += 1) {
    const own = await resolveTrouble(call, answer);
    if (own !== null && call.isSpent(own) && outage > 1) throw call.environment(answer);
    if (own !== null) return own;
    if (!call.repeatable || outage > mostOutages || !(await call.waitUntilBack(answer))) throw call.environment(answer);
    answer = await call.once(repeatNote(call, answer));
  }
}
