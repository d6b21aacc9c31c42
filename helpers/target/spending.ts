import { Big } from 'big.js';
import type { SpentLine } from '../run/outcome.ts';
import type { Intent, Spent } from './gate.ts';

/** What is counted by effect. */
export type Used = Omit<Spent, 'requests' | 'lately'>;

/** What became of a request with an effect: `refused` and `not-sent` left nothing behind for certain. */
export type Fate = 'accepted' | 'refused' | 'in-doubt' | 'not-sent';

/** Counts what a run uses up: reserved before sending, given back only when the service definitely refused. */
export interface Spending {
  readonly spent: () => Used;
  /** The most that was reserved at any time: what caps have to leave room for. */
  readonly most: () => Used;
  readonly reserve: (intent: Intent) => void;
  /** What was reserved is about to leave under that id. */
  readonly leave: (intent: Intent, exchange: string) => void;
  /** Without an id it never left. */
  readonly settle: (intent: Intent, fate: Fate, exchange?: string) => void;
}

/** Told of everything that is used up before it leaves, and of what is given back. */
export type SpendingListener = (spent: SpentLine) => void;

export const nothingSpent: Used = { otps: 0, transfers: 0, amount: Big(0), wrongCodes: 0, wrongLogins: 0 };

/** What may lock somebody was tried even though, or rather because, it was refused: it is never given back. */
const mayLock = ({ wrongCode, wrongLogin }: Intent): boolean => wrongCode !== null || wrongLogin;

/** Something is used up that is capped. */
export const counted = (intent: Intent): boolean => intent.effect === 'sends-otp' || intent.effect === 'moves-money' || mayLock(intent);

/** What an intent uses up, or gives back. */
const lineOf = ({ effect, amount, wrongCode, wrongLogin }: Intent, exchange: string, by: 1 | -1): SpentLine => ({
  exchange,
  otps: effect === 'sends-otp' ? by : 0,
  transfers: effect === 'moves-money' ? by : 0,
  amount: effect === 'moves-money' ? amount.times(by).toFixed() : '0',
  wrongCodes: wrongCode !== null && by === 1 ? 1 : 0,
  wrongLogins: wrongLogin && by === 1 ? 1 : 0,
});

/** Begins with what earlier sittings of the run have used up. */
export function openSpending(before: Used = nothingSpent, tell: SpendingListener = () => undefined): Spending {
  let { otps, transfers, amount, wrongCodes, wrongLogins } = before;
  let most: Used = before;

  const add = (intent: Intent, by: 1 | -1): void => {
    if (intent.effect === 'sends-otp') otps += by;
    if (intent.effect !== 'moves-money') return;
    transfers += by;
    amount = amount.plus(intent.amount.times(by));
  };

  const rise = (): void => {
    most = {
      otps: Math.max(most.otps, otps),
      transfers: Math.max(most.transfers, transfers),
      amount: most.amount.gt(amount) ? most.amount : amount,
      wrongCodes,
      wrongLogins,
    };
  };

  return {
    spent: () => ({ otps, transfers, amount, wrongCodes, wrongLogins }),
    most: () => most,
    reserve(intent) {
      if (!counted(intent)) return;
      add(intent, 1);
      if (intent.wrongCode !== null) wrongCodes += 1;
      if (intent.wrongLogin) wrongLogins += 1;
      rise();
    },
    leave(intent, exchange) {
      if (counted(intent)) tell(lineOf(intent, exchange, 1));
    },
    settle(intent, fate, exchange) {
      if (!counted(intent) || (fate !== 'refused' && fate !== 'not-sent')) return;
      add(intent, -1);
      if (exchange !== undefined) tell(lineOf(intent, exchange, -1));
    },
  };
}
