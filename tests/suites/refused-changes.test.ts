import { expect, test } from 'vitest';
import { addBeneficiary, senderDetail } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { OffRecord } from '../../helpers/core/records/journal-lines.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { listedAfterWrongCode } from '../../suites/rules/refused-changes.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const ids = { senderId: '5f0c7a52-0000-4abc-8def-00000000000b', subAgentTagId };
const otherIds = { senderId: '5f0c7a52-0000-4abc-8def-00000000000c', subAgentTagId };
const payee = { accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee' };

const wrongCode = { status: { message: 'otp.invalid', code: 4170 }, result: null };

const list = (id: string, beneficiaryIds: readonly string[], after: number): Exchange =>
  recordedExchange(senderDetail, {
    id,
    values: { ...ids, consent: 'NONE' },
    answer: served({
      beneficiaries: beneficiaryIds.map((beneficiaryId) => ({
        beneficiaryId,
        accountNumber: payee.accountNo,
        ifscCode: payee.ifscCode,
        accountHolderName: payee.name,
        status: 'false',
      })),
    }),
    after,
  });

const add = (id: string, values: typeof ids, answer: Parameters<typeof recordedExchange>[1]['answer'], after: number): Exchange =>
  recordedExchange(addBeneficiary, { id, values: { ...values, ...payee, consent: 'NONE' }, answer, after });

function judgeLast(exchanges: readonly Exchange[], offRecord: readonly OffRecord[] = []): unknown {
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('expected a list');
  return listedAfterWrongCode.judge(readReply(senderDetail, last, true), foldRecord(exchanges, offRecord).momentOf(last));
}

const refused = [list('x1', [], 0), add('x2', otherIds, served({ beneficiaryId: 21 }), 1), add('x3', ids, wrongCode, 2)];

test('the account of a refused OP-7 accuses, although another sender has added it too', () => {
  expect(judgeLast([...refused, list('x4', ['22'], 3)])).toMatchObject({ held: false });
});

test('an entry under the id of the other sender has a clause of its own', () => {
  expect(judgeLast([...refused, list('x4', ['21'], 3)])).toBeNull();
});

test('a list without the account holds', () => {
  expect(judgeLast([...refused, list('x4', [], 3)])).toMatchObject({ held: true });
});

test.each([1, 2, 3])('a call off the record since the list before says nothing of the account (after %d exchanges)', (after) => {
  const offRecord: OffRecord[] = [{ after, senderId: ids.senderId, what: 'OP-7' }];
  expect(judgeLast([...refused, list('x4', ['22'], 3)], offRecord)).toBeNull();
});
