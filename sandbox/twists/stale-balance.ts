import type { User } from '../state/store.ts';
import type { Twist } from '../http/exchange.ts';
import { rupees, type Paise } from '../state/money.ts';
import { on, succeeded } from './twists.ts';
import { withBad } from './results.ts';
import { senderIn } from './history.ts';

const lagMs = 300;

interface Seen {
  readonly at: number;
  readonly balance: Paise;
}

/** The newest balance that is old enough to be known by now. */
const knownOf = (history: readonly Seen[], now: number): Seen | undefined => history.findLast(({ at }) => at <= now - lagMs) ?? history[0];

/** OP-14 reads a copy that learns of every change a little later. */
export const laggingBalance: Twist = (right) => {
  const histories = new Map<User, Seen[]>();
  return async (ask) => {
    const answer = await right(ask);
    const now = performance.now();
    for (const user of ask.bank.users.values()) {
      const history = histories.get(user) ?? [];
      if (history.at(-1)?.balance !== user.balance) histories.set(user, [...history, { at: now, balance: user.balance }]);
    }
    const sender = senderIn(ask);
    const known = sender === undefined || !on('OP-14')(ask) || !succeeded(answer) ? undefined : knownOf(histories.get(sender) ?? [], now);
    return known === undefined ? answer : withBad(answer, 'mainAccount', rupees(known.balance));
  };
};
