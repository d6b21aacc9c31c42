import type { ClauseId } from '../../../specs/clauses.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { setMpin } from '../../../specs/operations.ts';
import type { Call } from '../../client/http/call.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Session } from '../../session/session.ts';
import { withIdOf, withoutField, withUnknown } from '../calls/edit-call.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';

/** Another MPIN of the same length, which no other call sends. */
export const changeEveryDigit = (mpin: string, by = 5): string => mpin.replaceAll(/\d/g, (digit) => String((Number(digit) + by) % 10));

interface SetsPlan {
  readonly sender: Sender;
  readonly mpin: string;
  readonly challenge: Challenge;
  readonly hasOtherAgent: boolean;
  /** Null where the second agent has none. */
  readonly otherSubAgent: string | null;
}

interface RefusedSet {
  /** The clause that forbids to serve it. */
  readonly clause: ClauseId;
  /** Null where the run lacks what the call needs. */
  readonly change: (call: Call, plan: SetsPlan) => Call | null;
}

const refusedSets: readonly RefusedSet[] = [
  { clause: 'AUTH-401', change: (call) => ({ ...call, token: 'none' }) },
  { clause: 'OP12-CODE-REQUIRED', change: (call) => withoutField(call, 'otp') },
  { clause: 'REFUSAL-UNKNOWN-SUB-AGENT', change: (call) => withUnknown(call, 'sub-agent') },
  { clause: 'AUTH-OTHER-AGENT', change: (call, { hasOtherAgent }) => (hasOtherAgent ? { ...call, token: 'other' } : null) },
  {
    // Nothing but the sender tells the agents apart.
    clause: 'AUTH-OTHER-AGENT',
    change: (call, { otherSubAgent }) =>
      otherSubAgent === null ? null : { ...withIdOf(call, 'sub-agent', otherSubAgent), token: 'other' },
  },
];

/**
 * OP-12 with a right code and an MPIN that no other call sets, each wrong in one way. None of them may count as a wrong code: two follow,
 * and real senders get locked after three.
 */
export interface SentSets {
  readonly mpin: string;
  readonly replies: readonly Reply[];
  /** The clause of one that was served, and so has set the MPIN. */
  readonly served: ClauseId | null;
}

export async function sendRefusedSets(session: Session, plan: SetsPlan): Promise<SentSets> {
  const { sender, mpin, challenge } = plan;
  const { code: otp, state } = challenge;
  const right = documentedCall(setMpin, 'only', { ...sender, mpin, otp, state });
  const replies: Reply[] = [];
  let served: ClauseId | null = null;
  for (const { clause, change } of refusedSets) {
    const call = change(right, plan);
    if (call === null) continue;
    const reply = await session.probe(setMpin, call);
    if (reply.code === apiCodes.success) served ??= clause;
    replies.push(reply);
  }
  return { mpin, replies, served };
}
