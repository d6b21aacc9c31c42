import { operations } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Call } from '../../client/http/call.ts';
import { step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { AttemptResult } from '../calls/attempt.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { placeholderCall } from '../calls/placeholder.ts';
import { attemptKey, broken } from './refusal-list.ts';
import type { Refusals } from './refusals.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';

export type Refused = ReadonlyMap<OperationId, Step<Reply>>;

/** The plainest refusal there is: a well-formed call without a token. */
export function withoutToken(deps: Dependencies, { open }: Access): Refused {
  const refused = (operation: Operation): Step<Reply> =>
    step(`${operation.id} without a token`, async (session) => {
      await session.use(open);
      return session.probe(operation, { ...placeholderCall(operation, deps.people), token: 'none' });
    });
  return new Map(operations.map((operation) => [operation.id, refused(operation)]));
}

/** Syntactically broken JSON in calls that are otherwise good, on every operation with a payload (reading 5). */
export function withBrokenJson(
  deps: Dependencies,
  { open }: Access,
  { sender }: CustomerJourney,
  { results }: Pick<Refusals, 'results'>,
): Refused {
  const plain = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      await session.use(open);
      return session.probe(operation, cutCall(deps, operation));
    });
  const ofSender = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      const { senderId, subAgentTagId } = await session.use(sender);
      return session.probe(operation, cutCall(deps, operation, { senderId, subAgentTagId }));
    });
  const amongOthers = (operation: Operation, of: Step<AttemptResult>): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => (await session.use(of)).reply);
  const stepOf = (operation: Operation): Step<Reply> => {
    const among = results.get(attemptKey({ way: 'broken-json', operation }));
    if (among !== undefined) return amongOthers(operation, among);
    return operation.id === 'OP-12' || operation.id === 'OP-13' ? ofSender(operation) : plain(operation);
  };
  return new Map(operations.filter(({ payload }) => payload !== null).map((operation) => [operation.id, stepOf(operation)]));
}

function cutCall(deps: Dependencies, operation: Operation, known: object = {}): Call {
  const { payload, ...call } = placeholderCall(operation, deps.people, known);
  return { ...call, rawBody: broken(payload), headers: { 'Content-Type': 'application/json' } };
}
