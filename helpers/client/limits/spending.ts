import type { SpentLine } from '../../core/records/journal-lines.ts';
import { countRefund, largerUsage, noUsage, addUsage, countUsage, type Usage } from '../../core/budget.ts';
import type { Intent, Spent } from './permit.ts';

export type UsageTotals = Omit<Spent, 'requests' | 'recentWrongCodes'>;

/** `refused` and `not-sent` certainly left nothing behind. */
export type EffectOutcome = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, and returned only when the service definitely refused. */
export interface Spending {
  readonly spent: () => UsageTotals;
  /** The most that was reserved at any time: caps must leave room for it. */
  readonly most: () => UsageTotals;
  readonly reserve: (intent: Intent) => void;
  readonly noteLeaving: (intent: Intent, exchange: string) => void;
  /** Without an exchange id the request never left. */
  readonly closeReservation: (intent: Intent, outcome: EffectOutcome, exchange?: string) => void;
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

/** `before` holds the usage of earlier sittings. */
export function openSpending(before: UsageTotals = nothingSpent, onSpent: SpendingListener = () => undefined): Spending {
  let used = before;
  let most = before;

  const add = ({ campaign }: Intent, taken: Usage, by: 1 | -1): void => {
    used = { ...addUsage(used, taken, by), campaign: campaign ? addUsage(used.campaign, taken, by) : used.campaign };
  };

  return {
    spent: () => used,
    most: () => most,
    reserve(intent) {
      if (!isCounted(intent)) return;
      add(intent, countUsage(intent), 1);
      most = { ...largerUsage(most, used), campaign: largerUsage(most.campaign, used.campaign) };
    },
    noteLeaving(intent, exchange) {
      if (isCounted(intent)) onSpent(buildSpentLine(intent, countUsage(intent), exchange));
    },
    closeReservation(intent, outcome, exchange) {
      if (!isCounted(intent) || (outcome !== 'refused' && outcome !== 'not-sent')) return;
      add(intent, countRefund(intent), -1);
      if (exchange !== undefined) onSpent(buildSpentLine(intent, addUsage(noUsage, countRefund(intent), -1), exchange));
    },
  };
}
