import type { Detail } from '../../helpers/journey/setup/detail.ts';
import type { Must } from '../../helpers/judge/must.ts';
import { type Reply } from '../../helpers/judge/reply.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { RefusedReplies } from '../../helpers/journey/refusals/refused-replies.ts';
import { exercise } from './exercise.ts';

export function preparedRefusal(refused: RefusedReplies, { id }: { readonly id: string }): Step<Reply> {
  const found = refused.get(id);
  if (found === undefined) throw new Error(`expected a prepared refusal of ${id}, received none: add it where the others are made`);
  return found;
}

/** An absent operation may answer so. */
export const isAbsent = (status: number | null): boolean => status === 404 || status === 405 || (status !== null && status >= 500);

/**
 * The answer must be the expected refusal. An absent operation refuses every call, so its documented call is tried first and is then the
 * cause.
 */
export async function mustRefuse(context: CheckContext, reply: Reply, holds: boolean, expected: string): Promise<void> {
  if (holds) return;
  if (isAbsent(reply.status) || reply.status === null) await exercise[reply.operation.id](context);
  throw context.must.answerViolation(expected, reply);
}

/** A refused OP-7 has added nothing. */
export function mustNotList(must: Must, { reply, beneficiaries }: Detail, account: string, refused?: string): void {
  must.hold(!beneficiaries.some(({ accountNumber }) => accountNumber === account), {
    expected: 'a list without the account',
    received: 'the account in the list',
    place: 'result.beneficiaries',
    exchange: reply.exchange.id,
    ...(refused !== undefined && { beside: [refused] }),
  });
}
