import { randomInt, randomUUID } from 'node:crypto';
import { mustAnswer } from '../helpers/judge/must.ts';
import { outcomeOf, type Reply } from '../helpers/judge/reply.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../helpers/runner/check.ts';
import { mustRefuse } from './sweeps/there.ts';
import { notApplicable } from '../helpers/judge/stop.ts';
import { unknownValues } from '../helpers/core/unknown-values.ts';
import { mustDiffer } from '../helpers/journey/refusals/refusal-list.ts';
import { ekycCall } from '../helpers/journey/onboarding/ekyc.ts';
import { activateBeneficiary, ekycOnboarding, invoice, senderBalance, transactionStatus } from '../specs/operations.ts';

/** What was never sent or issued, looked up (reading 16). */
const lookups = {
  'OP-10': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const subAgentTagId = await use(world.subAgent.tagId);
    return probe(transactionStatus, { path: { correlationId: world.people.newCorrelationId() }, query: { subAgentTagId } });
  },
  'OP-11': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const subAgentTagId = await use(world.subAgent.tagId);
    const invoiceId = String(9 * 10 ** 14 + randomInt(10 ** 12));
    return probe(invoice, { path: { invoiceId }, query: { subAgentTagId } });
  },
  'OP-13': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await use(world.customer.sender);
    return probe(activateBeneficiary, {
      path: { senderId, id: unknownValues.number },
      query: { subAgentTagId },
      payload: { object: true },
    });
  },
  'OP-14': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await use(world.customer.sender);
    return probe(senderBalance, { path: { senderId }, query: { subAgentTagId, sessionId: randomUUID() } });
  },
} as const;

/** What is of somebody else, looked up as if it were one's own (readings 16 and 21). */
const foreign = {
  // It is active already where it belongs, so nobody is harmed should it be activated once more.
  'OP-13': async ({ use, probe, world }: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await use(world.customer.sender);
    const { beneficiaryId: id } = await use(world.newcomer.beneficiaries.activated);
    return probe(activateBeneficiary, { path: { senderId, id }, query: { subAgentTagId }, payload: { object: true } });
  },
  'OP-14': async (stage: Stage): Promise<Reply> => {
    const { senderId, subAgentTagId } = await stage.use(stage.world.customer.sender);
    const own = (await stage.use(stage.world.customer.usual.before)).detail;
    const foreignId = (await stage.use(stage.world.foreignDetail)).getBalanceSessionId(stage);
    const sessionId = mustDiffer(foreignId, own.getBalanceSessionId(stage));
    return stage.probe(senderBalance, { path: { senderId }, query: { subAgentTagId, sessionId } });
  },
} as const;

const foreignHeads = {
  'OP-13': {
    id: 'OP13-UNKNOWN-ID~of-another-sender',
    clause: 'OP13-UNKNOWN-ID',
    title: "activating another sender's beneficiary is refused",
    needs: 'own-sender',
  },
  'OP-14': {
    id: 'OP14-FOREIGN-SESSION~of-another-sender',
    clause: 'OP14-FOREIGN-SESSION',
    title: "a balance with another sender's session is refused",
    needs: 'own-sender',
  },
} as const;

function foreignRefused(operation: keyof typeof foreign): ActiveCheck {
  const head = foreignHeads[operation];
  return check(head, async (stage) => {
    const reply = await foreign[operation](stage);
    mustBeReadable(reply);
    await mustRefuse(stage, head.clause, reply, reply.code !== 2000, 'a refusal');
  });
}

/** An eKYC request of a user whose mobile and address nobody can have; formats are open, so it may be accepted. */
async function invalidUser({ use, probe, world }: Stage): Promise<Reply> {
  const tagId = await use(world.subAgent.tagId);
  const { payload } = ekycCall('1', tagId);
  return probe(ekycOnboarding, { payload: { ...payload, name: '', email: 'no address' } });
}

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
    mustAnswer('CODE-4040', reply.status === 200 && reply.code === 4040, 'HTTP 200 with code 4040', reply);
  });
}

export const lookup: Suite = {
  name: 'Unknown ids',
  area: 'Business operations',
  checks: [
    refused('OP-10'),
    refused('OP-11'),
    refused('OP-13'),
    refused('OP-14'),
    nothingFound('OP-10'),
    nothingFound('OP-11'),
    foreignRefused('OP-13'),
    foreignRefused('OP-14'),
    check(
      {
        id: 'CODE-4160~invalid-user-OP-16',
        clause: 'CODE-4160',
        operation: 'OP-16',
        title: 'OP-16 answers a user whose data are invalid with code 4160',
        needs: 'sender',
      },
      async (stage) => {
        const reply = await invalidUser(stage);
        mustBeReadable(reply);
        stage.observe(`an eKYC request with invalid user data is answered with ${outcomeOf(reply)}`);
        if (reply.code === 2000) throw notApplicable('OP-16 accepted the data, whose formats are open');
        mustAnswer('CODE-4160', reply.status === 200 && reply.code === 4160, 'HTTP 200 with code 4160', reply);
      },
    ),
  ],
};
