import { documentedCall } from '../../specs/documented-call.ts';
import { invoice, transactionStatus } from '../../specs/operations.ts';
import { isRefusal } from '../../specs/codes.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { mustRefuse } from '../support/refusal.ts';

/** The first agent is the second one of the other's ids: its own transfer under the other's sub-agent (reading 16). */
const lookUpUnderOther: Readonly<Record<'OP-10' | 'OP-11', (context: CheckContext, subAgentTagId: string) => Promise<Reply>>> = {
  'OP-10': async ({ use, probe, journey }, subAgentTagId) => {
    const { correlationId, status } = journey.customer.usualTransfer;
    await use(status);
    const ids = { correlationId: await use(correlationId), subAgentTagId };
    return probe(transactionStatus, documentedCall(transactionStatus, 'only', ids));
  },
  'OP-11': async ({ use, probe, journey }, subAgentTagId) => {
    const { invoiceId, invoice: settled } = journey.customer.usualTransfer;
    await use(settled);
    return probe(invoice, documentedCall(invoice, 'only', { invoiceId: await use(invoiceId), subAgentTagId }));
  },
};

const underOtherCheck = (operation: keyof typeof lookUpUnderOther): ActiveCheck =>
  check(
    'AUTH-OTHER-AGENT',
    `own-transfer-${operation}`,
    `${operation} of an own transfer under another agent's sub-agent is refused`,
    { operation },
    async (context) => {
      const reply = await lookUpUnderOther[operation](context, await context.use(context.journey.otherAgent.subAgentTag));
      mustBeReadable(reply);
      await mustRefuse(context, reply, isRefusal(reply.status, reply.code), 'a refusal');
    },
  );

export const ownTransfers: Suite = {
  name: 'Own transfers',
  area: 'Access',
  checks: (['OP-10', 'OP-11'] as const).map(underOtherCheck),
};
