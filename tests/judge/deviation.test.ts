import { describe, expect, test } from 'vitest';
import { classifyAnswer, fieldInPlace } from '../../helpers/core/records/deviation.ts';
import { judgeValue } from '../../helpers/judge/schema/findings.ts';

test.for([
  [{ status: null }, 'no-answer'],
  [{ status: 500 }, 'http-500'],
  [{ status: 403, code: 4001 }, 'http-403'],
  [{ status: 200 }, 'http-200'],
  [{ status: 200, code: 4160 }, 'code-4160'],
  [{ status: 200, code: 2000 }, 'served'],
] as const)('of an answer: %o', ([answer, deviation]) => {
  expect(classifyAnswer(answer)).toBe(deviation);
});

describe('of a field', () => {
  const invoice = { amount: 1, beneficiaryName: 'Testcase', transactionId: 'T1', status: 'COMPLETED', bankRRN: '1', isDelayed: 'false' };
  test.for([
    ['isDelayed', 'no', 'value'],
    ['isDelayed', false, 'type-boolean'],
    ['isDelayed', null, 'type-null'],
    ['isDelayed', undefined, 'missing'],
    ['amount', '1', 'type-text'],
    ['amount', [], 'type-array'],
  ] as const)('%s as %o', ([field, value, deviation]) => {
    const { findings } = judgeValue('invoice', JSON.parse(JSON.stringify({ ...invoice, [field]: value })), 'result');
    expect(findings.map((one) => [one.place, one.deviation])).toEqual([[`result.${field}`, deviation]]);
  });

  test('of another form', () => {
    const [finding] = judgeValue('otp-challenge', { state: 'no uuid' }, 'result').findings;
    expect(finding).toMatchObject({ place: 'result.state', deviation: 'format' });
  });
});

test.for([
  ['POST /wallet/endpoint › result.invoiceId', 'result.invoiceId'],
  ['GET /sender/{senderId} › result.beneficiaries[3].status', 'result.beneficiaries[].status'],
  ['GET /balance/agent › result[0].walletType', 'result[].walletType'],
  ['result.limitLeft', 'result.limitLeft'],
  ['GET /wallet/endpoint', null],
  ['OP-14 before and after', null],
  ['http://127.0.0.1:8080/v2/api-docs', null],
  ['', null],
  [null, null],
] as const)('the field of %o', ([place, field]) => {
  expect(fieldInPlace(place)).toBe(field);
});
