import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import { isAffordable, readCaseAmounts } from '../../helpers/fuzz/budget/money.ts';
import { generateCases } from '../../helpers/fuzz/cases/cases.ts';
import { openRoom } from '../../helpers/fuzz/budget/room.ts';
import { noUsage } from '../../helpers/core/budget.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { operationById } from '../../specs/operations.ts';
import { uat } from '../config/environments.ts';

const cost = (otps: number) => ({ otps, transfers: 0, wrongCodes: 0, wrongLogins: 0, records: 0 });
const row = (otps: number) => ({ ...cost(otps), amount: '0' });

describe('the parts of a campaign share its row of the bill', () => {
  const costs = new Map([
    ['one', cost(10)],
    ['two', cost(20)],
    ['three', cost(30)],
  ]);
  const opened = (most: number) => {
    let otps = 0;
    const room = openRoom({ costs, row: row(most), taken: () => ({ ...noUsage, otps }) });
    return { room, take: (count: number) => (otps += count) };
  };

  test('no part takes the planned cost of a later one, and all may use the rest', () => {
    const { room, take } = opened(65);
    room.begin('one');
    take(14);
    expect(room.left('one')).toBe(true);
    take(1);
    expect(room.left('one')).toBe(false);
    room.begin('two');
    take(19);
    expect(room.left('two')).toBe(true);
    take(1);
    expect(room.left('two')).toBe(false);
    room.begin('three');
    take(29);
    expect(room.left('three')).toBe(true);
  });

  test('if it is too small for all parts, the first ones are complete', () => {
    const { room, take } = opened(25);
    room.begin('one');
    take(9);
    expect(room.left('one')).toBe(true);
    take(1);
    room.begin('two');
    take(14);
    expect(room.left('two')).toBe(true);
    take(1);
    expect(room.left('two')).toBe(false);
  });

  test('a cost that a part does not have does not stop it', () => {
    const { room, take } = opened(0);
    room.begin('four');
    take(5);
    expect(room.left('four')).toBe(true);
  });
});

describe('an odd amount', () => {
  const read = readConfig({ ...uat, DMT_TRANSFER_AMOUNT: '10', DMT_MAX_SPEND: '1000' });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { limits, transfer } = read.config;
  const campaign = { otps: 0, transfers: 10, amount: '200', wrongCodes: 0, wrongLogins: 0, records: 0 };
  const config = { transfer, limits: { ...limits, budgets: { checks: null, campaign } } };
  const spent = { amount: Big('0'), campaign: noUsage };

  test.each([
    ['the usual one', '10', true],
    ['what leaves the other nine transfers theirs', '110', true],
    ['a little more', '110.01', false],
    ['a negative one of that size', '-110.01', false],
    ['one that no double can hold', '1e400', false],
  ])('%s', (_, amount, affords) => {
    expect(isAffordable(config, spent, Big(amount))).toBe(affords);
  });

  test.each(['payload', 'json', 'address', 'headers', 'consent'] as const)('is read off any case: %s', (dimension) => {
    const amounts = [1, 2, 3].flatMap((seed) => [...generateCases(dimension, operationById('OP-9'), seed, 100)].flatMap(readCaseAmounts));
    expect(amounts.length > 0).toBe(dimension === 'payload' || dimension === 'json');
  });

  test('is always sent when no limit is set', () => {
    const free = { transfer, limits: { ...limits, spend: null, budgets: { checks: null, campaign: { ...campaign, amount: null } } } };
    expect(isAffordable(free, spent, Big('1e400'))).toBe(true);
  });
});
