import { expect, test } from 'vitest';
import { variants } from '../../sandbox/variants.ts';
import { judgeSandbox, describeEnded, withVerdict } from '../run/judged.ts';

const size = { DMT_FUZZ_RUNS: '5', DMT_FUZZ_SECONDS: '60' };
const effects = ['OP9-REFUSED-NOTHING-MOVED~fuzz-*', 'REFUSAL-NOTHING-CHANGED~fuzz-*'];

test('a wallet that another user spends from proves nothing about odd transfers, and accuses no clause', async () => {
  const ended = await judgeSandbox(variants.get('used-elsewhere') ?? {}, size, effects);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'untried'))).toEqual([]);
  const blocked = withVerdict(ended, 'blocked');
  expect(new Set(blocked.map(({ check }) => check.split('~')[0]))).toEqual(new Set(['OP9-REFUSED-NOTHING-MOVED']));
  expect(new Set(blocked.map(({ cause }) => cause))).toEqual(new Set(['sender-in-use']));
});

test('a late debit does not count against a refused call', async () => {
  const ended = await judgeSandbox(variants.get('balance-lags') ?? {}, size, [
    'OP9-REFUSED-NOTHING-MOVED',
    ...effects,
    'CONSENT-WRONG-NO-EFFECT',
  ]);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'blocked'))).toEqual([]);
  expect(withVerdict(ended, 'pass').length).toBeGreaterThan(5);
});

test('where a new beneficiary is active at once, odd activations have nothing to activate', async () => {
  const ended = await judgeSandbox(variants.get('active-at-once') ?? {}, size, effects);
  expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
  expect(withVerdict(ended, 'not-applicable').every(({ operation }) => operation === 'OP-13')).toBe(true);
});
