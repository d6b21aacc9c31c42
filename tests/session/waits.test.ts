import { expect, test } from 'vitest';
import { openWaits, type Late } from '../../helpers/session/waits.ts';

const timeoutMs = 10_000;

function opened() {
  const told: Late[] = [];
  const waits = openWaits(timeoutMs, (late) => told.push(late));
  return { waits, told, allowed: (late: Late) => waits.upTo(late).endsAt(0) };
}

test('a wait takes the full time until one wait was in vain, and a short time afterwards', () => {
  const { waits, told, allowed } = opened();
  expect(allowed('debit')).toBe(timeoutMs);
  const one = waits.upTo('debit');
  const other = waits.upTo('debit');
  one.noteEnd(false, timeoutMs);
  other.noteEnd(false, timeoutMs);
  expect({ allowed: allowed('debit'), other: other.endsAt(0), told }).toEqual({ allowed: 500, other: 500, told: ['debit'] });
  expect([waits.allowedMs('debit'), waits.allowedMs('refund')]).toEqual([500, timeoutMs]);
});

test('after late results, a wait takes twice as long as the slowest of its kind', () => {
  const { waits, allowed } = opened();
  for (const tookMs of [40, 1500, 20]) waits.upTo('debit').noteEnd(true, tookMs);
  expect(allowed('debit')).toBe(timeoutMs);
  waits.upTo('debit').noteEnd(false, timeoutMs);
  expect(allowed('debit')).toBe(3000);
  waits.upTo('debit').noteEnd(true, 9000);
  expect(allowed('debit')).toBe(timeoutMs);
});

test('kinds do not influence each other, and a short wait does not influence a long one', () => {
  const { waits, told, allowed } = opened();
  waits.upTo('debit', 200).noteEnd(false, 200);
  expect([waits.upTo('debit', 200).endsAt(0), allowed('debit'), told.length]).toEqual([200, timeoutMs, 0]);
  waits.upTo('final-status').noteEnd(false, timeoutMs);
  expect([allowed('final-status'), allowed('debit')]).toEqual([500, timeoutMs]);
});

test('a wait is whole unless another one in vain has cut it short', () => {
  const { waits } = opened();
  const first = waits.upTo('refund');
  const beside = waits.upTo('refund');
  const later = waits.upTo('refund');
  first.endsAt(0);
  first.noteEnd(false, timeoutMs);
  for (const [wait, tookMs] of [
    [beside, timeoutMs],
    [later, 500],
  ] as const) {
    wait.endsAt(0);
    wait.noteEnd(false, tookMs);
  }
  expect([first, beside, later].map((wait) => wait.isWhole())).toEqual([true, true, false]);
});
