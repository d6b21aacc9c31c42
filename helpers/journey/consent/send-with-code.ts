import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { consentHeader, mpinForms, type MpinForm } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { findNotServedStop } from '../../judge/served.ts';
import { isBlockedBy } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { newChallenge, type CodeUse } from './challenge.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';
import { findStandingMpin, findUnknownMpinStop, mustNotLackMpin, mustTrustMpin, noteMpinAnswer, noteServed } from './unknown-mpin.ts';

export type ConsentedReply = Readonly<{ reply: Reply; challenge: Challenge }>;

export type SendWithConsent = (consent: string) => Promise<Reply>;

export interface ConsentedCall extends CodeUse {
  readonly operation: Operation;
  readonly send: SendWithConsent;
  /** How to write an MPIN, where no form was taken yet. */
  readonly form?: MpinForm;
}

/** The header that answers a challenge, with the MPIN for senders known to need it, in the form that was taken before. A sub-agent has none. */
export function buildConsent(deps: Dependencies, person: Person, otp: string, state: string, form: MpinForm = mpinForms[0]): string {
  const mpin = findStandingMpin(deps, person);
  const write = deps.memory.mpinForm ?? form;
  const needsMpin = person.userType === 'customer' && deps.memory.of(person).needsMpin;
  return mpin !== null && needsMpin ? write(otp, state, mpin) : consentHeader.otp(otp, state);
}

async function sendWithNewCode(deps: Dependencies, session: Session, person: Person, { send, form, ...use }: ConsentedCall) {
  const challenge = await newChallenge(deps, session, person, use);
  // Another call of this person may have shown it meanwhile.
  mustNotLackMpin(deps, person, use.operation.id);
  return { challenge, answer: await send(buildConsent(deps, person, challenge.code, challenge.state, form)) };
}

/** A person may mistype: a new code is asked for once more, unless that was in vain before. */
async function sendTyped(deps: Dependencies, session: Session, person: Person, call: ConsentedCall) {
  const first = await sendWithNewCode(deps, session, person, call);
  const { people, memory } = deps;
  const isMistyped = first.answer.code === apiCodes.wrongOtpOrMpin && !first.challenge.used.surelyRight();
  if (!people.codesAreTyped || memory.typedAgainInVain || !isMistyped) return first;
  const second = await sendWithNewCode(deps, session, person, { ...call, again: true });
  if (second.answer.code === apiCodes.wrongOtpOrMpin) memory.typedAgainInVain = true;
  return second;
}

export async function sendOnce(deps: Dependencies, session: Session, person: Person, call: ConsentedCall): Promise<ConsentedReply> {
  mustTrustMpin(deps, person);
  const { challenge, answer } = await sendTyped(deps, session, person, call);
  noteMpinAnswer(deps, person, answer, challenge.used);
  // Another challenge may have the same state by now.
  if ((deps.memory.stateUses.get(challenge.state.toLowerCase()) ?? 0) > 1) session.doubt('OP3-STATES-DIFFER');
  const stop = findUnknownMpinStop(deps, person, answer, challenge.used) ?? findNotServedStop(answer, challenge.used);
  if (stop !== null) throw stop;
  challenge.accepted();
  noteServed(deps, person, answer);
  return { reply: answer, challenge };
}

/** A system failure may pass, and a read changes nothing, so it is asked once more (reading 1), unless that was in vain before. */
export async function sendPastFailure(deps: Dependencies, session: Session, person: Person, call: ConsentedCall): Promise<ConsentedReply> {
  const { memory } = deps;
  try {
    return await sendOnce(deps, session, person, call);
  } catch (error) {
    if (call.operation.effect !== 'none' || memory.failedAgain || !isBlockedBy(error, 'system-failure')) throw error;
    memory.failedAgain = true;
    const passed = await sendOnce(deps, session, person, call);
    memory.failedAgain = false;
    return passed;
  }
}
