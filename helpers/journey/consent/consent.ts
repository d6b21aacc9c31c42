import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { consentHeader, mpinForms, type MpinForm } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable, Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { newChallenge, type CodeUse } from './challenge.ts';
import { sendPastPause } from './pauses.ts';
import { type Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';
import {
  asUnknownMpin,
  findStandingMpin,
  findUnknownMpinStop,
  isRefusal,
  mayLackMpin,
  mayTryMpin,
  mustNotLackMpin,
  mustTrustMpin,
  noteMpinAnswer,
  noteLacksMpin,
  noteOtherMpin,
  noteServed,
} from './unknown-mpin.ts';

type ConsentedReply = Readonly<{ reply: Reply; challenge: Challenge }>;

type SendWithConsent = (consent: string) => Promise<Reply>;

interface ConsentedCall extends CodeUse {
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

/** No challenge where the scheme asks for no verification. */
type Answered = Readonly<{ consent: string; challenge: Challenge | null }>;

/** A consent for the scheme, with the right code of a new challenge (reading 13). */
export async function answerScheme(deps: Dependencies, session: Session, person: Person, scheme: string): Promise<Answered> {
  if (scheme === 'NONE') return { consent: consentHeader.none, challenge: null };
  const challenge = await newChallenge(deps, session, person);
  return { consent: buildConsent(deps, person, challenge.code, challenge.state), challenge };
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

async function sendOnce(deps: Dependencies, session: Session, person: Person, call: ConsentedCall): Promise<ConsentedReply> {
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

type WriteConsent = (otp: string, state: string) => string;

/** Sends with a code that was read for another purpose. Null where there is none, or where the service no longer takes it. */
export async function sendWithLeftOver(
  { memory }: Pick<Dependencies, 'memory'>,
  person: Person,
  write: WriteConsent,
  send: SendWithConsent,
): Promise<ConsentedReply | null> {
  const remembered = memory.of(person);
  const challenge = remembered.leftOver;
  if (challenge === null) return null;
  remembered.leftOver = null;
  const reply = await send(write(challenge.code, challenge.state));
  const stop = findNotServedStop(reply);
  if (challenge.hadWrongTry === true) memory.codeOutlivesWrongTry = stop === null;
  if (stop !== null) {
    // Only what was surely refused is sent once more: the service may have done the rest, and it may be a payment.
    if (!isCertainRefusal(reply.status, reply.code)) throw stop;
    return null;
  }
  challenge.accepted();
  return { reply, challenge };
}

/** `wrong`: the service reads the MPIN, and it is not the right one; `unsure` where the OTP may be the wrong one. Null where no form is taken. */
type TriedMpin = ConsentedReply | 'wrong' | 'unsure' | null;

/** A wrong MPIN may lock the sender, so another form follows only a refusal that says nothing of a code. */
async function sendWithMpin(deps: Dependencies, session: Session, person: Person, call: ConsentedCall): Promise<TriedMpin> {
  for (const form of deps.memory.mpinForm === null ? mpinForms : [deps.memory.mpinForm]) {
    const codes = new Set<number | null>();
    const send: SendWithConsent = async (consent) => {
      const reply = await call.send(consent);
      codes.add(reply.code);
      return reply;
    };
    try {
      const served = await sendOnce(deps, session, person, { ...call, send, form });
      deps.memory.mpinForm = form;
      return served;
    } catch (error) {
      if (codes.has(apiCodes.wrongOtpOrMpin)) return isRefusal(error) ? 'wrong' : 'unsure';
      if (!isRefusal(error)) return null;
    }
  }
  return null;
}

/** One sender at a time: what the first ones show decides whether another one is tried. */
async function tryMpin(deps: Dependencies, session: Session, person: Person, call: ConsentedCall): Promise<TriedMpin> {
  if (!mayTryMpin(deps, person)) return 'wrong';
  const memory = deps.memory.of(person);
  memory.needsMpin = true;
  const tried = await sendWithMpin(deps, session, person, call);
  if (tried === null || typeof tried === 'string') memory.needsMpin = false;
  if (tried === 'wrong') noteOtherMpin(deps, person);
  return tried;
}

/**
 * Sends a call with an OTP consent; each consent answers a new challenge (reading 13).
 * A sender of ours may have an MPIN from an earlier run: where the service refuses a call without it, the call is sent with it.
 */
export async function withOtp(
  deps: Dependencies,
  session: Session,
  person: Person,
  operation: Operation,
  send: SendWithConsent,
): Promise<ConsentedReply> {
  mustNotLackMpin(deps, person, operation.id);
  const before = await sendWithLeftOver(deps, person, (otp, state) => buildConsent(deps, person, otp, state), send);
  if (before !== null) return before;
  try {
    return await sendPastPause(deps, person, operation, () => sendOnce(deps, session, person, { operation, send }));
  } catch (error) {
    if (person.mpin === null || deps.memory.of(person).needsMpin || !mayLackMpin(deps, person, error)) throw error;
    const tried = await deps.memory.mpinTries.runExclusive(() => tryMpin(deps, session, person, { operation, send }));
    // No MPIN was lacking. Another call of a sender that is new may have been under way, and is refused for that by some services (reading 1).
    if (tried === null && deps.memory.of(person).heldDetail === null) return sendOnce(deps, session, person, { operation, send });
    if (tried === null) throw error;
    if (typeof tried === 'object') return tried;
    throw tried === 'wrong' ? noteLacksMpin(deps, person, operation.id, error) : asUnknownMpin(deps, person, operation.id, error);
  }
}

export function mustAskForConsent(scheme: string): void {
  if (scheme === 'NONE') throw notApplicable('the scheme asks for no verification');
}

export async function withConsent(
  deps: Dependencies,
  session: Session,
  person: Person,
  scheme: string,
  operation: Operation,
  send: (consent: string) => Promise<Reply>,
): Promise<Reply> {
  if (scheme === 'NONE') return mustServe(await send('NONE'));
  try {
    return (await withOtp(deps, session, person, operation, send)).reply;
  } catch (error) {
    if (scheme === 'OTP' || !(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    throw blocked(
      'unknown-scheme',
      `the service refuses an OTP for the scheme "${scheme}"; the document does not show its consent`,
      'specification',
    );
  }
}
