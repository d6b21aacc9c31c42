import type { SpentLine } from '../../core/records/journal-lines.ts';
import { countRefund, largerUsage, noUsage, addUsage, countUsage, type Usage } from '../../core/budget.ts';
import type { Intent, Spent } from './permit.ts';

export type UsageTotals = Omit<Spent, 'requests' | 'recentWrongCodes'>;

/** `refused` and `not-sent` certainly left nothing behind. */
export type EffectOutcome = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, and returned only when the service definitely refused. */
export interface Spending {
  readonly spent: () => UsageTotals;
  /** What stays spent even where every call under way is refused. */
  readonly certain: () => UsageTotals;
  /** Settles when a call under way ends. */
  readonly whenOneEnds: () => Promise<void>;
  /** The most that was reserved at any time: caps must leave room for it. */
  readonly most: () => UsageTotals;
  readonly reserve: (intent: Intent) => void;
  readonly noteLeaving: (intent: Intent, exchange: string) => void;
  /** Without an exchange id the request never left. */
  readonly closeReservation: (intent: Intent, outcome: EffectOutcome, exchange?: string) => void;
  /** Once after each `reserve`, however the call ended. */
  readonly end: (intent: Intent) => void;
}

/** Hears of all usage before it leaves, and of what is returned. */
export type SpendingListener = (spent: SpentLine) => void;

export const nothingSpent: UsageTotals = { ...noUsage, campaign: noUsage };

export const isCounted = ({ effect, wrongCode, wrongLogin }: Intent): boolean => effect !== 'none' || wrongCode !== null || wrongLogin;

const buildSpentLine = ({ campaign }: Intent, { amount, ...counts }: Usage, exchange: string): SpentLine => ({
  exchange,
  ...counts,
  amount: amount.toFixed(),
  ...(campaign ? { campaign } : {}),
});

const addTo = (totals: UsageTotals, { campaign }: Intent, usage: Usage, by: 1 | -1): UsageTotals => ({
  ...addUsage(totals, usage, by),
  campaign: campaign ? addUsage(totals.campaign, usage, by) : totals.campaign,
});

/** `before` holds the usage of earlier sittings. */
export function openSpending(before: UsageTotals = nothingSpent, onSpent: SpendingListener = () => undefined): Spending {
  let used = before;
  let most = before;
  const underWay = new Set<Intent>();
  const waiting: (() => void)[] = [];

  return {
    spent: () => used,
    certain: () => [...underWay].reduce((totals, intent) => addTo(totals, intent, countRefund(intent), -1), used),
    whenOneEnds: () => new Promise((resolve) => waiting.push(resolve)),
    most: () => most,
    reserve(intent) {
      if (!isCounted(intent)) return;
      underWay.add(intent);
      used = addTo(used, intent, countUsage(intent), 1);
      most = { ...largerUsage(most, used), campaign: largerUsage(most.campaign, used.campaign) };
    },
    noteLeaving(intent, exchange) {
      if (isCounted(intent)) onSpent(buildSpentLine(intent, countUsage(intent), exchange));
    },
    closeReservation(intent, outcome, exchange) {
      if (!isCounted(intent) || (outcome !== 'refused' && outcome !== 'not-sent')) return;
      underWay.delete(intent);
      used = addTo(used, intent, countRefund(intent), -1);
      if (exchange !== undefined) onSpent(buildSpentLine(intent, addUsage(noUsage, countRefund(intent), -1), exchange));
    },
    end(intent) {
      underWay.delete(intent);
      for (const go of waiting.splice(0)) go();
    },
  };
}
