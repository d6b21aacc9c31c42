import type { User } from '../state/store.ts';
import type { Twist } from '../http/exchange.ts';
import { rupees, type Paise } from '../state/money.ts';
import { on, succeeded } from './twists.ts';
import { withWrongValue } from './results.ts';
import { findCustomer } from './history.ts';

const lagMs = 300;

interface BalanceSnapshot {
  readonly at: number;
  readonly balance: Paise;
}

const latestKnown = (history: readonly BalanceSnapshot[], now: number): BalanceSnapshot | undefined =>
  history.findLast(({ at }) => at <= now - lagMs) ?? history[0];

/** OP-14 reads a copy of the balance that lags a little. */
export const staleBalance: Twist = (right) => {
  const histories = new Map<User, BalanceSnapshot[]>();
  return async (request) => {
    const response = await right(request);
    const now = performance.now();
    for (const user of request.store.users.values()) {
      const history = histories.get(user) ?? [];
      if (history.at(-1)?.balance !== user.balance) histories.set(user, [...history, { at: now, balance: user.balance }]);
    }
    const sender = findCustomer(request);
    const known =
      sender === undefined || !on('OP-14')(request) || !succeeded(response) ? undefined : latestKnown(histories.get(sender) ?? [], now);
    return known === undefined ? response : withWrongValue(response, 'mainAccount', rupees(known.balance));
  };
};
