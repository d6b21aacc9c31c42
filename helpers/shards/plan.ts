import { clauseById } from '../../specs/clauses.ts';
import type { Config } from '../config/config.ts';
import type { ShardRecord } from '../core/records/journal-lines.ts';
import type { CampaignShare } from '../core/records/shard.ts';
import { buildPartName } from '../fuzz/budget/campaign-cost.ts';
import { divideCampaign } from '../fuzz/budget/divide.ts';
import { planFingerprint } from '../report/fingerprint/fingerprints.ts';
import { isOfCampaign, type Check } from '../runner/check.ts';
import type { Plan, PlanEntry } from '../runner/plan.ts';
import { shareCaps } from './caps.ts';
import { shareMobiles } from './mobiles.ts';

/** What one part of a split run does: the whole plan and the configuration as they are when the run is not split. */
export interface PartOfRun {
  readonly plan: Plan;
  readonly config: Config;
  /** Null for a whole run. */
  readonly shard: ShardRecord | null;
  /** The checks of the whole plan: they judge odd calls in every part. */
  readonly accusing: readonly Check[];
  readonly problems: readonly string[];
}

/** Only the run itself knows the secrets that an answer may hold, so every part looks for them. */
const isForEveryPart = (check: Check): boolean =>
  check.kind === 'active' && check.overall !== undefined && clauseById(check.clause).guards === 'leak';

const isPartOf = ({ check }: PlanEntry, part: number, { slices }: CampaignShare): boolean =>
  isOfCampaign(check) ? slices.has(buildPartName(check)) : part === 1 || isForEveryPart(check);

function shareConfig(config: Config, share: CampaignShare, limits: Partial<Config['limits']>, mobiles: readonly string[]): Config {
  const { own } = config.target;
  const of = config.shard?.of ?? 1;
  const { maxRps } = config.connection;
  return {
    ...config,
    fuzz: { ...config.fuzz, share },
    limits: { ...config.limits, ...limits },
    // Each part starts a sandbox of its own. Any other target is shared: the parts keep one rate together.
    people: own ? config.people : { ...config.people, spareMobiles: mobiles },
    connection: own || maxRps === null ? config.connection : { ...config.connection, maxRps: maxRps / of },
  };
}

/** Divides the campaign over the parts (DMT_SHARD). The conformance checks all run in the first part. */
export function planPart(config: Config, whole: Plan): PartOfRun {
  const { shard } = config;
  const accusing = whole.entries.map(({ check }) => check);
  if (shard === null) return { plan: whole, config, shard: null, accusing, problems: [] };
  const { part, of } = shard;
  const campaign = accusing.filter(isOfCampaign);
  const shares = divideCampaign(campaign, config.fuzz.runs, of);
  const share = shares[part - 1];
  if (share === undefined || shares.some(({ slices }) => slices.size === 0))
    return {
      plan: whole,
      config,
      shard: null,
      accusing,
      problems: [
        `DMT_SHARD: expected a campaign that ${of} parts can divide, received ${campaign.length} checks of a campaign; set DMT_FUZZ_RUNS above 0 and another DMT_PROFILE than essential, or take fewer parts`,
      ],
    };
  const caps = shareCaps(campaign, shares, config, part);
  const { mobiles, problems } = config.target.own ? { mobiles: [], problems: [] } : shareMobiles(config, part, of);
  const entries = whole.entries.filter((entry) => isPartOf(entry, part, share));
  const everywhere = whole.entries.filter((entry) => shares.every((one, nth) => isPartOf(entry, nth + 1, one)));
  return {
    plan: { ...whole, entries },
    config: shareConfig(config, share, caps.limits, mobiles),
    shard: {
      ...shard,
      plan: planFingerprint(whole.entries.map(({ planned }) => planned)),
      everywhere: everywhere.map(({ planned }) => planned.id),
    },
    accusing,
    problems: [...caps.problems, ...problems],
  };
}
