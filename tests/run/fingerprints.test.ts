import { expect, test } from 'vitest';
import { configurationFingerprint } from '../../helpers/report/fingerprint/fingerprints.ts';

const shown = { DMT_TARGET: 'uat', DMT_BASE_URL: 'https://uat.example', DMT_TARGET_BUILD: '1', DMT_SEED: '1' };
const same = (over: object): boolean => configurationFingerprint({ ...shown, ...over }) === configurationFingerprint(shown);

test.each([
  ['another build', { DMT_TARGET_BUILD: '2' }, true],
  ['another address', { DMT_BASE_URL: 'https://other.example' }, false],
  ['another seed', { DMT_SEED: '2' }, false],
])('%s, by the fingerprint of a configuration', (_what, over, kept) => {
  expect(same(over)).toBe(kept);
});

test('a sandbox has the same fingerprint on every port', () => {
  const on = (port: number): string => configurationFingerprint({ DMT_TARGET: 'sandbox', DMT_BASE_URL: `http://127.0.0.1:${port}` });
  expect(on(1)).toBe(on(40000));
});
