import { expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { invoice, requestTransfer, transactionStatus } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { finalStatusRules } from '../../suites/rules/final-status.ts';
import { transferDetailRules } from '../../suites/rules/transfer-details.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const options = { userAgent: 'a', sourceAddress: 'b', geoTag: '1.0,2.0' };
const sent = {
  senderId,
  subAgentTagId,
  sessionId: senderId,
  from: senderId,
  to: '17',
  type: 'imps',
  options,
  amount: 100,
  correlationId: 'c1',
};

const pays = (id: string, after: number, invoiceId: string): Exchange =>
  recordedExchange(requestTransfer, { id, values: sent, answer: served({ invoiceId }), after });
const looks = (id: string, after: number, invoiceId: number, status: string): Exchange =>
  recordedExchange(transactionStatus, {
    id,
    values: { correlationId: 'c1', subAgentTagId },
    answer: served({ invoiceId, message: '', status }),
    after,
  });

/** What the rule says of the last answer. */
function judgeLast(clause: string, exchanges: readonly Exchange[], operation: Operation = transactionStatus): unknown {
  const rule = [...transferDetailRules, ...finalStatusRules].find((each) => each.clause === clause);
  const last = exchanges.at(-1);
  if (rule === undefined || last === undefined) throw new Error('expected a rule and an answer');
  return rule.judge(readReply(operation, last, true), foldRecord(exchanges, []).momentOf(last));
}

test.each(['OP10-INVOICE-AGREES', 'OP10-FINAL-STATUS-KEPT'])('%s holds while nobody asks for the same transfer again', (clause) => {
  const before = [pays('x1', 0, '1'), looks('x2', 1, 1, 'COMPLETED')];
  expect(judgeLast(clause, [...before, looks('x4', 2, 2, 'PENDING')])).toMatchObject({ held: false });
  // The repeated OP-9 left before this answer came, and was answered after this look had left.
  expect(judgeLast(clause, [...before, pays('x3', 2, '2'), looks('x4', 2, 2, 'PENDING')])).toBeNull();
});

test('a final status of OP-11 is compared with every earlier one: the newest may be of an answer that nothing has judged', () => {
  const shows = (id: string, after: number, status: string): Exchange =>
    recordedExchange(invoice, {
      id,
      values: { invoiceId: '1', subAgentTagId },
      answer: served({ amount: 100, beneficiaryName: 'a', transactionId: '', status, bankRRN: '', isDelayed: 'false' }),
      after,
    });
  const record = [pays('x1', 0, '1'), shows('x2', 1, 'COMPLETED'), shows('x3', 2, 'FAILED'), shows('x4', 3, 'FAILED')];
  expect(judgeLast('OP11-FINAL-STATUS-KEPT', record, invoice)).toMatchObject({ held: false, atMost: 'warn', expected: 'COMPLETED' });
});
