import { expect, test } from 'vitest';
import { openWaits, type Late } from '../../helpers/session/waits.ts';

const timeoutMs = 10_000;

function opened() {
  const told: Late[] = [];
  const waits = openWaits(timeoutMs, (late) => told.push(late));
  return { waits, told, allowed: (late: Late) => waits.upTo(late).endsAt(0) };
}

test('all of the time is given until it was waited for in vain once, and a moment from then on', () => {
  const { waits, told, allowed } = opened();
  expect(allowed('debit')).toBe(timeoutMs);
  const [one, other] = [waits.upTo('debit'), waits.upTo('debit')];
  one.noteEnd(false, timeoutMs);
  other.noteEnd(false, timeoutMs);
  expect({ allowed: allowed('debit'), other: other.endsAt(0), told }).toEqual({ allowed: 500, other: 500, told: ['debit'] });
});

test('what came late before is given twice as long as the slowest of its kind', () => {
  const { waits, allowed } = opened();
  for (const tookMs of [40, 1500, 20]) waits.upTo('debit').noteEnd(true, tookMs);
  expect(allowed('debit')).toBe(timeoutMs);
  waits.upTo('debit').noteEnd(false, timeoutMs);
  expect(allowed('debit')).toBe(3000);
  waits.upTo('debit').noteEnd(true, 9000);
  expect(allowed('debit')).toBe(timeoutMs);
});

test('one kind says nothing of another, and a short wait nothing of a long one', () => {
  const { waits, told, allowed } = opened();
  waits.upTo('debit', 200).noteEnd(false, 200);
  expect([waits.upTo('debit', 200).endsAt(0), allowed('debit'), told.length]).toEqual([200, timeoutMs, 0]);
  waits.upTo('final-status').noteEnd(false, timeoutMs);
  expect([allowed('final-status'), allowed('debit')]).toEqual([500, timeoutMs]);
});
