import { Big } from 'big.js';
import { noUsage, type Usage } from '../../core/budget.ts';
import { wholeSlice, type Slice } from '../../core/records/shard.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { openChapterClock, type ChapterClock } from './chapter-clock.ts';
import { campaignRow, calculateCosts, type Part } from './campaign-cost.ts';
import type { PartEnd } from '../../core/records/campaign-end.ts';
import { openFindings, type Findings } from '../findings/findings.ts';
import { isAffordable, type Purse } from './money.ts';
import { openRoom, type Room } from './room.ts';

export interface Campaign {
  readonly budget: ChapterClock;
  /** For sequences and races, which come after the odd calls. */
  readonly sequences: ChapterClock;
  readonly races: ChapterClock;
  readonly findings: Findings;
  readonly allow: Config['permissions']['allow'];
  /** Which cases of a chapter, or which sequences, this part of a split run tries. */
  readonly sliceOf: (part: string) => Slice;
  /** Calls in flight at once (DMT_MAX_CONCURRENCY). */
  readonly concurrency: number;
  /** A chapter ends at its first finding. */
  readonly untilFound: boolean;
  /** Call this with the planned parts before the first begins. */
  readonly plan: (parts: readonly Part[]) => void;
  /** What a part takes at most when it runs alone. */
  readonly takes: (part: Part) => Pick<Usage, 'otps' | 'transfers'>;
  /** Whether an odd amount leaves enough money for the campaign's later transfers. */
  readonly affords: (amount: Big) => boolean;
  readonly ended: (end: PartEnd) => void;
}

export type CampaignDependencies = Dependencies & { readonly fuzz: Campaign };

interface CampaignOptions {
  readonly untilFound?: boolean | undefined;
  /** Spent by the run, and by its campaign alone. */
  readonly spent?: () => Purse['spent'];
  readonly onPart?: ((end: PartEnd) => void) | undefined;
}

/** Shares of the clock. */
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
  const openShare = (kind: keyof typeof shares): ChapterClock =>
    openChapterClock({ ...size, seconds: size.seconds * shares[kind] * (size.share?.clock[kind] ?? 1) }, undefined, () => room);
  return {
    budget: openShare('cases'),
    sequences: openShare('walks'),
    races: openShare('races'),
    findings: openFindings(),
    allow: permissions.allow,
    sliceOf: (part) => size.share?.slices.get(part) ?? wholeSlice,
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
