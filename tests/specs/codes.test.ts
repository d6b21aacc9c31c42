import { expect, test } from 'vitest';
import { apiCodeMeanings, apiCodes, isApiCode, isListedStatus, isRefusal } from '../../specs/codes.ts';

test('the six codes have a name, a meaning and a clause each', () => {
  expect(Object.values(apiCodes)).toEqual([2000, 4000, 4001, 4040, 4160, 4170]);
  expect(Object.keys(apiCodeMeanings).map(Number)).toEqual(Object.values(apiCodes));
});

test.each([
  [2000, true],
  [4170, true],
  [4003, false],
  [0, false],
])('code %i is listed: %s', (code, listed) => {
  expect(isApiCode(code)).toBe(listed);
});

test.each([
  [200, true],
  [415, true],
  [404, false],
  [405, false],
])('HTTP %i is listed: %s', (status, listed) => {
  expect(isListedStatus(status)).toBe(listed);
});

test.each([
  [200, 2000, false],
  [200, 4040, true],
  [200, null, false],
  [401, null, true],
  [404, null, true],
  [302, null, false],
  [500, null, false],
])('HTTP %i with code %s is a refusal: %s', (status, code, refused) => {
  expect(isRefusal(status, code)).toBe(refused);
});
