import { expect, test } from 'vitest';
import { untried } from '../../helpers/judge/stop.ts';
import { openWrongCodeBudget, type WrongCodeBudget, type WrongCodeName } from '../../helpers/journey/setup/wrong-code-budget.ts';

const openWith = (cap: number, sent = 0): WrongCodeBudget =>
  openWrongCodeBudget(
    () => sent,
    (used) => (used < cap ? null : untried('the cap is reached', 'configuration')),
  );

/** Those that are taken, in the order in which they are asked for. */
const takeAll = (budget: WrongCodeBudget, asked: readonly WrongCodeName[]): readonly WrongCodeName[] =>
  asked.filter((name) => {
    try {
      budget.take(name);
      return true;
    } catch {
      return false;
    }
  });

test('a wrong code that tells less leaves room for those that tell more and are still to come', async () => {
  const budget = openWith(2);
  const taken = await budget.keep(['wrong-otp-OP-9'], () =>
    Promise.resolve(takeAll(budget, ['nearly-right', 'wrong-mpin-OP-6', 'wrong-otp-OP-9'])),
  );
  expect(taken).toEqual(['nearly-right', 'wrong-otp-OP-9']);
});

test('what was kept for a step that has ended is free again', async () => {
  const budget = openWith(1);
  await budget.keep(['wrong-otp-OP-9'], () => Promise.resolve());
  await expect(budget.keep(['wrong-otp-OP-9'], () => Promise.reject(new Error('blocked')))).rejects.toThrow('blocked');
  expect(takeAll(budget, ['nearly-right'])).toEqual(['nearly-right']);
});

test('wrong codes of an earlier sitting count, and one that was taken counts before it leaves', () => {
  expect(takeAll(openWith(3, 2), ['wrong-otp-OP-9'])).toEqual(['wrong-otp-OP-9']);
  expect(takeAll(openWith(3, 3), ['wrong-otp-OP-9'])).toEqual([]);
  expect(takeAll(openWith(1), ['wrong-otp-OP-9', 'wrong-otp-OP-4'])).toEqual(['wrong-otp-OP-9']);
});
