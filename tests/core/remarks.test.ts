import { expect, test } from 'vitest';
import {
  findMoreFindings,
  formatEnding,
  formatMoreFindings,
  withoutMoreFindings,
  withoutRemarks,
} from '../../helpers/core/records/remarks.ts';

const answer = 'HTTP 200 with code 2000 (success)';

test.each([0, 1, 2])('%i more findings stand behind an answer, and are read again', (count) => {
  const received = answer + formatMoreFindings(count);
  expect(withoutMoreFindings(received)).toBe(answer);
  expect(findMoreFindings(received)).toBe([null, '1 more finding', '2 more findings'][count]);
});

test('the ending of a transfer is told from its answer, before a count too', () => {
  const received = answer + formatEnding('FAILED') + formatMoreFindings(3);
  expect(withoutMoreFindings(received)).toBe(`${answer} and FAILED in OP-10`);
  expect(withoutRemarks(received)).toBe(answer);
  expect(withoutRemarks(`${answer},${formatEnding('COMPLETED')}`)).toBe(answer);
});
