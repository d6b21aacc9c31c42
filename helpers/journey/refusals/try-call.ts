import { requestTransfer } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { plainCall } from '../calls/plain-calls.ts';
import { schemeFor, type RefusalContext } from '../calls/refusal-context.ts';
import { type Challenge } from '../setup/challenge.ts';
import { answerScheme, buildConsent, mustAskForConsent } from '../consent/consent.ts';
import type { RefusedCall } from './refused-call.ts';
import { readDetail } from '../sender/sender.ts';

export interface SharedCodes {
  readonly live: Step<Challenge>;
  readonly other: Step<Challenge>;
}

async function chooseConsent(
  session: Session,
  context: RefusalContext,
  { consent, operation, otpOnly }: RefusedCall,
  codes: SharedCodes,
): Promise<string | undefined> {
  const { deps, sender } = context;
  const scheme = schemeFor(context, operation.id);
  if (typeof consent !== 'string') mustAskForConsent(scheme);
  if (otpOnly === true && scheme !== 'OTP') throw notApplicable(`the scheme is "${scheme}"`);
  if (scheme === 'NONE') return consentHeader.none;
  if (consent === 'fresh') return (await answerScheme(deps, session, sender.person, scheme)).consent;
  const live = await session.use(codes.live);
  if (consent === 'live') return buildConsent(deps, sender.person, live.code, live.state);
  return consent({ live, other: () => session.use(codes.other) });
}

/**
 * Where a session serves one transfer, a refused transfer may use it up, and the next call would be refused for that alone.
 * So a call that is refused for its values gets a new session.
 */
async function renewSession({ deps, sender }: RefusalContext, session: Session, { operation, consent }: RefusedCall): Promise<void> {
  const isSpent = operation.id === requestTransfer.id && consent === 'fresh' && deps.memory.sessionServesAgain === false;
  if (isSpent && !deps.people.codesAreTyped) await readDetail(deps, session, sender);
}

export const createRefusedCallStep = (context: Step<RefusalContext>, codes: SharedCodes, one: RefusedCall): Step<RefusedCallResult> =>
  step(`${one.operation.id}: ${one.way}`, async (session) => {
    const at = await session.use(context);
    await renewSession(at, session, one);
    const call = await one.change(await plainCall(at, one.operation, session, one), at, session);
    const consent = await chooseConsent(session, at, one, codes);
    return sendRefusedCall(at, session, one.operation, consent === undefined ? call : { ...call, consent }, one.documented);
  });
