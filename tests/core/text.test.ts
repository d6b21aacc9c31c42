import { expect, test } from 'vitest';
import { decodeHeader, groupDigits, shortenAtWord } from '../../helpers/core/text.ts';

test.each([
  ['lists 6 accounts, this needs 9', 40, 'lists 6 accounts, this needs 9'],
  ['lists 6 accounts, this needs 9', 20, 'lists 6 accounts…'],
  ['because it failed (GET http://uat.example/balance/42)', 40, 'because it failed (GET…'],
  ['x'.repeat(30), 10, `${'x'.repeat(9)}…`],
])('%s ends at a whole word within %d characters', (text, length, short) => {
  expect(shortenAtWord(text, length)).toBe(short);
});

test.each([
  ['1234567.89', '1,234,567.89'],
  ['999.00', '999.00'],
  ['1000', '1,000'],
])('the digits of %s are grouped', (amount, grouped) => {
  expect(groupDigits(amount)).toBe(grouped);
});

test.each([
  [Buffer.from('OTP ４３', 'utf8').toString('latin1'), 'OTP ４３'],
  ['caf\u00e9', 'caf\u00e9'],
  ['plain', 'plain'],
])('the bytes of a header are read as text where they are UTF-8', (header, text) => {
  expect(decodeHeader(header)).toBe(text);
});
