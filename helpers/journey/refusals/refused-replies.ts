import { operations } from '../../../specs/operations.ts';
import type { Operation } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import { step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { RefusedCallResult } from '../calls/refused-call.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { placeholderCall } from '../calls/placeholder.ts';
import { refusedCallKey, cutCall } from './refusal-list.ts';
import type { Refusals } from './refusals.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';

/** By the id of an operation, or of one of its forms. */
export type RefusedReplies = ReadonlyMap<string, Step<Reply>>;

export function createRepliesWithoutToken(deps: Dependencies, { open }: Access): RefusedReplies {
  const createStep = (operation: Operation): Step<Reply> =>
    step(`${operation.id} without a token`, async (session) => {
      await session.use(open);
      return session.probe(operation, { ...placeholderCall(operation, deps.people), token: 'none' });
    });
  return new Map(operations.map((operation) => [operation.id, createStep(operation)]));
}

/** Broken JSON in otherwise good calls, on every operation with a payload (reading 5). */
export function createRepliesToBrokenJson(
  deps: Dependencies,
  { open }: Access,
  { sender }: CustomerJourney,
  { results }: Pick<Refusals, 'results'>,
): RefusedReplies {
  const createPlainStep = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      await session.use(open);
      return session.probe(operation, cutCall(placeholderCall(operation, deps.people)));
    });
  const createSenderStep = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      const { senderId, subAgentTagId } = await session.use(sender);
      return session.probe(operation, cutCall(placeholderCall(operation, deps.people, { senderId, subAgentTagId })));
    });
  const createReplyStep = (operation: Operation, of: Step<RefusedCallResult>): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => (await session.use(of)).reply);
  const createStep = (operation: Operation): Step<Reply> => {
    const among = results.get(refusedCallKey({ way: 'broken-json', operation }));
    if (among !== undefined) return createReplyStep(operation, among);
    return operation.id === 'OP-12' || operation.id === 'OP-13' ? createSenderStep(operation) : createPlainStep(operation);
  };
  return new Map(operations.filter(({ payload }) => payload !== null).map((operation) => [operation.id, createStep(operation)]));
}
