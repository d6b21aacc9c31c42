import { expect, test } from 'vitest';
import { readConfig } from '../../helpers/config/read-config.ts';
import { createPeople } from '../../helpers/journey/setup/people.ts';

function savesCodes(environment: Record<string, string>): boolean {
  const read = readConfig({ DMT_TARGET: 'sandbox', ...environment });
  if (!read.ok) throw new Error(read.problems.join(', '));
  return createPeople(read.config).savesCodes;
}

test.each([
  ['codes that are typed', { DMT_OTP_SOURCE: 'prompt' }, true],
  [
    'codes that are typed for a signature',
    { DMT_OTP_SOURCE: 'prompt', DMT_PROFILE: 'certification', DMT_TARGET_BUILD: '1', DMT_RUN_BY: 'desk' },
    false,
  ],
  ['codes that are read', {}, false],
])('%s are saved, or not: %o', (_name, environment, expected) => {
  expect(savesCodes(environment)).toBe(expected);
});
