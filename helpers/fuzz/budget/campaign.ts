import { Big } from 'big.js';
import { noUsage, type Usage } from '../../core/budget.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { openBudget, type Budget } from './budget.ts';
import { campaignRow, calculateCosts, type Part } from './campaign-cost.ts';
import type { PartEnd } from '../../core/records/campaign-end.ts';
import { openFindings, type Findings } from '../findings/findings.ts';
import { isAffordable, type Purse } from './money.ts';
import { openRoom, type Room } from './room.ts';

/** What all campaigns of a run share. */
export interface Campaign {
  readonly budget: Budget;
  /** Of walks and of races, which come when the odd calls are done. */
  readonly sequences: Budget;
  readonly races: Budget;
  readonly findings: Findings;
  readonly allow: Config['permissions']['allow'];
  /** Calls under way at once (DMT_MAX_CONCURRENCY). */
  readonly concurrency: number;
  /** A chapter ends with the first thing it finds: enough to show that it is found. */
  readonly untilFound: boolean;
  /** Told before the first part begins: those that are planned. */
  readonly plan: (parts: readonly Part[]) => void;
  /** What a part takes at most when it is tried alone. */
  readonly takes: (part: Part) => Pick<Usage, 'otps' | 'transfers'>;
  /** Whether an odd amount leaves the campaign enough for the transfers that are still to come. */
  readonly affords: (amount: Big) => boolean;
  readonly ended: (end: PartEnd) => void;
}

/** What campaigns are made with. */
export type CampaignDependencies = Dependencies & { readonly fuzz: Campaign };

/** What a campaign has to know of its run. */
interface CampaignOptions {
  readonly untilFound?: boolean | undefined;
  /** Of the run, and by the campaign alone. */
  readonly spent?: () => Purse['spent'];
  readonly onPart?: ((end: PartEnd) => void) | undefined;
}

/** How the clock is shared. */
const shares = { cases: 0.6, walks: 0.3, races: 0.1 } as const;

const nothingSpent: Purse['spent'] = { amount: new Big(0), campaign: noUsage };

export function openCampaign(
  config: Pick<Config, 'fuzz' | 'permissions' | 'connection' | 'limits' | 'target' | 'transfer'>,
  { untilFound = false, spent = () => nothingSpent, onPart = () => undefined }: CampaignOptions = {},
): Campaign {
  const { fuzz: size, permissions, connection, limits } = config;
  const taken = (): Usage => spent().campaign;
  const row = limits.budgets.campaign;
  let room: Room = openRoom({ costs: new Map(), row, taken });
  const openShare = (share: number): Budget => openBudget({ ...size, seconds: size.seconds * share }, undefined, () => room);
  return {
    budget: openShare(shares.cases),
    sequences: openShare(shares.walks),
    races: openShare(shares.races),
    findings: openFindings(),
    allow: permissions.allow,
    concurrency: connection.maxConcurrency,
    untilFound,
    plan(parts) {
      room = openRoom({ costs: calculateCosts(parts, config), row, taken });
    },
    takes(part) {
      const { otps, transfers } = campaignRow([part], config);
      return { otps, transfers };
    },
    affords: (amount) => isAffordable(config, spent(), amount),
    ended: onPart,
  };
}
