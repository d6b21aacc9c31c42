import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { senderDetail, transactionStatus } from '../../specs/operations.ts';
import { describeValue as inWords, typeName } from '../../helpers/core/describe.ts';
import { findingAround, findingIn, validValueAt, validIdAt, usableTextAt, valueAt } from '../../helpers/judge/fields.ts';
import { readEvident } from '../../helpers/judge/evident.ts';
import { decimalAt, isSameDouble } from '../../helpers/judge/exact-decimal.ts';
import type { StopReason } from '../../helpers/judge/stop.ts';
import { isTimestamp, parseTimestamp } from '../../helpers/core/timestamp.ts';
import { describeExpectation } from '../../helpers/judge/schema/expectation-text.ts';
import { envelope, reply } from './replies.ts';
import { catchStop } from './stops.ts';

describe('a value that a comparison rests on', () => {
  const answer = (result: unknown): ReturnType<typeof reply> => reply(transactionStatus, { body: envelope(2000, result) });

  test('is returned when it is as specified', () => {
    expect(validValueAt(answer({ invoiceId: 17, message: 'm', status: 'FAILED' }), 'result.invoiceId')).toBe(17);
  });

  test.each([
    ['of the wrong type', { invoiceId: 'seventeen', message: 'm', status: 'FAILED' }, 'OP10-RESULT-INVOICE-ID'],
    ['missing', { message: 'm', status: 'FAILED' }, 'OP10-RESULT-INVOICE-ID'],
    ['in nothing', null, 'OP10-RESULT'],
  ])('%s: its own clause is the cause', (_, result, cause) => {
    expect(catchStop(() => validValueAt(answer(result), 'result.invoiceId'))).toMatchObject({ kind: 'blocked', cause, owner: 'service' });
  });

  test('is reported with its place and content when it is broken', () => {
    const place = `GET ${transactionStatus.path} › result.invoiceId`;
    expect(catchStop(() => validValueAt(answer({ invoiceId: '17 or so' }), 'result.invoiceId'))).toMatchObject({
      reason: `${place} holds "17 or so" (text), which the suite cannot use`,
    });
  });

  test('is read on in the type of its schema when it evidently says it', () => {
    expect(validValueAt(answer({ invoiceId: '17', message: 'm', status: 'FAILED' }), 'result.invoiceId')).toBe(17);
    const listed = reply(senderDetail, { body: envelope(2000, { beneficiaries: [{ beneficiaryId: 17, status: true }] }) });
    expect(validValueAt(listed, 'result.beneficiaries[0].beneficiaryId')).toBe('17');
    expect(validValueAt(listed, 'result.beneficiaries[0].status')).toBe('true');
  });

  test('is an id as text, or none at all', () => {
    expect(validIdAt(answer({ invoiceId: 17, message: 'm', status: 'FAILED' }), 'result.invoiceId')).toBe('17');
    expect(validIdAt(answer({ invoiceId: 17, message: 'm', status: 'FAILED' }), 'result.more')).toBe('');
    expect(validIdAt(answer({ invoiceId: '17', message: 'm', status: 'FAILED' }), 'result.invoiceId')).toBe('17');
    expect(catchStop(() => validIdAt(answer({ invoiceId: 'x17' }), 'result.invoiceId'))).toMatchObject({ cause: 'OP10-RESULT-INVOICE-ID' });
  });

  test('is not doubted because of a neighbor or a mere difference from an example', () => {
    expect(validValueAt(answer({ invoiceId: 17, message: null, status: 'FAILED' }), 'result.invoiceId')).toBe(17);
    const pending = reply(senderDetail, { body: envelope(2000, { kycStatus: { kyc_status: 'PENDING' } }) });
    expect(validValueAt(pending, 'result.kycStatus.kyc_status')).toBe('PENDING');
  });
});

test.each([
  ['boolean-text', true, 'true'],
  ['boolean-text', 'TRUE', undefined],
  ['boolean', 'false', false],
  ['boolean', 'no', undefined],
  ['numeric-text', 17, '17'],
  ['numeric-text', -1, undefined],
  ['numeric-text', 0.5, undefined],
  ['integer', '17', 17],
  ['number', '-0.53', -0.53],
  ['number', '1e3', undefined],
  ['number', '12345678901234567', undefined],
  ['number', '', undefined],
  ['text', 17, undefined],
  ['uuid', 17, undefined],
])('as %s, %j evidently says %j', (way, value, said) => {
  expect(readEvident(way, value)).toBe(said);
});

describe('the finding of a place', () => {
  const one = { accountNumber: '1', ifscCode: 'ZZZZ0000001', accountHolderName: 'No One', beneficiaryId: '17', status: 'true' };
  const answer = (result: unknown): ReturnType<typeof reply> => reply(senderDetail, { body: envelope(2000, result) });
  const second = answer({ beneficiaries: [one, { ...one, status: 17 }], kycStatus: 'none' });

  test.each([
    ['its own', 'result.beneficiaries[1].status', 'OP6-RESULT-BENEFICIARIES-STATUS'],
    ['none of a neighbor', 'result.beneficiaries[0].status', undefined],
    ['none of what it holds', 'result.beneficiaries[1]', undefined],
    ['that of what holds it', 'result.kycStatus.kyc_status', 'OP6-RESULT-KYC-STATUS'],
    ['that of what holds it farther out', 'result.kycStatus.any.depth', 'OP6-RESULT-KYC-STATUS'],
  ])('is %s: %s', (_, place, clause) => {
    expect(findingAround(second, place)?.clause).toBe(clause);
  });

  test('of an item is that of its list when the list is broken', () => {
    const none = answer({ beneficiaries: 'none' });
    expect(findingAround(none, 'result.beneficiaries[0]')?.clause).toBe('OP6-RESULT-BENEFICIARIES');
    expect(findingAround(none, 'result.beneficiaries[12].status')?.clause).toBe('OP6-RESULT-BENEFICIARIES');
    expect(findingAround(answer(null), 'result.beneficiaries[0].status')?.clause).toBe('OP6-RESULT');
  });

  test('may include everything inside it', () => {
    expect(findingIn(second, 'result.beneficiaries')?.clause).toBe('OP6-RESULT-BENEFICIARIES-STATUS');
    expect(findingIn(second, 'result.kycStatus.kyc_status')?.clause).toBe('OP6-RESULT-KYC-STATUS');
    expect(findingIn(second, 'status')).toBeUndefined();
  });
});

describe('a value that the next call is made with', () => {
  const written = (result: unknown): unknown =>
    typeof result === 'string' ? `{"status":{"message":null,"code":2000},"result":${result}}` : envelope(2000, result);
  const read = (result: unknown): { value: string | null; why: StopReason | null; doubts: string[] } => {
    const doubts: string[] = [];
    let value: string | null = null;
    const why = catchStop(
      () =>
        (value = usableTextAt(reply(transactionStatus, { body: written(result) }), 'result.invoiceId', (clause) => doubts.push(clause))),
    );
    return { value, why, doubts };
  };

  test.each([
    ['as specified serves', { invoiceId: 17, message: 'm', status: 'FAILED' }, { value: '17', why: null, doubts: [] }],
    [
      'of another type serves without a doubt when it evidently says the id',
      { invoiceId: '17', message: 'm', status: 'FAILED' },
      { value: '17', why: null, doubts: [] },
    ],
    [
      'of another form serves with a doubt',
      { invoiceId: 'x17', message: 'm', status: 'FAILED' },
      { value: 'x17', why: null, doubts: ['OP10-RESULT-INVOICE-ID'] },
    ],
    ['that is missing does not serve', {}, { value: null, why: { kind: 'blocked', cause: 'OP10-RESULT-INVOICE-ID' }, doubts: [] }],
    [
      'that is empty does not serve',
      { invoiceId: '' },
      { value: null, why: { kind: 'blocked', cause: 'OP10-RESULT-INVOICE-ID' }, doubts: [] },
    ],
    [
      'that is an object does not serve',
      { invoiceId: {} },
      { value: null, why: { kind: 'blocked', cause: 'OP10-RESULT-INVOICE-ID' }, doubts: [] },
    ],
    ['in a broken result does not serve', 17, { value: null, why: { kind: 'blocked' }, doubts: [] }],
    [
      'that is too long for a number keeps its digits',
      '{"invoiceId":90071992547409931,"message":"m","status":"FAILED"}',
      { value: '90071992547409931', why: null, doubts: [] },
    ],
  ])('%s', (_, result, expected) => {
    expect(read(result)).toMatchObject(expected);
  });

  test('that no clause speaks of does not serve where it is missing', () => {
    const answer = reply(transactionStatus, { body: envelope(2000, {}) });
    const why = catchStop(() =>
      usableTextAt(answer, 'result.more', () => {
        throw new Error('expected no doubt, received one');
      }),
    );
    expect(why).toMatchObject({ kind: 'blocked', cause: 'unusable-answer', owner: 'service' });
  });
});

test.each([
  ['result.beneficiaries[1].status', 'false'],
  ['result.beneficiaries[1]', { status: 'false' }],
  ['status.code', 2000],
  ['result.beneficiaries[9].status', undefined],
  ['result.nothing.of.the.sort', undefined],
  ['result.constructor', undefined],
  ['result.beneficiaries.length', 2],
])('the value at %s', (place, value) => {
  expect(valueAt(reply(senderDetail, { body: envelope(2000, { beneficiaries: [{}, { status: 'false' }] }) }), place)).toEqual(value);
});

describe('the exact decimal of a number as it was written', () => {
  test.each([
    ['{"result":{"amount":100.37}}', '100.37'],
    ['{"result":{"amount":1.0037E2}}', '100.37'],
    ['{"result":{"amount":10037e-2}}', '100.37'],
    ['{"result":{"amount":100.370000}}', '100.37'],
    ['{"result":{"amount":9007199254740993}}', '9007199254740993'],
    ['{"result":{"amount":0.1234567890123456789}}', '0.1234567890123456789'],
    ['{"result":{"amount":1E400}}', `1${'0'.repeat(400)}`],
    ['{"result":{"amount":-0.53}}', '-0.53'],
    ['{"result":{"amount":"100.37"}}', '100.37'],
  ])('%s', (text, exact) => {
    expect(decimalAt(text, 'result.amount')?.toFixed()).toBe(exact);
  });

  test.each(['{"result":{"amount":"much"}}', '{"result":{}}', '{"result":null}', '[]', '{"result":{"amount":null}}'])(
    '%s holds none',
    (text) => {
      expect(decimalAt(text, 'result.amount')).toBeNull();
    },
  );
});

test.each([
  ['4.9e-324', '5e-324', true],
  ['1.0000000000000000000001', '1', true],
  ['1.005', '1.01', false],
  ['90071992547409.91', '90071992547409.92', false],
])('as doubles, %s and %s are the same: %s', (one, other, same) => {
  expect(isSameDouble(new Big(one), new Big(other))).toBe(same);
});

describe('a timestamp', () => {
  test.each([
    ['2026-01-31 12:34:56', '2026-01-31T12:34:56.000Z'],
    ['2028-02-29 00:00:00', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31 23:59:59', '2026-12-31T23:59:59.000Z'],
  ])('%s is real', (text, time) => {
    expect(new Date(parseTimestamp(text) ?? NaN).toISOString()).toBe(time);
    expect(isTimestamp(text)).toBe(true);
  });

  test.each([
    '2026-02-29 00:00:00',
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-00-10 00:00:00',
    '2026-01-31 24:00:00',
    '2026-01-31 23:60:00',
    '2026-01-31 23:59:60',
    '2026-01-31T12:34:56',
    '2026-01-31 12:34',
    '2026-1-31 12:34:56',
    '2026-01-31 12:34:56Z',
    ' 2026-01-31 12:34:56',
    '2026-01-31 12:34:56\n',
    '',
  ])('%j is none', (text) => {
    expect(parseTimestamp(text)).toBeNull();
    expect(isTimestamp(text)).toBe(false);
  });
});

test.each([
  [50123, '50123 (a number)'],
  ['a', '"a" (text)'],
  [null, 'null'],
  [undefined, 'nothing'],
  [[], '[] (an array)'],
  [{}, '{} (an object)'],
  [true, 'true (a boolean)'],
])('%j in words', (value, words) => {
  expect(inWords(value)).toBe(words);
});

test('a long or deep value is shortened, and never throws', () => {
  expect(inWords('x'.repeat(10_000)).length).toBeLessThan(200);
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  expect(inWords(deep)).toBe('a value too deep to show (an array)');
});

test.each([
  [null, 'null'],
  [[], 'an array'],
  ['a', 'text'],
  [1, 'a number'],
  [true, 'a boolean'],
  [{}, 'an object'],
  [undefined, 'nothing'],
])('the type of %j is %s', (value, name) => {
  expect(typeName(value)).toBe(name);
});

test('a long value is shown by its beginning and its length', () => {
  expect(inWords('x'.repeat(118))).toBe(`"${'x'.repeat(118)}" (text)`);
  expect(inWords('x'.repeat(119))).toBe(`"${'x'.repeat(119)}… (121 characters) (text)`);
});

test.each([
  ['uuid', undefined, 'text holding a UUID'],
  ['of-our-own', undefined, 'of our own'],
  ['listed', ['a', 1], 'one of "a", 1'],
])('the way %s with the values %j asks for %s', (way, allowed, words) => {
  expect(describeExpectation(way, allowed)).toBe(words);
});
