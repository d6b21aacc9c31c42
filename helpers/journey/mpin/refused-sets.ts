import type { ClauseId } from '../../../specs/clauses.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { setMpin } from '../../../specs/operations.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { withoutField, withUnknown } from '../calls/refused-call.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';

/** Another MPIN of the same length, which no other call sends. */
export const changeEveryDigit = (mpin: string, by = 5): string => mpin.replaceAll(/\d/g, (digit) => String((Number(digit) + by) % 10));

interface RefusedSet {
  /** The clause that forbids to serve it. */
  readonly clause: ClauseId;
  readonly change: (call: Call) => Call;
  readonly needsOtherAgent?: true;
}

const refusedSets: readonly RefusedSet[] = [
  { clause: 'AUTH-401', change: (call) => ({ ...call, token: 'none' }) },
  { clause: 'OP12-CODE-REQUIRED', change: (call) => withoutField(call, 'otp') },
  { clause: 'REFUSAL-UNKNOWN-SUB-AGENT', change: (call) => withUnknown(call, 'sub-agent') },
  { clause: 'AUTH-OTHER-AGENT', change: (call) => ({ ...call, token: 'other' }), needsOtherAgent: true },
];

/** OP-12 with a right code and an MPIN that no other call sets, each wrong in one way. */
export interface SentSets {
  readonly mpin: string;
  readonly replies: readonly Reply[];
  /** The clause of one that was served, and so has set the MPIN. */
  readonly served: ClauseId | null;
}

interface SetsPlan {
  readonly sender: Sender;
  readonly mpin: string;
  readonly challenge: Challenge;
  readonly hasOtherAgent: boolean;
}

export async function sendRefusedSets(
  session: Session,
  { sender, mpin, challenge: { code: otp, state }, hasOtherAgent }: SetsPlan,
): Promise<SentSets> {
  const right = documentedCall(setMpin, 'only', { ...sender, mpin, otp, state });
  const replies: Reply[] = [];
  let served: ClauseId | null = null;
  for (const { clause, change, needsOtherAgent } of refusedSets) {
    if (needsOtherAgent === true && !hasOtherAgent) continue;
    const reply = await session.probe(setMpin, change(right));
    if (reply.code === apiCodes.success) served ??= clause;
    replies.push(reply);
  }
  return { mpin, replies, served };
}
