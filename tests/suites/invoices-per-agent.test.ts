import { expect, test } from 'vitest';
import { invoice, requestTransfer } from '../../specs/operations.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { AgentName, Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { transferIdRules } from '../../suites/rules/transfer-ids.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const options = { userAgent: 'a', sourceAddress: 'b', geoTag: '1.0,2.0' };
const fixed = { subAgentTagId, senderId, sessionId: senderId, from: senderId, to: '17', type: 'imps', amount: 100, options };

const pay = (as: AgentName, correlationId: string, after: number): Exchange =>
  recordedExchange(requestTransfer, {
    id: `x${after}`,
    values: { ...fixed, correlationId },
    answer: served({ invoiceId: '1003' }),
    after,
    as,
  });

const look = (as: AgentName, transactionId: string, after: number): Exchange =>
  recordedExchange(invoice, {
    id: `x${after}`,
    values: { subAgentTagId, invoiceId: '1003' },
    answer: served({ status: 'COMPLETED', transactionId }),
    after,
    as,
  });

function judgeLast(clause: ClauseId, exchanges: readonly Exchange[]): unknown {
  const last = exchanges.at(-1);
  const rule = transferIdRules.find((each) => each.clause === clause);
  if (last === undefined || rule === undefined) throw new Error('expected a rule and an answer');
  const operation = last.operation === 'OP-9' ? requestTransfer : invoice;
  return rule.judge(readReply(operation, last, true), foldRecord(exchanges, []).momentOf(last));
}

test('two transfers of one agent have no invoice in common; those of two agents may', () => {
  expect(judgeLast('OP9-INVOICES-DIFFER', [pay('agent', 'c1', 0), pay('agent', 'c2', 1)])).toMatchObject({ held: false });
  expect(judgeLast('OP9-INVOICES-DIFFER', [pay('agent', 'c1', 0), pay('other', 'c2', 1)])).toMatchObject({ held: true });
});

test('an invoice of another agent has a transaction of its own', () => {
  const both = [pay('agent', 'c1', 0), pay('other', 'c2', 1), look('agent', 'T1', 2), look('other', 'T2', 3)];
  expect(judgeLast('OP11-TRANSACTION-ID-KEPT', both)).toBeNull();
  expect(judgeLast('OP11-TRANSACTION-ID-KEPT', [...both, look('agent', 'T1', 4)])).toMatchObject({ held: true });
  expect(judgeLast('OP11-TRANSACTION-ID-KEPT', [...both, look('agent', 'T2', 4)])).toMatchObject({ held: false });
});
