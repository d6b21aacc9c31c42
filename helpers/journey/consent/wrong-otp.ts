import { apiCodes } from '../../../specs/codes.ts';
import { blocked } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { askForOtp } from './challenge.ts';
import { buildConsent } from './consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Person } from '../setup/person.ts';

/** A wrong code for a new challenge. */
interface WrongOtp {
  readonly otp: string;
  readonly state: string;
  readonly consent: string;
}

/** Another text in the answer that looks like a code may be the right code. The suite must then read that code, to notice a leak. */
function showsOtherCode({ exchange }: Reply, otp: string): boolean {
  const words = exchange.response?.body.text.match(/(?<!\w)\d{4,10}(?!\w)/g) ?? [];
  return words.some((word) => word.length === otp.length && word !== otp);
}

/** Another code or MPIN of the same form. */
export const changeLastDigit = (code: string): string => code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);

async function sendOnce(
  deps: Dependencies,
  session: Session,
  person: Person,
  send: (wrongOtp: WrongOtp) => Promise<Reply>,
): Promise<Reply> {
  const { state, read } = await askForOtp(deps, session, person);
  const otp = changeLastDigit(deps.memory.lastCode ?? (await read()));
  const reply = await send({ otp, state, consent: buildConsent(deps, person, otp, state) });
  if (reply.code === apiCodes.wrongOtpOrMpin && !deps.people.codesAreTyped && showsOtherCode(reply, otp)) await read();
  if (reply.code !== apiCodes.success || (await read()) !== otp) return reply;
  throw blocked('lucky-code', 'a deliberately wrong code was right by chance: run the check again', 'environment');
}

const isOtherRefusal = ({ status, code }: Reply): boolean =>
  status === 200 && code !== null && code !== apiCodes.success && code !== apiCodes.wrongOtpOrMpin;

/**
 * Sends a call with a wrong code. The right code need not be read: the wrong one has the form of the last code read.
 * A sender of ours may need its MPIN too: when the refusal is not for a wrong code, the call is sent once more with the MPIN.
 * Real senders get locked, so a sender gets few wrong codes, and gets them last.
 */
export async function withWrongOtp(
  deps: Dependencies,
  session: Session,
  person: Person,
  send: (guess: WrongOtp) => Promise<Reply>,
): Promise<Reply> {
  const { askedForMpin } = deps.memory;
  const reply = await sendOnce(deps, session, person, send);
  if (person.mpin === null || askedForMpin.has(person.mobile) || !isOtherRefusal(reply)) return reply;
  askedForMpin.add(person.mobile);
  const second = await sendOnce(deps, session, person, send);
  if (!isOtherRefusal(second)) return second;
  askedForMpin.delete(person.mobile);
  return reply;
}
