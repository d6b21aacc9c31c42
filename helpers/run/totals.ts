import { Big } from 'big.js';
import type { Target } from '../client/client.ts';
import { isOfCampaign, type Check } from '../runner/check.ts';
import type { EarlierSittings } from '../runner/earlier-sittings.ts';
import type { CampaignAccount, RunTotals } from '../core/records/journal-lines.ts';

export function sumSitting(target: Target, earlier: EarlierSittings | null): RunTotals {
  const { requests, otps, transfers, amount } = target.totals();
  if (earlier === null) return { requests, otps, transfers, amount };
  const { numbered, spent } = earlier;
  return {
    requests: requests - numbered.requests,
    otps: otps - spent.otps,
    transfers: transfers - spent.transfers,
    amount: Big(amount).minus(spent.amount).toFixed(),
  };
}

/** Empty when no campaign is planned. */
export function buildCampaignAccount(target: Target, checks: readonly Check[]): { readonly campaign?: CampaignAccount } {
  const atMost = target.config.limits.budgets.campaign;
  if (atMost === null || !checks.some(isOfCampaign)) return {};
  const { campaign: taken } = target.spent();
  return { campaign: { taken: { ...taken, amount: taken.amount.toFixed() }, atMost } };
}
