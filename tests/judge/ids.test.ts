import { expect, test } from 'vitest';
import { transactionStatus } from '../../specs/operations.ts';
import { idAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/judge/ids.ts';
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

test.each([
  ['0042', '42', true],
  ['90071992547409931', '90071992547409932', false],
  ['A01', 'A1', false],
])('%s and %s are the same id: %s', (one, other, same) => {
  expect(sameId(one, other)).toBe(same);
});
