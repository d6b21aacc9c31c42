import { apiCodes } from '../../specs/codes.ts';
import { describe } from '../../helpers/core/describe.ts';
import { placeOf, type Reply } from '../../helpers/judge/reply.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';

/** The message of a success; judged only where the envelope holds one. */
export function judgeMessage(expected: string): (reply: Reply) => Judgement | null {
  return (reply) => {
    if (reply.code !== apiCodes.success || reply.envelope.findings.length > 0) return null;
    if (reply.message === expected) return { held: true };
    return { held: false, expected: describe(expected), received: describe(reply.message), place: placeOf(reply, 'status.message') };
  };
}
