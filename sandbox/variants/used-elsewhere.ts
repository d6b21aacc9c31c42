import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { rupee } from '../state/money.ts';
import type { User } from '../state/store.ts';
import { field } from '../http/json.ts';
import { askedTransfer } from '../twists/circumstances.ts';
import { findPayer, requestedAmount } from '../twists/requests.ts';
import { withWrongValue } from '../twists/results.ts';
import { marked } from '../twists/wallets.ts';
import { apiResult, on, succeeded } from '../twists/twists.ts';

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

/** The wallet of the first sender whose transfers are refused gets the usual amount, twice: behind its second refusal and its fifth. */
const topUpTwice: Twist = (right) => {
  let [sender, refusals]: [User | undefined, number] = [undefined, 0];
  return async (request) => {
    const response = await right(request);
    const payer = on('OP-9')(request) && !succeeded(response) ? findPayer(request) : undefined;
    sender ??= payer;
    if (payer === undefined || payer !== sender) return response;
    refusals += 1;
    if (refusals !== 2 && refusals !== 5) return response;
    payer.balance += 100 * rupee;
    return marked(response, 'x-credit');
  };
};

/** The bank takes a completed transfer back. The money returns behind the next transfer of that amount that is refused. */
const reverseBehindRefusals: Twist = (right) => {
  const reversed = new Set<number>();
  const reversing: Twist = (inner) => async (request) => {
    const response = await inner(request);
    const payer = on('OP-9')(request) && !succeeded(response) ? findPayer(request) : undefined;
    const paid = [...request.store.invoices.values()].find(
      ({ sender, outcome, source, amount, invoiceId }) =>
        sender === payer && outcome === 'paid' && source === 'wallet' && amount === requestedAmount(request) && !reversed.has(invoiceId),
    );
    if (payer === undefined || paid === undefined) return response;
    reversed.add(paid.invoiceId);
    payer.balance += paid.amount;
    return marked(response, 'x-credit');
  };
  return async (request) => {
    const response = await reversing(right)(request);
    const asked = on('OP-11')(request) ? askedTransfer(request) : undefined;
    const isReversed = asked !== undefined && reversed.has(asked.invoiceId);
    return isReversed && field(apiResult(response), 'status') === 'COMPLETED' ? withWrongValue(response, 'status', 'FAILED') : response;
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
  {
    id: 'topped-up-twice',
    does: 'A wallet gets the usual amount twice while its transfers are refused.',
    everywhere: true,
    twist: topUpTwice,
  },
  {
    id: 'reversed-behind-refusals',
    does: 'The bank takes transfers back, and the money returns behind refused transfers of the same amount.',
    everywhere: true,
    twist: reverseBehindRefusals,
  },
];
