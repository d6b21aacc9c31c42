import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import { describeBalances, showReadings } from '../../helpers/journey/transfer/balance.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { balanceAfterRefusal } from '../rules/balances.ts';
import { mustAllBeRefused } from '../support/forbidden-calls.ts';
import { compareAround, isFall, rateFall } from '../support/refused-calls.ts';

/**
 * The balance around each refused transfer holds the calls before it too. Where the transfers alone take nothing when they are sent once
 * more, all calls are sent once more, and a second fall accuses (reading 17).
 */
async function mustCostNothing(context: CheckContext, { balances, repeats }: RefusalGroup): Promise<void> {
  for (const [key, around] of balances) {
    const done = await context.after(around);
    if (!done.ok || !isFall(done.value)) continue;
    // A transfer that takes money by itself is accused by its own clause.
    if ((await rateFall(context, done.value, compareAround(context, key))) === undefined) continue;
    const { before, after } = await context.use(repeats.balancesAroundAll);
    if (!isFall({ before, after })) return;
    const atFirst = `${describeBalances(done.value.before)}, then ${describeBalances(done.value.after)}`;
    throw context.must.violation({
      expected: `${describeBalances(before)}, as before`,
      received: `${describeBalances(after)} (at first ${atFirst})`,
      ...showReadings(before, after),
      deviation: 'unexpected',
    });
  }
}

/** Without a balance around any call, the first one says why. */
async function mustHaveCompared({ use, after, journey }: CheckContext): Promise<void> {
  const [first, ...others] = journey.refusals.balances.values();
  if (first === undefined || (await after(first)).ok) return;
  for (const each of others) if ((await after(each)).ok) return;
  await use(first);
}

export const refusalsWithoutCost: Suite = {
  name: 'Refusals without cost',
  area: 'Business operations',
  checks: [
    check('REFUSAL-NOTHING-CHANGED', 'balance', 'refused calls cost the sender nothing', { operation: 'OP-14' }, async (context) => {
      const { groups } = context.journey.refusals;
      for (const { closingDetail } of groups) await context.use(closingDetail);
      await mustAllBeRefused(context);
      for (const group of groups) await mustCostNothing(context, group);
      await mustHaveCompared(context);
    }),
    balanceAfterRefusal,
  ],
};
