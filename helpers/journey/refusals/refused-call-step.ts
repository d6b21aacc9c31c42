import { requestTransfer } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { followRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { plainCall } from '../calls/plain-calls.ts';
import { schemeFor, type RefusalContext } from '../calls/refusal-context.ts';
import { type Challenge } from '../setup/challenge.ts';
import { answerScheme, mustAskForConsent } from '../consent/consent.ts';
import { buildConsent } from '../consent/send-with-code.ts';
import { nameRefusedCall, type RefusedCall } from './refused-call.ts';
import { readDetail } from '../sender/sender.ts';

export interface SharedCodes {
  readonly shared: Step<Challenge>;
  readonly ofAnother: Step<Challenge>;
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
  if (consent === 'new-code') return (await answerScheme(deps, session, sender.person, scheme)).consent;
  const shared = await session.use(codes.shared);
  if (consent === 'shared-code') return buildConsent(deps, sender.person, shared.code, shared.state);
  return consent({ shared, ofAnother: () => session.use(codes.ofAnother) });
}

/**
 * Where a session serves one transfer, a refused transfer may use it up, and the next call would be refused for that alone.
 * So a call that is refused for its values gets a new session.
 */
async function renewSession({ deps, sender }: RefusalContext, session: Session, { operation, consent }: RefusedCall): Promise<void> {
  const isSpent = operation.id === requestTransfer.id && consent === 'new-code' && deps.memory.sessionServesAgain === false;
  if (isSpent && !deps.people.codesAreTyped) await readDetail(deps, session, sender);
}

export const createRefusedCallStep = (context: Step<RefusalContext>, codes: SharedCodes, one: RefusedCall): Step<RefusedCallResult> =>
  step(nameRefusedCall(one), async (session) => {
    const at = await session.use(context);
    await renewSession(at, session, one);
    const call = await one.makeWrong(await plainCall(at, one.operation, session, one), at, session);
    const consent = await chooseConsent(session, at, one, codes);
    const send = one.isDocumented === true ? session.send : session.probe;
    const wrong = consent === undefined ? call : { ...call, consent };
    return followRefusedCall(at, session, wrong, await send(one.operation, wrong));
  });
