import { Big } from 'big.js';
import { untried } from '../../judge/stop.ts';
import { readLastBalances } from './balance.ts';
import type { BalanceReadings } from './transfer-plan.ts';

/** The amount of a transfer that is untried where the wallet of a spare sender does not hold it: a refusal would show nothing. */
export const requireFunds =
  (amount: string, who: string) =>
  ({ balances }: BalanceReadings): string => {
    const { mainAccount } = readLastBalances(balances);
    if (new Big(amount).lte(mainAccount)) return amount;
    throw untried(`${who} holds less than ${amount}: fund it, or lower DMT_TRANSFER_AMOUNT`, 'test-data');
  };
