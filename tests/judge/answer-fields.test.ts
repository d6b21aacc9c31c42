import { expect, test } from 'vitest';
import { collectAnswerFields, isExtraField } from '../../helpers/judge/answer-fields.ts';

const told = (body: unknown): string[] => collectAnswerFields(body).map(({ name, place, text }) => `${name} ${place} ${text ?? '-'}`);

test.each<readonly [unknown, readonly string[]]>([
  [
    { a: 1, b: { c: null, d: [{ e: true }, 'x', [{ f: 'y' }]] } },
    ['a a 1', 'b b -', 'c b.c null', 'd b.d -', 'e b.d[].e true', 'd b.d[] x', 'f b.d[][].f y'],
  ],
  [[{ a: 1 }], ['a [].a 1']],
  [{ codes: [1, ['2']] }, ['codes codes -', 'codes codes[] 1', 'codes codes[][] 2']],
  [{ limitLeft: { x: 1 }, LIMITS: { x: 1 }, counters: { x: 1 } }, ['limitLeft limitLeft -', 'LIMITS LIMITS -', 'counters counters -']],
  ['text', []],
  [null, []],
  [undefined, []],
])('the fields of %j', (body, fields) => {
  expect(told(body)).toEqual(fields);
});

test('observations have a limit', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  expect(collectAnswerFields(deep(40))).toHaveLength(13);
  const wide = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`a${at}`, at]));
  expect(collectAnswerFields(wide)).toHaveLength(500);
  expect(collectAnswerFields({ wide, after: 1 })).toHaveLength(500);
});

test.each([
  ['zone', true],
  ['otp', true],
  ['password', true],
  ['Message', false],
  ['REMARK', false],
  ['invoiceId', false],
  ['accountNumber', false],
  ['mobile', false],
])('a field called %s is shown nowhere: %s', (name, extra) => {
  expect(isExtraField({ name, place: name, text: '' }, 'ACTUATOR')).toBe(extra);
});

test.each([
  ['status.code', 'OP-3', false],
  ['result.state', 'OP-3', false],
  ['result.debug.code', 'OP-3', true],
  ['result.remark', 'OP-3', true],
  ['result.remark', 'OP-4', false],
  ['result.beneficiaries[].status', 'OP-6', false],
  ['result.kycStatus.kyc_status', 'OP-6', false],
  ['result[].walletType', 'OP-15', false],
  ['result[]', 'OP-2', false],
  ['result.codes[]', 'CALLBACK', true],
])('%s in an answer of %s is shown nowhere else: %s', (place, operation, extra) => {
  const name = (place.split('.').at(-1) ?? '').replaceAll('[]', '');
  expect(isExtraField({ name, place, text: '' }, operation)).toBe(extra);
});
