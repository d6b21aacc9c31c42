import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { sendOtp } from '../../../specs/operations.ts';
import { member } from '../../core/json.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import type { Person } from '../../journey/setup/person.ts';
import type { Values } from '../cases/fill.ts';

export const setUpPurpose = 'fuzz: set-up';

interface UnrecordedCode {
  readonly otp: string;
  readonly state: string;
  readonly codeOf: string;
}

/** Sends OP-3 unrecorded and reads its code. */
export async function requestUnrecordedCode(deps: Dependencies, session: Session, person: Person): Promise<UnrecordedCode> {
  const since = Date.now();
  const object = deps.memory.otpObject === 'text' ? person.mobile : Number(person.mobile);
  const { reply } = await session.unrecorded.send(sendOtp, documentedCall(sendOtp, 'only', { object }), setUpPurpose);
  const state = member(reply.result, 'state');
  if (reply.code !== apiCodes.success || typeof state !== 'string')
    throw blocked('fuzz-set-up', 'OP-3 no longer gives an OTP', 'environment');
  const otp = await deps.otpSource.read({
    mobile: person.mobile,
    role: person.role,
    purpose: setUpPurpose,
    state,
    since,
    exchange: reply.exchange.id,
  });
  if (typeof otp !== 'string') throw blocked('otp-source', `no code for the ${person.role}: ${otp.reason}`, otp.owner);
  return { otp, state, codeOf: person.mobile };
}

export function currentTimes(): Values {
  const now = Date.now();
  const year = 365 * 24 * 3_600_000;
  return { now: String(now), seconds: String(Math.floor(now / 1000)), yearAgo: String(now - year), yearAhead: String(now + year) };
}
