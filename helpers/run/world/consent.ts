import { consentHeader } from '../../consent/consent-header.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { blocked, Stop } from '../../judge/stop.ts';
import type { Session } from '../session.ts';
import { newChallenge, type Challenge } from './challenge.ts';
import type { Kit } from './kit.ts';
import type { Person } from './person.ts';

/** Sends a call with an OTP consent; each consent answers a fresh challenge (reading 13). */
export async function withOtp(
  kit: Kit,
  session: Session,
  person: Person,
  send: (consent: string) => Promise<Reply>,
): Promise<{ readonly reply: Reply; readonly challenge: Challenge }> {
  const challenge = await newChallenge(kit, session, person);
  const reply = mustServe(await send(consentHeader.otp(challenge.code, challenge.state)), challenge.used);
  challenge.accepted();
  return { reply, challenge };
}

/** Sends a call with the consent that the scheme asks for. */
export async function withConsent(
  kit: Kit,
  session: Session,
  person: Person,
  scheme: string,
  send: (consent: string) => Promise<Reply>,
): Promise<Reply> {
  if (scheme === 'NONE') return mustServe(await send('NONE'));
  try {
    return (await withOtp(kit, session, person, send)).reply;
  } catch (error) {
    if (scheme === 'OTP' || !(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    throw blocked(
      'unknown-scheme',
      `an OTP did not answer the scheme "${scheme}", whose consent the document does not show`,
      'specification',
    );
  }
}
