import { randomInt, randomUUID } from 'node:crypto';
import { outcomeOf, placeOf, type Reply } from '../helpers/judge/reply.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { mustHold } from '../helpers/judge/must.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../helpers/run/check.ts';
import { mustRefuse } from './sweeps/there.ts';
import { invoice, transactionStatus } from '../specs/operations.ts';

/** What was never sent or issued, looked up (reading 16). */
const lookups = {
  'OP-10': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { tagId: subAgentTagId } = await use(world.subAgent.tag);
    return probe(transactionStatus, { path: { correlationId: randomUUID() }, query: { subAgentTagId } });
  },
  'OP-11': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { tagId: subAgentTagId } = await use(world.subAgent.tag);
    const invoiceId = String(9 * 10 ** 14 + randomInt(10 ** 12));
    return probe(invoice, { path: { invoiceId }, query: { subAgentTagId } });
  },
} as const;

const heads = {
  'OP-10': { id: 'OP10-UNKNOWN-ID~never-sent', clause: 'OP10-UNKNOWN-ID', title: 'a correlationId never sent is refused', needs: 'sender' },
  'OP-11': {
    id: 'OP11-UNKNOWN-ID~never-issued',
    clause: 'OP11-UNKNOWN-ID',
    title: 'an invoice id never issued is refused',
    needs: 'sender',
  },
} as const;

function refused(operation: keyof typeof lookups): ActiveCheck {
  const head = heads[operation];
  return check(head, async (stage) => {
    const reply = await lookups[operation](stage);
    mustBeReadable(reply);
    const holds = reply.code !== 2000 && reply.status !== 404;
    await mustRefuse(stage, head.clause, reply, holds, 'a refusal, HTTP 200 with code 4040 at best');
  });
}

function nothingFound(operation: keyof typeof lookups): ActiveCheck {
  const head = {
    id: `CODE-4040~unknown-id-${operation}`,
    clause: 'CODE-4040',
    operation,
    title: `${operation} answers an unknown id with code 4040`,
    needs: 'sender',
  } as const;
  return check(head, async (stage) => {
    const reply = await lookups[operation](stage);
    mustBeReadable(reply);
    mustHold('CODE-4040', reply.status === 200 && reply.code === 4040, 'HTTP 200 with code 4040', outcomeOf(reply), placeOf(reply));
  });
}

export const lookup: Suite = {
  name: 'Unknown ids',
  area: 'Business operations',
  checks: [refused('OP-10'), refused('OP-11'), nothingFound('OP-10'), nothingFound('OP-11')],
};
