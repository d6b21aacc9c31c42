import { Big } from 'big.js';
import type { Intent, Spent } from './gate.ts';

/** What became of a request with an effect: `refused` and `not-sent` left nothing behind for certain. */
export type Fate = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, given back only when the service definitely refused. */
export interface Spending {
  readonly spent: () => Spent;
  readonly reserve: (intent: Intent) => void;
  readonly settle: (intent: Intent, fate: Fate) => void;
}

const counted = (intent: Intent): boolean => intent.effect === 'sends-otp' || intent.effect === 'moves-money' || intent.wrongCode;

export function openSpending(): Spending {
  let [otps, transfers, wrongCodes] = [0, 0, 0];
  let amount = Big(0);

  const add = (intent: Intent, by: 1 | -1): void => {
    if (intent.effect === 'sends-otp') otps += by;
    if (intent.effect !== 'moves-money') return;
    transfers += by;
    amount = amount.plus(intent.amount.times(by));
  };

  return {
    spent: () => ({ otps, transfers, amount, wrongCodes }),
    reserve(intent) {
      if (!counted(intent)) return;
      add(intent, 1);
      if (intent.wrongCode) wrongCodes += 1;
    },
    settle(intent, fate) {
      // A wrong code was tried even though, or rather because, it was refused.
      if (counted(intent) && (fate === 'refused' || fate === 'not-sent')) add(intent, -1);
    },
  };
}
