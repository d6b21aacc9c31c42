import { apiCodes } from '../../specs/codes.ts';
import type { Subject } from '../../specs/clause.ts';
import type { Operation } from '../../specs/operation.ts';
import type { Call } from '../client/http/call.ts';
import { parseJson } from '../core/json.ts';
import { repeat } from '../core/repeat.ts';
import type { Reply } from '../judge/reply.ts';
import type { Stop } from '../judge/stop.ts';
import type { Symptom } from './symptom.ts';

interface Exchanged {
  /** The same one again where nothing was sent, because the address does not answer. */
  readonly exchange: object;
}

/** What an answer shows. */
interface AnswerReading<Answer extends Exchanged> {
  readonly symptom: (answer: Answer) => Symptom;
  /** The service surely did nothing. */
  readonly hasDoneNothing: (answer: Answer) => boolean;
  /** An answer without trouble shows nothing when the call's consent or session did not survive the trouble. */
  readonly mayHaveLostConsent: (repeated: Answer) => boolean;
}

interface RetryPolicy<Answer extends Exchanged> {
  /** The call has no effect, so it may be sent again. */
  readonly isRead: boolean;
  /** How often a read must fail in a row before the service is blamed; 1 for a known failure. */
  readonly tries: () => number;
  /** The call may have had its effect, and may be sent again all the same when the target is back. */
  readonly mayAskAgain: (answer: Answer, outage: number) => boolean;
  /** Waiting was in vain before, so one try is enough. */
  readonly givesUp: (answer: Answer) => boolean;
}

/** A call that is repeated while it meets trouble (reading 6). */
interface RetriedCall<Answer extends Exchanged> {
  /** `again` tells the evidence that the call is repeated, and after what answer. */
  readonly send: (again: string) => Promise<Answer>;
  readonly describe: (answer: Answer) => string;
  /** The stop of a check when the environment may have caused the answer. */
  readonly buildStop: (answer: Answer) => Stop;
  readonly reading: AnswerReading<Answer>;
  readonly policy: RetryPolicy<Answer>;
  readonly isServiceToBlame: () => Promise<boolean>;
  /** Waits until the control calls succeed; false when the run has waited long enough. */
  readonly waitUntilBack: (answer: Answer) => Promise<boolean>;
}

export const retryGrowth = { shortest: 50, times: 2, longest: Infinity };

/** What came too often comes less often, so that no answer to the rate is taken for one to the call. */
const undoneGrowth = { ...retryGrowth, shortest: 250 };

/** An outage may return while a call is repeated, but not without end. */
const mostOutages = 3;

const repeatNote = <Answer extends Exchanged>({ describe }: RetriedCall<Answer>, answer: Answer): string =>
  ` (again, after ${describe(answer)})`;

/** Null when the control calls meet the trouble too. */
async function repeatRead<Answer extends Exchanged>(call: RetriedCall<Answer>, first: Answer): Promise<Answer | null> {
  const tries = call.policy.tries();
  const metTrouble = (answer: Answer): boolean => call.reading.symptom(answer) === 'environmental';
  const progress = { sent: 1, controlsMetIt: false, mayHaveArrived: false };
  let lost: object | null = null;
  const last = await repeat(first, (before) => call.send(repeatNote(call, before)), {
    growth: call.reading.hasDoneNothing(first) ? undoneGrowth : retryGrowth,
    isEnough: (answer) => !metTrouble(answer),
    pauseFor: async (due, answer) => {
      if (progress.sent >= tries) return null;
      if (answer.exchange === lost || call.policy.givesUp(answer)) throw call.buildStop(answer);
      lost = answer.exchange;
      progress.sent += 1;
      progress.mayHaveArrived ||= !call.reading.hasDoneNothing(answer);
      // Before and after the last try: the service is not blamed for an outage that ends in between.
      progress.controlsMetIt = progress.sent === tries && !(await call.isServiceToBlame());
      return progress.controlsMetIt ? null : due;
    },
  });
  if (progress.controlsMetIt) return null;
  if (metTrouble(last)) return (await call.isServiceToBlame()) ? last : null;
  if (progress.mayHaveArrived && call.reading.mayHaveLostConsent(last)) throw call.buildStop(first);
  return last;
}

/** A call with an effect that was surely not done is repeated too. No number of such answers is held against the service. */
function repeatUndone<Answer extends Exchanged>(call: RetriedCall<Answer>, first: Answer): Promise<Answer> {
  let left = call.policy.tries() - 1;
  return repeat(first, (before) => call.send(repeatNote(call, before)), {
    growth: undoneGrowth,
    isEnough: (answer) => !call.reading.hasDoneNothing(answer),
    pauseFor: (due, answer) => (left-- > 0 && !call.policy.givesUp(answer) ? due : null),
  });
}

/** An answer without trouble, or one that the service must answer for; null when the environment may have caused it. */
async function resolveTrouble<Answer extends Exchanged>(call: RetriedCall<Answer>, answer: Answer): Promise<Answer | null> {
  const symptom = call.reading.symptom(answer);
  if (symptom === 'clear') return answer;
  if (symptom === 'server-error') return (await call.isServiceToBlame()) ? answer : null;
  return call.policy.isRead ? repeatRead(call, answer) : null;
}

/** The service's own answer, after an outage if there is one. Throws a stop when the environment may have caused the answer. */
export async function retry<Answer extends Exchanged>(call: RetriedCall<Answer>): Promise<Answer> {
  const first = await call.send('');
  let answer = call.policy.isRead ? first : await repeatUndone(call, first);
  let mayHaveArrived = false;
  for (let outage = 1; ; outage += 1) {
    const own = await resolveTrouble(call, answer);
    if (own !== null && mayHaveArrived && call.reading.mayHaveLostConsent(own)) throw call.buildStop(answer);
    if (own !== null) return own;
    const mayRepeat = call.policy.isRead || call.reading.hasDoneNothing(answer) || call.policy.mayAskAgain(answer, outage);
    if (!mayRepeat || outage > mostOutages || !(await call.waitUntilBack(answer))) throw call.buildStop(answer);
    mayHaveArrived ||= !call.reading.hasDoneNothing(answer);
    answer = await call.send(repeatNote(call, answer));
  }
}

interface SentCall {
  readonly operation: Operation;
  readonly call: Call;
  readonly documented: boolean;
}

const isSystemFailure = ({ status, code }: Reply): boolean => status === 200 && code === apiCodes.systemFailure;

/** It may pass. A read costs nothing, a refused OP-3 sends no code, and broken JSON asks for nothing. */
const mayPass = ({ operation, call }: SentCall, reply: Reply): boolean =>
  isSystemFailure(reply) &&
  (operation.effect === 'sends-otp' || call.rawBody !== undefined || (operation.effect === 'none' && call.consent === undefined));

/** They name what a call has just written: a user, a transfer, an invoice or a session. It may not be known everywhere yet (reading 1). */
const readsBehindWrites: ReadonlySet<Subject> = new Set(['OP-1', 'OP-10', 'OP-11', 'OP-14']);

export const mayBeEarly = ({ operation, documented }: SentCall, { status, code }: Reply): boolean =>
  documented && readsBehindWrites.has(operation.id) && status === 200 && code === apiCodes.nothingFound;

/** The service may refuse a second call of a sender before it reads the body. Broken JSON asks for nothing. */
const mayBeBusy = ({ call }: SentCall, { status, code }: Reply): boolean =>
  typeof call.rawBody === 'string' &&
  parseJson(call.rawBody) === undefined &&
  (status === 403 || (status === 200 && code === apiCodes.validationFailed));

const otherAnswerGrowth = { shortest: 100, times: 3, longest: 900 };

interface AskAgain {
  readonly triesAgain: number;
  readonly why: string;
}

/**
 * How often to ask again for another answer. Broken JSON is asked for more often: its refusal accuses by its status alone. `inVain`: operations
 * that found nothing however often they were asked.
 */
export function chooseAskAgain(request: SentCall, reply: Reply, inVain: ReadonlySet<Subject>): AskAgain | null {
  if (mayBeEarly(request, reply)) return inVain.has(request.operation.id) ? null : { triesAgain: 4, why: 'where nothing was found' };
  if (mayBeBusy(request, reply)) return { triesAgain: 2, why: 'as another call of the sender may have been under way' };
  if (mayPass(request, reply)) return { triesAgain: request.call.rawBody === undefined ? 1 : 3, why: 'after a system failure' };
  return null;
}

/** Asks again until the answer has another code, or was the same often enough. Every answer is judged. */
export function waitForOtherAnswer(
  { triesAgain, why }: AskAgain,
  first: Reply,
  { ask, judge }: { readonly ask: (note: string) => Promise<Reply>; readonly judge: (reply: Reply) => void },
): Promise<Reply> {
  let left = triesAgain;
  const askAgain = (before: Reply): Promise<Reply> => {
    judge(before);
    return ask(` (again, ${why})`);
  };
  return repeat(first, askAgain, {
    growth: otherAnswerGrowth,
    atOnce: true,
    isEnough: (reply) => reply.status !== first.status || reply.code !== first.code,
    pauseFor: (due) => (left-- > 0 ? due : null),
  });
}
