import { campaignRow } from '../fuzz/budget/campaign-cost.ts';
import type { Config } from '../config/config.ts';
import { isOfCampaign, type Check } from './check.ts';

/** With the campaign's row of the bill, whether anybody approved one or not: no campaign goes beyond it. */
export function withCampaignBudget(config: Config, checks: readonly Check[]): Config {
  const { limits } = config;
  if (limits.budgets.campaign !== null) return config;
  const campaign = campaignRow(checks.filter(isOfCampaign), config);
  return { ...config, limits: { ...limits, budgets: { ...limits.budgets, campaign } } };
}
