import { describe, expect, test } from 'vitest';
import {
  activateBeneficiary,
  addBeneficiary,
  invoice,
  onboardingStatus,
  requestTransfer,
  sendOtp,
  senderDetail,
  tagUser,
  transactionStatus,
} from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord, type Moment } from '../../helpers/judge/facts/facts.ts';
import type { OffRecord } from '../../helpers/core/records/journal-lines.ts';
import { recordedExchange, refused, served } from './recorded-exchange.ts';

const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const otherId = '5f0c7a52-0000-4abc-8def-00000000000c';
const ids = { senderId, subAgentTagId };
const options = { userAgent: 'a', sourceAddress: 'b', geoTag: '1.0,2.0' };

const transferValues = (correlationId: string, amount = 1234.56): object => ({
  ...ids,
  sessionId: otherId,
  from: senderId,
  to: '17',
  type: 'imps',
  options,
  amount,
  correlationId,
});

const listed = (...statuses: readonly (readonly [id: string, status: string])[]): unknown =>
  served({
    beneficiaries: statuses.map(([beneficiaryId, status]) => ({
      beneficiaryId,
      accountNumber: `9999${beneficiaryId}`,
      ifscCode: 'AAAA0000001',
      accountHolderName: 'Artificial Payee',
      status,
    })),
  });

/** What judges the last of the exchanges. */
function lastMoment(exchanges: readonly Exchange[], offRecord: readonly OffRecord[] = []): Moment {
  const last = exchanges.at(-1);
  if (last === undefined) throw new Error('expected exchanges, received none');
  return foldRecord(exchanges, offRecord).momentOf(last);
}

const tag = (id: string, mobile: string, tagId: string, after: number, as: 'agent' | 'other' = 'agent'): Exchange =>
  recordedExchange(tagUser, {
    id,
    form: 'customer',
    values: { mobile, consent: 'NONE' },
    answer: served({ tagId, status: true }),
    after,
    as,
  });

describe('people', () => {
  test('a tag is known before a call that left after it, for its agent alone', () => {
    const { before } = lastMoment([tag('x1', '9990000101', senderId, 0), tag('x2', '9990000101', senderId, 1)]);
    expect(before.tagOf('agent', 'customer', '919990000101')).toMatchObject({ tagId: senderId, exchange: 'x1' });
    expect(before.tagOf('other', 'customer', '9990000101')).toBeUndefined();
    expect(before.tagOf('agent', 'subAgent', '9990000101')).toBeUndefined();
  });

  test('overlap excuses order and not identity', () => {
    const { before, beforeAnswer } = lastMoment([tag('x1', '9990000101', senderId, 0), tag('x2', '9990000102', senderId.toUpperCase(), 0)]);
    expect(before.ownersOf(senderId)).toEqual([]);
    expect(beforeAnswer.ownersOf(senderId)).toMatchObject([{ mobile: '9990000101' }]);
  });

  test('a refusal, a lost answer and a call without a token establish nothing', () => {
    const about = { form: 'customer', values: { mobile: '9990000101', consent: 'NONE' }, after: 0 } as const;
    for (const exchange of [
      recordedExchange(tagUser, { id: 'x1', ...about, answer: refused() }),
      recordedExchange(tagUser, { id: 'x1', ...about }),
      recordedExchange(tagUser, { id: 'x1', ...about, answer: served({ tagId: senderId }), as: null }),
      recordedExchange(tagUser, { id: 'x1', ...about, answer: served({ tagId: senderId }), status: 400 }),
    ])
      expect(lastMoment([exchange, tag('x2', '9990000101', otherId, 1)]).before.tagOf('agent', 'customer', '9990000101')).toBeUndefined();
  });

  test('states, sessions and who was new are kept', () => {
    const { before } = lastMoment([
      recordedExchange(onboardingStatus, {
        id: 'x1',
        form: 'customer',
        values: { mobile: '9990000101' },
        answer: served({ isOldUser: 'false' }),
        after: 0,
      }),
      tag('x2', '9990000101', senderId, 1),
      recordedExchange(sendOtp, { id: 'x3', values: { object: 9990000101 }, answer: served({ state: otherId }), after: 2 }),
      recordedExchange(senderDetail, {
        id: 'x4',
        values: ids,
        answer: served({ sessionId: { fundtransferSessionId: 'S-1', getBalanceSessionId: 'S-2' } }),
        after: 3,
      }),
      tag('x5', '9990000101', senderId, 4),
    ]);
    expect(before.seenNew(senderId)?.exchange).toBe('x1');
    expect(before.challengesOf(otherId.toUpperCase())).toMatchObject([{ exchange: 'x3' }]);
    expect(before.sessionsOf('s-2')).toMatchObject([{ senderId, exchange: 'x4' }]);
    expect(before.servedWith(senderId)?.exchange).toBe('x4');
    expect(before.servedWith(otherId)).toBeUndefined();
  });
});

describe('transfers', () => {
  const pay = (id: string, correlationId: string, invoiceId: unknown, after: number, form = 'path'): Exchange =>
    recordedExchange(requestTransfer, { id, form, values: transferValues(correlationId), answer: served({ invoiceId }), after });
  const look = (id: string, correlationId: string, status: string, after: number): Exchange =>
    recordedExchange(transactionStatus, { id, values: { subAgentTagId, correlationId }, answer: served({ status, invoiceId: 5 }), after });
  const read = (id: string, invoiceId: string, after: number): Exchange =>
    recordedExchange(invoice, {
      id,
      values: { subAgentTagId, invoiceId },
      answer: served({ status: 'COMPLETED', transactionId: 'T-1' }),
      after,
    });

  test.each(['path', 'query'])('an accepted amount is known exactly, by invoice and by correlationId (%s form)', (form) => {
    const { before } = lastMoment([pay('x1', 'c-1', '0050123', 0, form), read('x2', '50123', 1)]);
    expect(before.ofInvoice('50123')).toMatchObject([{ senderId, beneficiaryId: '17', correlationId: 'c-1', exchange: 'x1' }]);
    expect(before.ofCorrelationId('c-1')[0]?.amount?.toFixed()).toBe('1234.56');
  });

  test('an invoice id that is not of digits establishes nothing', () => {
    expect(lastMoment([pay('x1', 'c-1', 'INV-1', 0), look('x2', 'c-1', 'COMPLETED', 1)]).before.ofCorrelationId('c-1')).toEqual([]);
  });

  test('a final status is known until the correlationId is sent again', () => {
    const first = [pay('x1', 'c-1', '5', 0), look('x2', 'c-1', 'COMPLETED', 1)];
    expect(lastMoment([...first, look('x3', 'c-1', 'FAILED', 2)]).before.finalStatus('c-1')).toMatchObject({ status: 'COMPLETED' });
    expect(lastMoment([...first, pay('x3', 'c-1', '6', 2), look('x4', 'c-1', 'FAILED', 3)]).before.finalStatus('c-1')).toBeUndefined();
  });

  test('what another agent is told of a transfer is no status of it', () => {
    const exchanges = [
      pay('x1', 'c-1', '5', 0),
      { ...look('x2', 'c-1', 'FAILED', 1), as: 'other' as const },
      look('x3', 'c-1', 'PENDING', 2),
    ];
    expect(lastMoment(exchanges).before.finalStatus('c-1')).toBeUndefined();
  });

  test('a look that overlaps the first final status is not held to it', () => {
    const exchanges = [pay('x1', 'c-1', '5', 0), look('x2', 'c-1', 'COMPLETED', 1), look('x3', 'c-1', 'PENDING', 1)];
    expect(lastMoment(exchanges).before.finalStatus('c-1')).toBeUndefined();
  });

  test('bank transactions are known by what OP-11 completed', () => {
    expect(lastMoment([read('x1', '5', 0), read('x2', '6', 1)]).beforeAnswer.ofTransactionId('T-1')).toMatchObject([{ invoiceId: '5' }]);
  });
});

test.each([
  [429, 'refused'],
  [503, 'unknown'],
])('a call answered %s ends %s', (status, ended) => {
  const added = { accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee', consent: 'NONE' };
  const call = recordedExchange(addBeneficiary, { id: 'x1', values: { ...ids, ...added }, answer: {}, status, after: 0 });
  const later = recordedExchange(senderDetail, { id: 'x2', values: ids, answer: listed(), after: 1 });
  expect(lastMoment([call, later]).balanceOf(senderId).asked[0]).toMatchObject({ exchange: 'x1', ended });
});

describe('lists', () => {
  const list = (id: string, answer: unknown, after: number): Exchange => recordedExchange(senderDetail, { id, values: ids, answer, after });
  const add = (id: string, accountNo: string, answer: unknown, after: number): Exchange =>
    recordedExchange(addBeneficiary, {
      id,
      values: { ...ids, accountNo, ifscCode: 'AAAA0000001', name: 'Artificial Payee' },
      answer,
      after,
    });
  const activate = (id: string, beneficiary: string, answer: unknown, after: number): Exchange =>
    recordedExchange(activateBeneficiary, { id, form: 'true', values: { ...ids, id: beneficiary }, answer, after });
  const added = served({ beneficiaryId: 17 });

  test('what was added and activated before the list was asked for is certain', () => {
    const exchanges = [
      list('x1', listed(['16', 'false']), 0),
      add('x2', '999917', added, 1),
      activate('x3', '17', served(null), 2),
      list('x4', listed(['16', 'false'], ['17', 'true']), 3),
    ];
    expect(lastMoment(exchanges).listOf(senderId)).toMatchObject({
      last: { exchange: 'x1' },
      added: [{ id: '17', account: '999917', wasListed: false, exchange: 'x2' }],
      switched: [{ id: '17', on: true }],
      isUncertain: false,
    });
  });

  test('an account that was listed before is marked', () => {
    const exchanges = [list('x1', listed(['16', 'true']), 0), add('x2', '999916', added, 1), list('x3', listed(['16', 'true']), 2)];
    expect(lastMoment(exchanges).listOf(senderId).added).toMatchObject([{ wasListed: true }]);
  });

  test.each([
    [
      'a change that ends after the list was asked for',
      [activate('x1', '17', served(null), 0), list('x2', listed(['17', 'true']), 0)],
      true,
    ],
    [
      'a change without an answer',
      [recordedExchange(activateBeneficiary, { id: 'x1', form: 'true', values: { ...ids, id: '17' }, after: 0 }), list('x2', listed(), 1)],
      true,
    ],
    ['a refused change', [activate('x1', '17', refused(), 0), list('x2', listed(['17', 'false']), 1)], false],
    [
      'a change of another sender',
      [
        recordedExchange(activateBeneficiary, { id: 'x1', form: 'true', values: { senderId: otherId, subAgentTagId, id: '9' }, after: 0 }),
        list('x2', listed(), 1),
      ],
      false,
    ],
  ])('%s', (_, exchanges, isUncertain) => {
    expect(lastMoment(exchanges).listOf(senderId).isUncertain).toBe(isUncertain);
  });

  test('a change that is still under way when the list comes is known from its departure', () => {
    const exchanges = [list('x2', listed(['17', 'true']), 0), activate('x1', '17', served(null), 0)];
    const { momentOf } = foldRecord(exchanges);
    const [shown] = exchanges;
    if (shown === undefined) throw new Error('expected an exchange');
    expect(momentOf(shown).listOf(senderId).isUncertain).toBe(true);
  });

  test.each([
    [senderId, true],
    [null, true],
    [otherId, false],
  ])('a call off the record ends what was known of its sender (%s)', (disturbed, isUncertain) => {
    const exchanges = [list('x1', listed(['17', 'true']), 0), list('x2', listed(['17', 'false']), 1)];
    const offRecord: OffRecord[] = [{ after: 1, senderId: disturbed, what: 'OP-13' }];
    expect(lastMoment(exchanges, offRecord).listOf(senderId).isUncertain).toBe(isUncertain);
  });

  test('a call off the record disturbs no moment before it', () => {
    const exchanges = [list('x1', listed(['17', 'true']), 0), list('x2', listed(['17', 'true']), 1)];
    const { momentOf } = foldRecord(exchanges, [{ after: 2, senderId, what: 'OP-9' }]);
    const [first, second] = exchanges.map((each) => momentOf(each).askedOf(senderId));
    expect([first?.isDisturbed(0, Infinity), second?.isDisturbed(0, Infinity)]).toEqual([false, false]);
  });

  test('a list read after that is certain again', () => {
    const exchanges = [
      list('x1', listed(['17', 'true']), 0),
      list('x2', listed(['17', 'false']), 1),
      list('x3', listed(['17', 'false']), 2),
    ];
    expect(lastMoment(exchanges, [{ after: 1, senderId, what: 'OP-13' }]).listOf(senderId).isUncertain).toBe(false);
  });

  test('what other senders added is told apart', () => {
    const foreign = recordedExchange(addBeneficiary, {
      id: 'x1',
      values: { senderId: otherId, subAgentTagId, accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee' },
      answer: added,
      after: 0,
    });
    const { addedElsewhere, added: own } = lastMoment([foreign, list('x2', listed(), 1)]).listOf(senderId);
    expect(own).toEqual([]);
    expect(addedElsewhere).toMatchObject([{ id: '17', senderId: otherId }]);
  });
});

test('an earlier record, which does not say what was known, establishes nothing before a call', () => {
  const { id, operation, purpose, startedAt, durationMs, request, response, trouble } = tag('x1', '9990000101', senderId, 0);
  const earlier = { id, operation, purpose, startedAt, durationMs, request, response, trouble };
  expect(lastMoment([earlier, tag('x2', '9990000101', otherId, 1)]).before.tagOf('agent', 'customer', '9990000101')).toBeUndefined();
});
