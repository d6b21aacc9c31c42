import { describe, expect, test } from 'vitest';
import { judgeValue } from '../../../helpers/judge/schema/findings.ts';
import { schemaNames } from '../../schemas/files.ts';

const uuid = '5f0c7a52-1111-4abc-8def-0123456789ab';
const one = { accountNumber: '1', ifscCode: 'ZZZZ0000001', accountHolderName: 'No One', beneficiaryId: '17', status: 'true' };
const detail = {
  senderName: 'Testcase Sender',
  kycStatus: { kyc_status: 'COMPLETED', kyc_expired_on: '2030-01-31 12:00:00', kyc_required: false, taxation_required: false },
  limitLeft: { MONTHLY: 1000.5 },
  senderMobile: 9_990_000_002,
  sessionId: { fundtransferSessionId: uuid, getBalanceSessionId: uuid },
  beneficiaries: [one],
};

const found = (schema: string, value: unknown): string[] =>
  judgeValue(schema, value, 'result').findings.map(
    ({ clause, place, expected, received }) => `${clause} ${place}: ${expected}, ${received}`,
  );

describe('a value as specified', () => {
  test('has no finding, and every clause of what is there was judged', () => {
    const { findings, judged } = judgeValue('sender-detail', detail, 'result');
    expect(findings).toEqual([]);
    expect([...judged]).toEqual(expect.arrayContaining(['OP6-RESULT', 'OP6-RESULT-LIMIT-LEFT', 'OP6-RESULT-BENEFICIARIES-STATUS']));
  });

  test('says nothing about missing parts', () => {
    const { judged } = judgeValue('sender-detail', { ...detail, beneficiaries: [] }, 'result');
    expect(judged.has('OP6-RESULT-BENEFICIARIES')).toBe(true);
    expect(judged.has('OP6-RESULT-BENEFICIARIES-STATUS')).toBe(false);
  });

  test('may hold fields the document does not know', () => {
    expect(found('sender-detail', { ...detail, more: 1, beneficiaries: [{ ...one, more: null }] })).toEqual([]);
  });
});

describe('a broken value leads to the clause of its place', () => {
  test.each([
    ['a wrong type', 'transfer-result', { invoiceId: 50123 }, ['OP9-RESULT-INVOICE-ID result.invoiceId: text of digits, 50123 (a number)']],
    ['a wrong form', 'transfer-result', { invoiceId: 'A-1' }, ['OP9-RESULT-INVOICE-ID result.invoiceId: text of digits, "A-1" (text)']],
    ['a missing field', 'transfer-result', {}, ['OP9-RESULT-INVOICE-ID result.invoiceId: text of digits, nothing']],
    ['null for an object', 'transfer-result', null, ['OP9-RESULT result: an object, null']],
    [
      'a wrong type under a closed list',
      'transaction-status',
      { invoiceId: 1, message: 'm', status: 1 },
      ['OP10-RESULT-STATUS result.status: text, 1 (a number)'],
    ],
    [
      'a value outside a closed list',
      'transaction-status',
      { invoiceId: 1, message: 'm', status: 'SUCCESS' },
      ['OP10-RESULT-STATUS-VALUES result.status: one of "COMPLETED", "FAILED", "PENDING", "SUCCESS" (text)'],
    ],
    ['a list instead of an object', 'sender-balance', [], ['OP14-RESULT result: an object, [] (an array)']],
    [
      'null for a value of any type is a value',
      'invoice',
      { amount: 1, beneficiaryName: 'a', transactionId: 't', status: 'FAILED', bankRRN: null, isDelayed: 'true' },
      [],
    ],
    ['something where there is nothing', 'activation', {}, ['OP13-RESULT result: null, {} (an object)']],
    ['an item of a list', 'payment-sources', ['wallet', 'cash'], ['OP2-RESULT-VALUES result[1]: one of "bank", "wallet", "cash" (text)']],
    ['an item of another type', 'payment-sources', ['wallet', 1], ['OP2-RESULT result[1]: text, 1 (a number)']],
  ])('%s', (_, schema, value, findings) => {
    expect(found(schema, value)).toEqual(findings);
  });

  test('a field of an item of a list', () => {
    const beneficiaries = [one, { ...one, status: true }, { ...one, beneficiaryId: 17 }];
    expect(found('sender-detail', { ...detail, beneficiaries })).toEqual([
      'OP6-RESULT-BENEFICIARIES-STATUS result.beneficiaries[1].status: the text "true" or "false", true (a boolean)',
      'OP6-RESULT-BENEFICIARIES-BENEFICIARY-ID result.beneficiaries[2].beneficiaryId: text of digits, 17 (a number)',
    ]);
  });

  test('a value of a map, and a key beyond the example, are two clauses', () => {
    const clauses = judgeValue('sender-detail', { ...detail, limitLeft: { MONTHLY: '1', DAILY: 2 } }, 'result').findings.map(
      ({ clause, place }) => [clause, place],
    );
    expect(clauses.sort()).toEqual([
      ['OP6-RESULT-LIMIT-LEFT', 'result.limitLeft.MONTHLY'],
      ['OP6-RESULT-LIMIT-LEFT-KEYS', 'result.limitLeft'],
    ]);
  });

  test('a place is named as it is written in the value', () => {
    const limitLeft = { MONTHLY: 1, 'a/b~c': 'x', '1a': 'y', a1: 'z' };
    const { findings } = judgeValue('sender-detail', { ...detail, limitLeft }, 'result');
    const told = findings.map(({ place, received }) => `${place} ${received}`);
    expect(told).toEqual(
      expect.arrayContaining(['result.limitLeft.a/b~c "x" (text)', 'result.limitLeft.1a "y" (text)', 'result.limitLeft.a1 "z" (text)']),
    );
    const sources = [...Array.from({ length: 10 }, () => 'wallet'), 17];
    expect(judgeValue('payment-sources', sources, 'result').findings[0]).toMatchObject({ place: 'result[10]', received: '17 (a number)' });
  });

  test('a schema that leads to no clause accuses nobody: it is our own mistake', () => {
    expect(() => judgeValue('verdict', [], 'verdict')).toThrow(
      'expected a catalogue clause around #/type, received none: annotate the schema',
    );
  });

  test('a list of any length is judged to its end, and each place has its index', () => {
    const beneficiaries = Array.from({ length: 2500 }, (_, n) => (n === 1700 || n === 2499 ? { ...one, status: true } : one));
    const places = judgeValue('sender-detail', { ...detail, senderName: 1, beneficiaries }, 'result').findings.map(({ place }) => place);
    expect(places).toEqual(['result.senderName', 'result.beneficiaries[1700].status', 'result.beneficiaries[2499].status']);
    const balances = [...Array<object>(1000).fill({ walletType: 'MAIN' }), 7];
    expect(judgeValue('agent-balance', balances, 'result').findings.at(-1)).toMatchObject({ clause: 'OP15-RESULT', place: 'result[1000]' });
  });

  test('a hundred thousand wrong items are a thousand findings', () => {
    expect(found('payment-sources', Array<string>(100_000).fill('x'))).toHaveLength(1000);
  });

  test('a place has one finding per clause, however many keywords it breaks', () => {
    expect(found('onboarding-status', { isOldUser: true })).toHaveLength(1);
    expect(found('otp-challenge', { state: 17 })).toHaveLength(1);
  });

  test('the envelope: each part its own clause', () => {
    expect(
      judgeValue('envelope', { status: { message: 1, code: '2000' } }, '').findings.map(({ clause, place }) => [clause, place]),
    ).toEqual([
      ['ENVELOPE-RESULT', 'result'],
      ['ENVELOPE-STATUS-MESSAGE', 'status.message'],
      ['ENVELOPE-STATUS-CODE', 'status.code'],
    ]);
    expect(
      judgeValue('envelope', { status: { message: null, code: 2001 }, result: null }, '').findings.map(({ clause }) => clause),
    ).toEqual(['CODE-LISTED']);
  });

  test('no value throws, whatever it is', () => {
    const values = [undefined, null, true, 0, '', 'text', [], [[]], {}, { status: {} }, { '': 1, 'a/b': 2, '~': 3 }];
    for (const schema of schemaNames) for (const value of values) expect(() => judgeValue(schema, value, 'result')).not.toThrow();
  });
});
