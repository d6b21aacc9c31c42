import { campaignRow } from '../fuzz/budget/campaign-cost.ts';
import { isOfCampaign } from '../runner/check.ts';
import type { Plan } from '../runner/plan.ts';
import type { Config } from '../config/config.ts';
import { isVariableName, type VariableName } from '../config/variables.ts';
import type { Bill } from './bill.ts';
import type { Caps } from './cost.ts';

/** The caps of a run, and what a bill counts for each. */
const countedBy = {
  DMT_MAX_SPEND: 'amount',
  DMT_MAX_TRANSFERS: 'transfers',
  DMT_MAX_OTPS: 'otps',
  DMT_MAX_WRONG_CODES: 'wrongCodes',
  DMT_MAX_WRONG_LOGINS: 'wrongLogins',
} as const satisfies Partial<Record<VariableName, keyof Caps>>;

type CapName = keyof typeof countedBy;

const isCapName = (name: string): name is CapName => isVariableName(name) && Object.hasOwn(countedBy, name);

/** The caps because of which checks are left out. */
export const findLimitingCaps = ({ checks }: Bill): readonly CapName[] => [
  ...new Set(checks.leftOut.flatMap(({ reason }) => reason.match(/DMT_MAX_\w+/g) ?? []).filter(isCapName)),
];

/** Without these caps. Another cap may limit the same checks next, so all are counted anew. */
export const withoutCaps = (config: Config): Config => ({
  ...config,
  limits: { ...config.limits, spend: null, transfers: null, otps: null, wrongCodes: null, wrongLogins: null, missingCaps: [] },
});

const isBelow = (cap: string | number | null, needed: string | number): boolean => cap !== null && Number(cap) < Number(needed);

const listCaps = ({ limits }: Config) =>
  ({
    DMT_MAX_SPEND: limits.spend,
    DMT_MAX_TRANSFERS: limits.transfers,
    DMT_MAX_OTPS: limits.otps,
    DMT_MAX_WRONG_CODES: limits.wrongCodes,
    DMT_MAX_WRONG_LOGINS: limits.wrongLogins,
  }) as const satisfies Record<CapName, string | number | null>;

const capNames: readonly CapName[] = Object.keys(countedBy).filter(isCapName);

/** Caps that may end the campaign before its last case, which takes what the checks leave, and the values that suffice. Null without any. */
export function describeCampaignCaps({ entries }: Plan, config: Config, { atMost, beyondMeans }: Bill): string | null {
  const parts = entries.map(({ check }) => check).filter(isOfCampaign);
  if (parts.length === 0) return null;
  const campaign = campaignRow(parts, withoutCaps(config));
  const set = listCaps(config);
  // Where a request is above the balance, the bill counts as much money as the cap allows, so no cap suffices.
  const names = capNames.filter((name) => name !== 'DMT_MAX_SPEND' || beyondMeans === 0);
  const needed = names.map((name) => [name, Number(atMost[countedBy[name]]) + Number(campaign[countedBy[name]] ?? 0)] as const);
  const low = needed.filter(([name, total]) => isBelow(set[name], total));
  return low.length === 0
    ? null
    : `these suffice for every case of the campaign, which the present ones may end early: ${low.map(([name, total]) => `${name}=${total}`).join(' ')}`;
}

/** The values that suffice for every check: those of the limiting caps, and of others that would limit next. */
export function formatSufficientCaps(limiting: readonly CapName[], config: Config, { atMost }: Bill): string {
  const set = listCaps(config);
  const names = capNames.filter((name) => limiting.includes(name) || isBelow(set[name], atMost[countedBy[name]]));
  return `these suffice for what a cap leaves out: ${names.map((name) => `${name}=${atMost[countedBy[name]]}`).join(' ')}`;
}
