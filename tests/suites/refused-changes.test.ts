import { expect, test } from 'vitest';
import { activateBeneficiary, addBeneficiary, senderDetail } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { OffRecord } from '../../helpers/core/records/journal-lines.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { listedAfterRefusal, listedAfterWrongCode } from '../../suites/rules/refused-changes.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const ids = { senderId: '5f0c7a52-0000-4abc-8def-00000000000b', subAgentTagId };
const otherIds = { senderId: '5f0c7a52-0000-4abc-8def-00000000000c', subAgentTagId };
const payee = { accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee' };

const wrongCode = { status: { message: 'otp.invalid', code: 4170 }, result: null };

const list = (id: string, beneficiaryIds: readonly string[], after: number, status = 'false'): Exchange =>
  recordedExchange(senderDetail, {
    id,
    values: { ...ids, consent: 'NONE' },
    answer: served({
      beneficiaries: beneficiaryIds.map((beneficiaryId) => ({
        beneficiaryId,
        accountNumber: payee.accountNo,
        ifscCode: payee.ifscCode,
        accountHolderName: payee.name,
        status,
      })),
    }),
    after,
  });

const add = (id: string, values: typeof ids, answer: Parameters<typeof recordedExchange>[1]['answer'], after: number): Exchange =>
  recordedExchange(addBeneficiary, { id, values: { ...values, ...payee, consent: 'NONE' }, answer, after });

const judgeBy = (check: PassiveCheck, exchanges: readonly Exchange[], offRecord: readonly OffRecord[] = []): unknown => {
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('expected a list');
  return check.judge(readReply(senderDetail, last, true), foldRecord(exchanges, offRecord).momentOf(last));
};

const judgeLast = (exchanges: readonly Exchange[], offRecord?: readonly OffRecord[]): unknown =>
  judgeBy(listedAfterWrongCode, exchanges, offRecord);

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

const forbidden = { status: { message: 'not.authorized', code: 4001 }, result: null };

const switchOn = (id: string, answer: Parameters<typeof recordedExchange>[1]['answer'], after: number): Exchange =>
  recordedExchange(activateBeneficiary, { id, values: { ...ids, id: '21' }, answer, after });

test.each(['true', 'false'])('a beneficiary that a refused OP-13 named stays as it was (%s)', (was) => {
  const switched = was === 'true' ? 'false' : 'true';
  const before = [list('x1', ['21'], 0, was), switchOn('x2', forbidden, 1)];
  expect(judgeBy(listedAfterRefusal, [...before, list('x3', ['21'], 2, switched)])).toMatchObject({ held: false });
});

const listOfTwo = (id: string, statuses: readonly [string, string], after: number): Exchange =>
  recordedExchange(senderDetail, {
    id,
    values: { ...ids, consent: 'NONE' },
    answer: served({
      beneficiaries: statuses.map((status, index) => ({
        beneficiaryId: String(21 + index),
        accountNumber: `${payee.accountNo}${index}`,
        ifscCode: payee.ifscCode,
        accountHolderName: payee.name,
        status,
      })),
    }),
    after,
  });

test('another beneficiary that becomes active alone takes back the suspicion that a refused OP-13 activates', () => {
  const switched = [listOfTwo('x1', ['false', 'false'], 0), switchOn('x2', forbidden, 1), listOfTwo('x3', ['true', 'false'], 2)];
  const about = 'x2 activates';
  expect(judgeBy(listedAfterRefusal, switched)).toMatchObject({ held: false, suspicion: { about, times: 1, mayLag: true } });
  const later = [listOfTwo('x4', ['true', 'true'], 3), listOfTwo('x5', ['true', 'true'], 4)];
  expect(judgeBy(listedAfterRefusal, [...switched, ...later])).toMatchObject({ held: false, atMost: 'warn', dismisses: [about] });
});
