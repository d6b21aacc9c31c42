import { requestTransfer } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { notApplicable } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { attempt, plainCall, schemeOf, type Scene, type AttemptResult } from '../calls/attempt.ts';
import { newChallenge } from '../consent/challenge.ts';
import { type Challenge } from '../setup/challenge.ts';
import { consentOf } from '../consent/consent.ts';
import type { Attempt } from './refusal.ts';
import { readDetail } from '../sender/sender.ts';

/** The codes that attempts share. */
export interface Codes {
  readonly live: Step<Challenge>;
  readonly other: Step<Challenge>;
}

/** The consent an attempt is made with. */
async function consentFor(
  session: Session,
  scene: Scene,
  { consent, operation, otpOnly }: Attempt,
  codes: Codes,
): Promise<string | undefined> {
  const { deps, sender } = scene;
  const scheme = schemeOf(scene, operation.id);
  if (scheme === 'NONE' && typeof consent !== 'string') throw notApplicable('the scheme asks for no verification');
  if (otpOnly === true && scheme !== 'OTP') throw notApplicable(`the scheme is "${scheme}"`);
  if (scheme === 'NONE') return consentHeader.none;
  if (consent === 'fresh') {
    const { code, state } = await newChallenge(deps, session, sender.person);
    return consentOf(deps, sender.person, code, state);
  }
  const live = await session.use(codes.live);
  if (consent === 'live') return consentOf(deps, sender.person, live.code, live.state);
  return consent({ live, other: () => session.use(codes.other) });
}

/**
 * Where a session serves one transfer, a refused one may use it up as well, and whatever follows would be refused for that alone:
 * what is refused for its values gets a new one.
 */
async function withLiveSession({ deps, sender }: Scene, session: Session, { operation, consent }: Attempt): Promise<void> {
  const isSpent = operation.id === requestTransfer.id && consent === 'fresh' && deps.memory.sessionServesAgain === false;
  if (isSpent && !deps.people.codesAreTyped) await readDetail(deps, session, sender);
}

/** One attempt, on the scene as it is then. */
export const tryOut = (scene: Step<Scene>, codes: Codes, one: Attempt): Step<AttemptResult> =>
  step(`${one.operation.id}: ${one.way}`, async (session) => {
    const at = await session.use(scene);
    await withLiveSession(at, session, one);
    const call = await one.change(await plainCall(at, one.operation, session, one.way), at, session);
    const consent = await consentFor(session, at, one, codes);
    return attempt(at, session, one.operation, consent === undefined ? call : { ...call, consent }, one.documented);
  });
