import { expect, test } from 'vitest';
import { openDigitSet } from '../../helpers/redaction/digit-set.ts';

const texts = ['0000', '0048', '48', '004821', '4821', '999999', '9999999', '12345678', 'a1b2', '', '１２３４'];

test.each(texts)('a set of digits holds %j alone once that was added', (added) => {
  const set = openDigitSet();
  expect(set.has(added)).toBe(false);
  set.add(added);
  expect(texts.filter((text) => set.has(text))).toEqual([added]);
});

test('a set of digits holds all that was added', () => {
  const set = openDigitSet();
  for (const text of texts) set.add(text);
  expect(texts.filter((text) => !set.has(text))).toEqual([]);
});
