import { repeat } from '../core/repeat.ts';
import type { Stop } from '../judge/stop.ts';
import type { Symptom } from './symptom.ts';

interface Exchanged {
  /** The same one again where nothing was sent, because the address does not answer. */
  readonly exchange: object;
}

/** A call that is repeated while it meets trouble (reading 6). */
interface RetriedCall<Answer extends Exchanged> {
  /** Sends the call. `again` tells the evidence that the call is repeated, and after what answer. */
  readonly once: (again: string) => Promise<Answer>;
  /** The call has no effect, so it may be sent again. */
  readonly repeatable: boolean;
  /** The service surely did nothing. */
  readonly isUndone: (answer: Answer) => boolean;
  /** The call may have had its effect, and may be sent again all the same when the target is back. */
  readonly isHarmless: (answer: Answer, outage: number) => boolean;
  readonly symptomOf: (answer: Answer) => Symptom;
  /** How often a read must fail in a row before the service is blamed; 1 for a known failure. */
  readonly tries: () => number;
  /** Waiting was in vain before, so one try is enough. */
  readonly isHopeless: (answer: Answer) => boolean;
  readonly outcomeOf: (answer: Answer) => string;
  readonly isServiceToBlame: () => Promise<boolean>;
  /** Waits until the control calls succeed; false when the run has waited long enough. */
  readonly waitUntilBack: (answer: Answer) => Promise<boolean>;
  /** Whether an answer without trouble shows nothing, since the call's consent or session did not survive the trouble. */
  readonly isSpent: (repeated: Answer) => boolean;
  readonly environment: (answer: Answer) => Stop;
}

export const retryGrowth = { shortest: 50, times: 2, longest: Infinity };

/** What came too often comes less often, so that no answer to the rate is taken for one to the call. */
const undoneGrowth = { ...retryGrowth, shortest: 250 };

/** An outage may return while a call is repeated, but not without end. */
const mostOutages = 3;

const repeatNote = <Answer extends Exchanged>({ outcomeOf }: RetriedCall<Answer>, answer: Answer): string =>
  ` (again, after ${outcomeOf(answer)})`;

/** Null when the control calls meet the trouble too. */
async function repeatRead<Answer extends Exchanged>(call: RetriedCall<Answer>, first: Answer): Promise<Answer | null> {
  const tries = call.tries();
  const metTrouble = (answer: Answer): boolean => call.symptomOf(answer) === 'environmental';
  const progress = { sent: 1, controlsMetIt: false, mayBeSpent: false };
  let lost: object | null = null;
  const last = await repeat(first, (before) => call.once(repeatNote(call, before)), {
    growth: call.isUndone(first) ? undoneGrowth : retryGrowth,
    isEnough: (answer) => !metTrouble(answer),
    pauseFor: async (due, answer) => {
      if (progress.sent >= tries) return null;
      if (answer.exchange === lost || call.isHopeless(answer)) throw call.environment(answer);
      lost = answer.exchange;
      progress.sent += 1;
      progress.mayBeSpent ||= !call.isUndone(answer);
      // Before and after the last try: the service is not blamed for an outage that ends in between.
      progress.controlsMetIt = progress.sent === tries && !(await call.isServiceToBlame());
      return progress.controlsMetIt ? null : due;
    },
  });
  if (progress.controlsMetIt) return null;
  if (metTrouble(last)) return (await call.isServiceToBlame()) ? last : null;
  if (progress.mayBeSpent && call.isSpent(last)) throw call.environment(first);
  return last;
}

/** A call with an effect that was surely not done is repeated too. No number of such answers is held against the service. */
function repeatUndone<Answer extends Exchanged>(call: RetriedCall<Answer>, first: Answer): Promise<Answer> {
  let left = call.tries() - 1;
  return repeat(first, (before) => call.once(repeatNote(call, before)), {
    growth: undoneGrowth,
    isEnough: (answer) => !call.isUndone(answer),
    pauseFor: (due, answer) => (left-- > 0 && !call.isHopeless(answer) ? due : null),
  });
}

/** An answer without trouble, or one that the service must answer for; null when the environment may have caused it. */
async function resolveTrouble<Answer extends Exchanged>(call: RetriedCall<Answer>, answer: Answer): Promise<Answer | null> {
  const symptom = call.symptomOf(answer);
  if (symptom === 'clear') return answer;
  if (symptom === 'server-error') return (await call.isServiceToBlame()) ? answer : null;
  return call.repeatable ? repeatRead(call, answer) : null;
}

/** The service's own answer, after an outage if there is one. Throws a stop when the environment may have caused the answer. */
export async function retry<Answer extends Exchanged>(call: RetriedCall<Answer>): Promise<Answer> {
  const first = await call.once('');
  let answer = call.repeatable ? first : await repeatUndone(call, first);
  let mayBeSpent = false;
  for (let outage = 1; ; outage += 1) {
    const own = await resolveTrouble(call, answer);
    if (own !== null && mayBeSpent && call.isSpent(own)) throw call.environment(answer);
    if (own !== null) return own;
    const mayRepeat = call.repeatable || call.isUndone(answer) || call.isHarmless(answer, outage);
    if (!mayRepeat || outage > mostOutages || !(await call.waitUntilBack(answer))) throw call.environment(answer);
    mayBeSpent ||= !call.isUndone(answer);
    answer = await call.once(repeatNote(call, answer));
  }
}
