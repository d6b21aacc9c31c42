import type { SpentLine } from '../../core/records/journal-lines.ts';
import { countRefund, largerUsage, noUsage, addUsage, countUsage, type Usage } from '../../core/budget.ts';
import type { Intent, Spent } from './permit.ts';

/** What is counted by effect. */
export type UsageTotals = Omit<Spent, 'requests' | 'lately'>;

/** What became of a request with an effect: `refused` and `not-sent` left nothing behind for certain. */
export type EffectOutcome = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, given back only when the service definitely refused. */
export interface Spending {
  readonly spent: () => UsageTotals;
  /** The most that was reserved at any time: what caps have to leave room for. */
  readonly most: () => UsageTotals;
  readonly reserve: (intent: Intent) => void;
  /** What was reserved is about to leave under that id. */
  readonly noteLeaving: (intent: Intent, exchange: string) => void;
  /** Without an id it never left. */
  readonly closeReservation: (intent: Intent, outcome: EffectOutcome, exchange?: string) => void;
}

/** Told of everything that is used up before it leaves, and of what is given back. */
export type SpendingListener = (spent: SpentLine) => void;

export const nothingSpent: UsageTotals = { ...noUsage, campaign: noUsage };

/** Something is used up that is counted. */
export const isCounted = ({ effect, wrongCode, wrongLogin }: Intent): boolean => effect !== 'none' || wrongCode !== null || wrongLogin;

/** What is used up, or given back, by one exchange. */
const buildSpentLine = ({ campaign }: Intent, { amount, ...counts }: Usage, exchange: string): SpentLine => ({
  exchange,
  ...counts,
  amount: amount.toFixed(),
  ...(campaign ? { campaign } : {}),
});

/** Begins with what earlier sittings of the run have used up. */
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
