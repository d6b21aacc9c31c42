import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { on } from '../twists/twists.ts';

/** Another terminal pays from the wallet before each answer that shows its balance. */
const spendElsewhere: Twist = (right) => async (request) => {
  if (!on('OP-14')(request)) return right(request);
  for (const user of request.store.users.values()) if (user.userType === 'customer') user.balance -= 100;
  const response = await right(request);
  return { ...response, headers: { ...response.headers, 'x-other-terminals': '1' } };
};

const standingOrderMs = 100;

/** Each wallet pays seven paise per `standingOrderMs`, whatever is asked. */
const payStandingOrders: Twist = (right) => {
  let paidUntil: number | null = null;
  return async (request) => {
    const now = request.clock.now();
    paidUntil ??= now;
    for (; paidUntil + standingOrderMs <= now; paidUntil += standingOrderMs)
      for (const user of request.store.users.values()) if (user.userType === 'customer') user.balance -= 7;
    const response = await right(request);
    return { ...response, headers: { ...response.headers, 'x-other-terminals': '1' } };
  };
};

/** Others use the senders of the run. */
export const usedElsewhereVariants: readonly Variant[] = [
  {
    id: 'used-elsewhere',
    does: 'Another terminal spends from the same wallets all the time.',
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
    twist: spendElsewhere,
  },
  {
    id: 'standing-orders',
    does: 'A standing order takes seven paise from every wallet, ten times a second.',
    everywhere: true,
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
    twist: payStandingOrders,
  },
];
