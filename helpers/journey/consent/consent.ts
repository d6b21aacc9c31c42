import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { consentHeader, mpinForms } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe, findNotServedStop } from '../../judge/served.ts';
import { blocked, notApplicable, Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { newChallenge } from './challenge.ts';
import { sendPastPause } from './pauses.ts';
import {
  buildConsent,
  sendOnce,
  sendPastFailure,
  type ConsentedCall,
  type ConsentedReply,
  type SendWithConsent,
} from './send-with-code.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';
import { asUnknownMpin, isRefusal, mayLackMpin, mayTryMpin, mustNotLackMpin, noteLacksMpin, noteOtherMpin } from './unknown-mpin.ts';

/** No challenge where the scheme asks for no verification. */
type Answered = Readonly<{ consent: string; challenge: Challenge | null }>;

/** A consent for the scheme, with the right code of a new challenge (reading 13). */
export async function answerScheme(deps: Dependencies, session: Session, person: Person, scheme: string): Promise<Answered> {
  if (scheme === 'NONE') return { consent: consentHeader.none, challenge: null };
  const challenge = await newChallenge(deps, session, person);
  return { consent: buildConsent(deps, person, challenge.code, challenge.state), challenge };
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
    return await sendPastPause(deps, person, operation, () => sendPastFailure(deps, session, person, { operation, send }));
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
