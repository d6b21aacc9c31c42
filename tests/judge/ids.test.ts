import { describe, expect, test } from 'vitest';
import { senderDetail, transactionStatus } from '../../specs/operations.ts';
import { parseExactly } from '../../helpers/core/json.ts';
import { idAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { changeEnd, unknownValues } from '../../helpers/core/unknown-values.ts';
import { reply } from './replies.ts';

const answer = (invoiceId: string): string =>
  `{"status":{"message":null,"code":2000},"result":{"invoiceId":${invoiceId},"message":"m","status":"COMPLETED"}}`;

test.each([
  ['90071992547409931', '90071992547409931'],
  ['"90071992547409931"', '90071992547409931'],
  ['1.0e3', '1000'],
  ['{}', null],
])('the id %s is read as %s, digit by digit', (written, read) => {
  expect(idAt(reply(transactionStatus, { body: answer(written) }), 'result.invoiceId')).toBe(read);
});

test('an id in an item of a list is read whatever its type', () => {
  const body = { status: { message: null, code: 2000 }, result: { beneficiaries: [{ beneficiaryId: '17' }, { beneficiaryId: 17 }] } };
  const answer = reply(senderDetail, { body });
  expect([0, 1, 2].map((at) => idAt(answer, `result.beneficiaries[${at}].beneficiaryId`))).toEqual(['17', '17', null]);
});

test.each([
  ['0042', '42', true],
  ['90071992547409931', '90071992547409932', false],
  ['A01', 'A1', false],
  ['00A1', '0A1', false],
  ['001A', '01A', false],
  ['1001', '11', false],
  ['000', '0', true],
])('%s and %s are the same id: %s', (one, other, same) => {
  expect(sameId(one, other)).toBe(same);
});

describe('a text with integers longer than a number holds', () => {
  test('has them as text, and everything else as it was', () => {
    const written =
      '{"id":9007199254740993,"near":9007199254740991,"amount":1234567890123456.5,"text":"9007199254740993 \\"9007199254740993\\""}';
    expect(parseExactly(written)).toEqual({
      id: '9007199254740993',
      near: 9007199254740991,
      amount: 1234567890123456.5,
      text: '9007199254740993 "9007199254740993"',
    });
  });

  test.each(['9007199254740993.0', '9.007199254740993E+15', '90071992547409930e-1'])('has %s as the text of its digits', (written) => {
    expect(parseExactly(`{"id":${written}}`)).toEqual({ id: '9007199254740993' });
  });

  test.each(['9007199254740993.5', '9.007199254740993E+99', '1E+300'])('has %s as a number', (written) => {
    expect(parseExactly(`{"id":${written}}`)).toEqual({ id: Number(written) });
  });

  test('is read in one pass, however long it is', () => {
    const long = '"'.repeat(4_000_000);
    expect(parseExactly(JSON.stringify({ id: 0, long }).replace(':0', ':9007199254740993'))).toEqual({ id: '9007199254740993', long });
  });

  test('is undefined where it is no JSON', () => {
    expect(parseExactly(`9007199254740993 "${'\\"'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

test.each([
  ['0123abcd-0123-4123-8123-0123456789ab', '0123abcd-0123-4123-8123-0123456789a0'],
  ['0123ABCD-0123-4123-8123-012345670000', '0123ABCD-0123-4123-8123-012345670001'],
  ['100023', unknownValues.uuid],
  ['state-0000000000000123', unknownValues.uuid],
])('an id never issued resembles %s only where ids are not counted', (issued, unknown) => {
  expect(changeEnd(issued)).toBe(unknown);
});
