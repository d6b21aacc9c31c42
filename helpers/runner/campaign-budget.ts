import { campaignRow } from '../fuzz/budget/campaign-cost.ts';
import type { Config } from '../config/config.ts';
import { isOfCampaign, type Check } from './check.ts';

/** Adds the campaign's row of the bill as a budget, even without an approved bill: no campaign exceeds it. */
export function withCampaignBudget(config: Config, checks: readonly Check[]): Config {
  const { limits } = config;
  if (limits.budgets.campaign !== null) return config;
  const campaign = campaignRow(checks.filter(isOfCampaign), config);
  return { ...config, limits: { ...limits, budgets: { ...limits.budgets, campaign } } };
}
