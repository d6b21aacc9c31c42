import { Big } from 'big.js';
import type { Config } from '../config/config.ts';
import { variableByName, type VariableName } from '../config/variables.ts';
import type { CampaignShare } from '../core/records/shard.ts';
import { campaignRow, buildPartName, type Part } from '../fuzz/budget/campaign-cost.ts';

type Limits = Pick<Config['limits'], 'spend' | 'transfers' | 'otps' | 'wrongCodes' | 'wrongLogins'>;

interface Cap {
  readonly variable: VariableName;
  readonly most: (limits: Limits) => Big | null;
  /** What the campaign of a part needs. */
  readonly campaign: (row: ReturnType<typeof campaignRow>) => Big;
  /** What the conformance checks of the first part keep: the default cap. */
  readonly checks: (config: Config) => Big;
}

const toBig = (count: number | string | null): Big | null => (count === null ? null : new Big(count));

const defaultCap = (variable: VariableName): Big => new Big(variableByName(variable).cap ?? 0);

const createCountCap = (variable: VariableName, name: 'transfers' | 'otps' | 'wrongCodes' | 'wrongLogins'): Cap => ({
  variable,
  most: (limits) => toBig(limits[name]),
  campaign: (row) => new Big(row[name]),
  checks: () => defaultCap(variable),
});

const caps = {
  spend: {
    variable: 'DMT_MAX_SPEND',
    most: ({ spend }) => toBig(spend),
    campaign: ({ amount }) => new Big(amount ?? '0'),
    checks: ({ transfer }) => defaultCap('DMT_MAX_SPEND').times(transfer.amount === '' ? '0' : transfer.amount),
  },
  transfers: createCountCap('DMT_MAX_TRANSFERS', 'transfers'),
  otps: createCountCap('DMT_MAX_OTPS', 'otps'),
  wrongCodes: createCountCap('DMT_MAX_WRONG_CODES', 'wrongCodes'),
} as const satisfies Readonly<Record<string, Cap>>;

export type ShareOfCap = { readonly ok: true; readonly shares: readonly Big[] } | { readonly ok: false; readonly problem: string };

const listNeeds = (parts: readonly Part[], shares: readonly CampaignShare[], config: Config): readonly ReturnType<typeof campaignRow>[] =>
  shares.map((share) =>
    campaignRow(
      parts.filter((part) => share.slices.has(buildPartName(part))),
      {
        ...config,
        fuzz: { ...config.fuzz, share },
        limits: { ...config.limits, spend: null, transfers: null, otps: null, wrongCodes: null },
      },
    ),
  );

export const describeTooFew = (variable: VariableName, needed: string, received: string, of: number): string =>
  `${variable}: expected at least ${needed} for ${of} parts (DMT_SHARD), received ${received}; for example ${variable}=${needed}, or fewer parts`;

/** Each later part gets what its campaign needs at most, and the first part all the rest. */
function shareCap({ variable, most, campaign, checks }: Cap, needs: ReturnType<typeof listNeeds>, config: Config): ShareOfCap | null {
  const all = most(config.limits);
  if (all === null) return null;
  const [own = new Big(0), ...others] = needs.map(campaign);
  const first = others.reduce((left, need) => left.minus(need), all);
  const needed = own.plus(checks(config));
  if (first.lt(needed))
    return { ok: false, problem: describeTooFew(variable, all.minus(first).plus(needed).toFixed(), all.toFixed(), needs.length) };
  return { ok: true, shares: [first, ...others] };
}

interface CapsResult {
  readonly limits: Limits;
  readonly problems: readonly string[];
}

/** The caps of one part: together the parts take no more than the whole run may. */
export function shareCaps(parts: readonly Part[], shares: readonly CampaignShare[], config: Config, part: number): CapsResult {
  const needs = listNeeds(parts, shares, config);
  const results = {
    spend: shareCap(caps.spend, needs, config),
    transfers: shareCap(caps.transfers, needs, config),
    otps: shareCap(caps.otps, needs, config),
    wrongCodes: shareCap(caps.wrongCodes, needs, config),
  };
  const own = (result: ShareOfCap | null): Big | null => (result?.ok === true ? (result.shares[part - 1] ?? null) : null);
  const count = (result: ShareOfCap | null): number | null => own(result)?.toNumber() ?? null;
  const { wrongLogins } = config.limits;
  return {
    limits: {
      spend: own(results.spend)?.toFixed() ?? null,
      transfers: count(results.transfers),
      otps: count(results.otps),
      wrongCodes: count(results.wrongCodes),
      wrongLogins: part === 1 ? wrongLogins : wrongLogins === null ? null : 0,
    },
    problems: Object.values(results).flatMap((result) => (result?.ok === false ? [result.problem] : [])),
  };
}
