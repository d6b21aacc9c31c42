import { operations } from '../../../specs/operations.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Call } from '../../target/call.ts';
import { step, type Step } from '../step.ts';
import type { Access } from './access.ts';
import { neverIssued } from './artificial.ts';
import type { AttemptResult } from './attempt.ts';
import type { Kit } from './kit.ts';
import { placeholderCall } from './placeholder.ts';
import { attemptKey, broken } from './refusal-list.ts';
import type { Refusals } from './refusals.ts';
import type { CustomerJourney } from './story.ts';

export type Refused = ReadonlyMap<OperationId, Step<Reply>>;

/** The plainest refusal there is: a well-formed call without a token. */
export function withoutToken(kit: Kit, { open }: Access): Refused {
  const refused = (operation: Operation): Step<Reply> =>
    step(`${operation.id} without a token`, async (session) => {
      await session.use(open);
      return session.probe(operation, { ...placeholderCall(operation, kit.people), token: 'none' });
    });
  return new Map(operations.map((operation) => [operation.id, refused(operation)]));
}

/** Syntactically broken JSON in calls that are otherwise good, on every operation with a payload (reading 5). */
export function withBrokenJson(kit: Kit, { open }: Access, { sender }: CustomerJourney, { results }: Pick<Refusals, 'results'>): Refused {
  const plain = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      await session.use(open);
      return session.probe(operation, cutCall(kit, operation, {}));
    });
  const ofSender = (operation: Operation): Step<Reply> =>
    step(`${operation.id} with broken JSON`, async (session) => {
      const { senderId, subAgentTagId } = await session.use(sender);
      return session.probe(operation, cutCall(kit, operation, { path: { senderId, id: neverIssued.number }, query: { subAgentTagId } }));
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

function cutCall(kit: Kit, operation: Operation, own: Call): Call {
  const { payload, ...call } = placeholderCall(operation, kit.people);
  return { ...call, ...own, rawBody: broken(payload), headers: { 'Content-Type': 'application/json' } };
}
