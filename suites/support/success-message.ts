import { apiCodes } from '../../specs/codes.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';

/** Judges the message of a success; one that is not even text breaks the envelope instead. */
export function judgeMessage(expected: string): (reply: Reply) => Judgement | null {
  return (reply) => {
    if (reply.code !== apiCodes.success || reply.envelope.findings.some(({ place }) => place === 'status' || place === 'status.message'))
      return null;
    if (reply.message === expected) return { held: true };
    return {
      held: false,
      expected: describeValue(expected),
      received: describeValue(reply.message),
      place: formatPlace(reply, 'status.message'),
    };
  };
}
