import { expect, test } from 'vitest';
import { findChangedInputs } from '../../../helpers/run/changed-inputs.ts';

const run = {
  suiteVersion: '1',
  suiteFingerprint: 'a',
  targetFingerprint: 'b',
  targetBuild: null,
  target: 'uat',
  hosts: ['uat.example'],
} as const;
const configuration = { DMT_TARGET: 'uat', DMT_BASE_URL: 'https://uat.example', DMT_TIMEOUT_MS: '10000' };
const before = { run, plan: [], configuration };

test('another target is told in one line, whatever else it changes', () => {
  const other = { ...run, target: 'sandbox', hosts: ['127.0.0.1:8080'], targetFingerprint: 'c', targetBuild: '2' } as const;
  const now = {
    ...before,
    run: other,
    configuration: { DMT_TARGET: 'sandbox', DMT_BASE_URL: 'http://127.0.0.1:8080', DMT_TIMEOUT_MS: '10000' },
  };
  expect(findChangedInputs(before, now)).toEqual([
    'the target: expected uat at uat.example, received sandbox at 127.0.0.1:8080: give the settings of that run (.env, or --env NAME)',
  ]);
});

test('on the same target, only what changed is told', () => {
  const now = { ...before, run: { ...run, targetFingerprint: 'c' }, configuration: { ...configuration, DMT_TIMEOUT_MS: '5' } };
  expect(findChangedInputs(before, now)).toEqual(['DMT_TIMEOUT_MS: expected "10000", received "5"']);
});

test('another port of the sandbox is no other target', () => {
  const sandbox = { ...run, target: 'sandbox', hosts: ['127.0.0.1:1'] } as const;
  expect(findChangedInputs({ ...before, run: sandbox }, { ...before, run: { ...sandbox, hosts: ['127.0.0.1:2'] } })).toEqual([]);
});
