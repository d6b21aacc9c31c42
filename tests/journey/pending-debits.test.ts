import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import { openPendingDebits, dropPaid } from '../../helpers/journey/setup/pending-debits.ts';
import type { Subject } from '../../specs/clause.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

const sender = 'AAAA0000-1111-4abc-8def-0123456789ab';

const heard = (operation: Subject, path: string, result: unknown, payload: unknown = null): Exchange => ({
  id: 'x1',
  operation,
  purpose: 'test',
  startedAt: '2026-11-20T10:00:00.000Z',
  durationMs: 1,
  request: { method: 'POST', url: `http://127.0.0.1/${path}`, headers: [], body: { text: JSON.stringify(payload), encoding: 'utf8' } },
  response: {
    status: 200,
    headers: [],
    body: { text: JSON.stringify({ status: { message: null, code: 2000 }, result }), encoding: 'utf8' },
    truncated: false,
  },
  trouble: null,
});

const source = (name: string) => heard('OP-8', `securityScheme/${sender}?paymentSource=${name}`, { scheme: 'OTP' });
const holds = (mainAccount: number) => heard('OP-14', `balance/${sender.toLowerCase()}?sessionId=s`, { mainAccount });
const accepts = (invoiceId: string, amount: number) =>
  heard('OP-9', 'request/s', { invoiceId }, { from: sender, amount, correlationId: `c-${invoiceId}` });

function owes(...exchanges: readonly Exchange[]): boolean {
  const debts = openPendingDebits();
  for (const each of exchanges) debts.noteExchange(each);
  return debts.hasPending(sender);
}

describe('an accepted transfer is pending', () => {
  const before = [source('wallet'), holds(1000), accepts('1', 100)];

  test('until the balance has fallen', () => {
    expect(owes(...before)).toBe(true);
    expect(owes(...before, holds(1000))).toBe(true);
    expect(owes(...before, holds(894.1))).toBe(false);
  });

  test('each on its own, but not twice under one invoice', () => {
    expect(owes(...before, accepts('2', 50), holds(900))).toBe(true);
    expect(owes(...before, accepts('2', 50), holds(900), holds(850))).toBe(false);
    expect(owes(...before, accepts('1', 100), holds(900))).toBe(false);
  });

  test('unless it failed, or came back to the wallet', () => {
    expect(owes(...before, heard('OP-10', 'status/c-1', { status: 'FAILED' }))).toBe(false);
    expect(owes(...before, heard('OP-11', 'invoice/1', { status: 'FAILED' }))).toBe(false);
    expect(owes(...before, heard('OP-11', 'invoice/1', { status: 'COMPLETED', isDelayed: 'true' }))).toBe(false);
    expect(owes(...before, heard('OP-11', 'invoice/1', { status: 'COMPLETED', isDelayed: 'false' }))).toBe(true);
  });

  test('and the suite waits for its end, until OP-11 calls it paid out', () => {
    const debts = openPendingDebits();
    for (const each of before) debts.noteExchange(each);
    expect(debts.findAwaited(sender)).toBe('final-status');
    debts.noteExchange(heard('OP-11', 'invoice/1', { status: 'COMPLETED', isDelayed: 'false' }));
    expect(debts.findAwaited(sender)).toBe('debit');
  });

  test('if it is paid from the wallet', () => {
    expect(owes(source('bank'), holds(1000), accepts('1', 100))).toBe(false);
  });
});

test('a fall of the balance pays the oldest debits it covers, and at least one, since the cost of a transfer is open', () => {
  const debts = [100, 0.5, 20].map((amount) => ({ amount: new Big(amount) }));
  const left = (fall: number) => dropPaid(debts, new Big(fall)).map(({ amount }) => amount.toNumber());
  expect(left(0)).toEqual([100, 0.5, 20]);
  expect(left(-5)).toEqual([100, 0.5, 20]);
  expect(left(0.5)).toEqual([100, 20]);
  expect(left(120)).toEqual([20]);
  expect(left(0.1)).toEqual([0.5, 20]);
});
