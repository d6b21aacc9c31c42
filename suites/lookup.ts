import { randomInt, randomUUID } from 'node:crypto';
import { outcomeOf, placeOf, type Reply } from '../helpers/judge/reply.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { mustHold } from '../helpers/judge/must.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../helpers/run/check.ts';
import { mustRefuse } from './sweeps/there.ts';
import { activateBeneficiary, invoice, senderBalance, transactionStatus } from '../specs/operations.ts';

/** What was never sent or issued, looked up (reading 16). */
const lookups = {
  'OP-10': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { tagId: subAgentTagId } = await use(world.subAgent.tag);
    return probe(transactionStatus, { path: { correlationId: world.people.newCorrelationId() }, query: { subAgentTagId } });
  },
  'OP-11': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { tagId: subAgentTagId } = await use(world.subAgent.tag);
    const invoiceId = String(9 * 10 ** 14 + randomInt(10 ** 12));
    return probe(invoice, { path: { invoiceId }, query: { subAgentTagId } });
  },
  'OP-13': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await use(world.customer.sender);
    return probe(activateBeneficiary, { path: { senderId, id: '999999999999' }, query: { subAgentTagId }, payload: { object: true } });
  },
  'OP-14': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await use(world.customer.sender);
    return probe(senderBalance, { path: { senderId }, query: { subAgentTagId, sessionId: randomUUID() } });
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
  'OP-13': {
    id: 'OP13-UNKNOWN-ID~never-issued',
    clause: 'OP13-UNKNOWN-ID',
    title: 'activating an id never issued is refused',
    needs: 'sender',
  },
  'OP-14': {
    id: 'OP14-UNKNOWN-SESSION~never-issued',
    clause: 'OP14-UNKNOWN-SESSION',
    title: 'a balance with a session never issued is refused',
    needs: 'sender',
  },
} as const;

/** Of a look-up the document says more: HTTP 404 is none of its refusals (reading 16). */
const notFoundFails = new Set<string>(['OP-10', 'OP-11']);

function refused(operation: keyof typeof lookups): ActiveCheck {
  const head = heads[operation];
  return check(head, async (stage) => {
    const reply = await lookups[operation](stage);
    mustBeReadable(reply);
    const holds = reply.code !== 2000 && !(reply.status === 404 && notFoundFails.has(operation));
    await mustRefuse(stage, head.clause, reply, holds, 'a refusal, at best HTTP 200 with code 4040');
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
  checks: [refused('OP-10'), refused('OP-11'), refused('OP-13'), refused('OP-14'), nothingFound('OP-10'), nothingFound('OP-11')],
};
