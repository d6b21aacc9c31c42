import { randomBytes } from 'node:crypto';
import type { Reply } from '../../helpers/judge/reply.ts';
import { check, type ActiveCheck, type Stage, type Suite, wayOf } from '../../helpers/run/check.ts';
import { placeholderCall } from '../../helpers/run/world/placeholder.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations } from '../../specs/operations.ts';
import { stepOf } from './step-of.ts';
import { mustRefuse } from './there.ts';

interface Way {
  readonly way: string;
  readonly fact: string;
  readonly ask: (stage: Stage, operation: Operation) => Promise<Reply>;
}

/** Reading 2: no token, or one never issued. */
const ways: readonly Way[] = [
  { way: 'missing-token', fact: 'without a token', ask: ({ use, world }, operation) => use(stepOf(world.withoutToken, operation)) },
  {
    way: 'unknown-token',
    fact: 'with a token never issued',
    ask: async ({ use, probe, world }, operation) => {
      await use(world.access.open);
      return probe(operation, { ...placeholderCall(operation, world.people), token: { value: randomBytes(24).toString('hex') } });
    },
  },
];

function refused(operation: Operation, { way, fact, ask }: Way): ActiveCheck {
  const tried = wayOf(way, operation.id);
  const title = `${operation.id} ${fact} is refused with HTTP 401`;
  const head = { id: `AUTH-401~${tried}`, clause: 'AUTH-401', operation: operation.id, title, needs: 'token' } as const;
  return check(head, async (stage) => {
    const reply = await ask(stage, operation);
    await mustRefuse(stage, 'AUTH-401', reply, reply.status === 401, 'HTTP 401');
  });
}

export const access: Suite = {
  name: 'Access',
  area: 'Access',
  checks: operations.flatMap((operation) => ways.map((way) => refused(operation, way))),
};
