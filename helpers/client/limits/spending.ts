import type { SpentLine } from '../../core/records/journal-lines.ts';
import { refundOf, largerUsage, noUsage, addUsage, usageOf, type Usage } from '../../core/budget.ts';
import type { Intent, Spent } from './permit.ts';

/** What is counted by effect. */
export type Used = Omit<Spent, 'requests' | 'lately'>;

/** What became of a request with an effect: `refused` and `not-sent` left nothing behind for certain. */
export type EffectOutcome = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, given back only when the service definitely refused. */
export interface Spending {
  readonly spent: () => Used;
  /** The most that was reserved at any time: what caps have to leave room for. */
  readonly most: () => Used;
  readonly reserve: (intent: Intent) => void;
  /** What was reserved is about to leave under that id. */
  readonly leave: (intent: Intent, exchange: string) => void;
  /** Without an id it never left. */
  readonly settle: (intent: Intent, fate: EffectOutcome, exchange?: string) => void;
}

/** Told of everything that is used up before it leaves, and of what is given back. */
export type SpendingListener = (spent: SpentLine) => void;

export const nothingSpent: Used = { ...noUsage, campaign: noUsage };

/** Something is used up that is counted. */
export const counted = ({ effect, wrongCode, wrongLogin }: Intent): boolean => effect !== 'none' || wrongCode !== null || wrongLogin;

/** What is used up, or given back, by one exchange. */
const lineOf = ({ campaign }: Intent, { amount, ...counts }: Usage, exchange: string): SpentLine => ({
  exchange,
  ...counts,
  amount: amount.toFixed(),
  ...(campaign ? { campaign } : {}),
});

/** Begins with what earlier sittings of the run have used up. */
export function openSpending(before: Used = nothingSpent, tell: SpendingListener = () => undefined): Spending {
  let used = before;
  let most = before;

  const add = ({ campaign }: Intent, taken: Usage, by: 1 | -1): void => {
    used = { ...addUsage(used, taken, by), campaign: campaign ? addUsage(used.campaign, taken, by) : used.campaign };
  };

  return {
    spent: () => used,
    most: () => most,
    reserve(intent) {
      if (!counted(intent)) return;
      add(intent, usageOf(intent), 1);
      most = { ...largerUsage(most, used), campaign: largerUsage(most.campaign, used.campaign) };
    },
    leave(intent, exchange) {
      if (counted(intent)) tell(lineOf(intent, usageOf(intent), exchange));
    },
    settle(intent, fate, exchange) {
      if (!counted(intent) || (fate !== 'refused' && fate !== 'not-sent')) return;
      add(intent, refundOf(intent), -1);
      if (exchange !== undefined) tell(lineOf(intent, addUsage(noUsage, refundOf(intent), -1), exchange));
    },
  };
}
