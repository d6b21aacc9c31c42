import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import type { Operation } from '../../../specs/operation.ts';
import { invoice, senderBalance, senderSecurityScheme, transactionStatus, transferSecurityScheme } from '../../../specs/operations.ts';
import type { Reply } from '../../judge/reply.ts';
import { pollLast } from '../../session/poll.ts';
import type { Step } from '../../session/session.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { findNewestDetail, markBalanceRead } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { isKnownTransfer } from '../transfer/made-transfers.ts';
import { buildSchemeCall } from '../transfer/transfer.ts';
import { createCircumstance } from '../setup/circumstance.ts';

/** The document does not show the values of `statusCheckType`. */
const statusCheckType = 'status';

export interface Parameters {
  readonly statusParameter: Step<Reply>;
  readonly parametersLeftOut: Step<readonly Reply[]>;
}

const without = (parameter: string, call: DocumentedCall): DocumentedCall => ({
  ...call,
  query: Object.fromEntries(Object.entries(call.query).filter(([name]) => name !== parameter)),
});

interface ParametersParts {
  readonly customer: CustomerJourney;
  readonly payer: Step<CustomerJourney>;
  /** Transfers of the payer: they need not wait for calls that others go ahead of. */
  readonly follows: readonly Step<unknown>[];
}

export function createParameters(deps: Dependencies, { customer, payer, follows }: ParametersParts): Parameters {
  return {
    statusParameter: createCircumstance(deps, 'OP-10 with statusCheckType', async (session) => {
      const { subAgentTagId } = await session.use(customer.sender);
      await session.use(customer.usualTransfer.status);
      const correlationId = await session.use(customer.usualTransfer.correlationId);
      const call = documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId });
      const ask = (): Promise<Reply> => session.probe(transactionStatus, { ...call, query: { ...call.query, statusCheckType } });
      // A copy of the service may lag: then it is not the parameter that is refused.
      return pollLast(ask, isKnownTransfer, deps.waits.upTo('arrival'));
    }),
    parametersLeftOut: createCircumstance(deps, 'calls without subAgentTagId', async (session) => {
      skipWhereCodesAreTyped(deps.people);
      const { sender, usualTransfer, source } = await session.use(payer);
      const who = await session.use(sender);
      const ids = { ...who, ...(await session.use(usualTransfer.requested)) };
      const paidFrom = await session.use(source);
      await session.afterRequested(follows);
      const { detail: used } = await session.use(usualTransfer.after);
      const detail = findNewestDetail(deps, who) ?? used;
      return deps.inTurn(who.person, async () => {
        markBalanceRead(deps, who, detail);
        const calls: readonly (readonly [Operation, DocumentedCall])[] = [
          [senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', ids)],
          [transferSecurityScheme, buildSchemeCall(ids, paidFrom)],
          [transactionStatus, documentedCall(transactionStatus, 'only', ids)],
          [invoice, documentedCall(invoice, 'only', ids)],
          [senderBalance, documentedCall(senderBalance, 'only', { ...ids, sessionId: detail.getBalanceSessionId(session) })],
        ];
        const replies: Reply[] = [];
        for (const [operation, call] of calls) replies.push(await session.probe(operation, without('subAgentTagId', call)));
        for (const [operation, call] of calls.slice(-1)) await session.probe(operation, without('sessionId', call));
        return replies;
      });
    }),
  };
}
