import type { ServiceResponse, Twist } from '../http/exchange.ts';
import { field, isObject } from '../http/json.ts';
import { rupee } from '../state/money.ts';
import type { User } from '../state/store.ts';
import { afterSuccess, findCustomer, issuedInvoice } from './history.ts';
import { findPayer, lastSegment } from './requests.ts';
import { withWrongValue, wrongResult } from './results.ts';
import { afterTransfer } from './transfers.ts';
import { apiResult, changeResponse, combine, on, succeeded, withResult } from './twists.ts';

/** Shows that a difference of the store has come about. */
export const marked = (response: ServiceResponse, name: string): ServiceResponse => ({
  ...response,
  headers: { ...response.headers, [name]: '1' },
});

/** Changes the wallet of a sender a moment after each transfer that the bank pays. */
const creditLater =
  (afterMs: number, credit: (sender: User) => void): Twist =>
  (right) =>
    afterSuccess('OP-9', ({ clock, store }, sender, response) => {
      if (store.invoices.get(issuedInvoice(response))?.outcome !== 'paid') return;
      clock.after(afterMs, () => {
        credit(sender);
      });
    })(async (request) => marked(await right(request), 'x-credit'));

export const lateCashback: Twist = creditLater(150, (sender) => (sender.cashback += 10));

/** Cashback of a transfer is taken back a moment later. */
export const revokedCashback: Twist = combine(
  afterTransfer('paid', (sender) => (sender.cashback += 10)),
  creditLater(150, (sender) => (sender.cashback -= 10)),
);

/** A part of the fee comes back. */
export const lateRefund: Twist = creditLater(100, (sender) => (sender.balance += rupee));

/** The fee is taken by itself, while the sender asks for other things. */
export const lateFee: Twist = creditLater(5000, (sender) => (sender.balance -= rupee));

/** A fee uses up a part of the limits at the third look behind each transfer. */
export const lateLimitFee: Twist = (right) => {
  const looks = new Map<User, number[]>();
  return afterSuccess('OP-9', ({ store }, sender, response) => {
    if (store.invoices.get(issuedInvoice(response))?.outcome === 'paid') looks.set(sender, [...(looks.get(sender) ?? []), 0]);
  })(async (request) => {
    const sender = on('OP-6')(request) ? findCustomer(request) : undefined;
    const due = (sender === undefined ? [] : (looks.get(sender) ?? [])).map((count) => count + 1);
    if (sender !== undefined) {
      sender.spent += due.filter((count) => count === 3).length * rupee;
      looks.set(sender, due);
    }
    const response = await right(request);
    return due.includes(3) ? marked(response, 'x-fee') : response;
  });
};

export const spendCashbackFirst: Twist = combine(
  afterTransfer('paid', (sender, amount) => {
    const part = Math.min(sender.cashback, amount);
    sender.cashback -= part;
    sender.balance += part;
  }),
  changeResponse(on('OP-9'), (response) => marked(response, 'x-cashback-first')),
);

/** Once, in the middle of the run, a new period of the limits begins. */
export const rollOver: Twist = (right) => {
  let done = false;
  return afterSuccess('OP-9', (request, sender) => {
    if (done || [...request.store.invoices.values()].filter((one) => one.sender === sender).length < 2) return;
    done = true;
    sender.spent = 0;
  })(async (request) => marked(await right(request), 'x-period'));
};

/** Every sender has spent before the run, and with its first transfer a new period begins for all. */
export const rollOverAtOnce: Twist = combine(
  afterSuccess('OP-4', (_, sender) => {
    sender.spent = 5000;
  }),
  (right) => {
    let done = false;
    return afterSuccess('OP-9', ({ store }) => {
      if (done) return;
      done = true;
      for (const user of store.users.values()) user.spent = 0;
    })(async (request) => marked(await right(request), 'x-period'));
  },
);

/** The bank takes one completed transfer back, and the money returns. */
export const reverseOne: Twist = (right) => {
  const looks = new Map<string, number>();
  let reversed: string | undefined;
  return async (request) => {
    const response = await right(request);
    if (!on('OP-11')(request) || field(apiResult(response), 'status') !== 'COMPLETED') return response;
    const id = lastSegment(request);
    looks.set(id, (looks.get(id) ?? 0) + 1);
    const transfer = request.store.invoices.get(id);
    if (reversed === undefined && (looks.get(id) ?? 0) > 1 && transfer !== undefined) {
      reversed = id;
      transfer.sender.balance += transfer.source === 'wallet' ? transfer.amount : 0;
    }
    return id === reversed ? withWrongValue(response, 'status', 'FAILED') : response;
  };
};

/** The bank declines amounts with decimals, and sends them back a moment after OP-11 says so. */
export const refundDecimalsLate: Twist = (right) => {
  const failed = new Set<string>();
  return async (request) => {
    const response = await right(request);
    const id = lastSegment(request);
    const transfer = on('OP-11')(request) ? request.store.invoices.get(id) : undefined;
    if (transfer === undefined || transfer.amount < rupee || transfer.amount % rupee === 0) return response;
    if (field(apiResult(response), 'status') !== 'COMPLETED') return response;
    if (!failed.has(id))
      request.clock.after(300, () => {
        transfer.sender.balance += transfer.source === 'wallet' ? transfer.amount : 0;
      });
    failed.add(id);
    return withWrongValue(response, 'status', 'FAILED');
  };
};

/** Every transfer from a wallet is delayed. Its amount comes back behind the next look at the balance, or before the next transfer. */
export const delayedBackLater: Twist = (right) => {
  const [seen, back] = [new Set<string>(), new Map<User, number>()];
  const giveBack = (sender: User | undefined): void => {
    if (sender === undefined) return;
    sender.balance += back.get(sender) ?? 0;
    back.delete(sender);
  };
  return async (request) => {
    if (on('OP-9')(request)) giveBack(findPayer(request));
    const response = await right(request);
    if (on('OP-14')(request) && succeeded(response)) giveBack(findCustomer(request));
    const id = lastSegment(request);
    const transfer = on('OP-11')(request) ? request.store.invoices.get(id) : undefined;
    if (transfer?.source !== 'wallet' || field(apiResult(response), 'status') !== 'COMPLETED') return response;
    if (!seen.has(id)) back.set(transfer.sender, (back.get(transfer.sender) ?? 0) + transfer.amount);
    seen.add(id);
    return withWrongValue(response, 'isDelayed', 'true');
  };
};

/** The amount of every transfer that the bank pays comes back after so long, so many times. OP-11 calls it delayed. */
export const delayedBackAfter = (afterMs: number, times = 1): Twist =>
  combine(wrongResult('OP-11', 'isDelayed', 'true'), (right) =>
    afterSuccess('OP-9', ({ clock, store }, sender, response) => {
      const transfer = store.invoices.get(issuedInvoice(response));
      if (transfer?.outcome !== 'paid' || transfer.source !== 'wallet') return;
      clock.after(afterMs, () => (sender.balance += times * transfer.amount));
    })(right),
  );

/** The limits of a sender are raised behind a transfer of a negative amount, which is refused. */
export const raisedLimits: Twist = (right) => async (request) => {
  const response = await right(request);
  const payer = on('OP-9')(request) && Number(field(request.body, 'amount')) < 0 ? findPayer(request) : undefined;
  if (payer === undefined) return response;
  payer.spent -= rupee;
  return marked(response, 'x-period');
};

/** A rupee comes in behind the first transfer of a negative amount, which is refused. */
export const creditOnce: Twist = (right) => {
  let done = false;
  return async (request) => {
    const response = await right(request);
    const isDue = !done && on('OP-9')(request) && Number(field(request.body, 'amount')) < 0;
    const payer = isDue ? findPayer(request) : undefined;
    if (payer === undefined) return response;
    done = true;
    payer.balance += rupee;
    return marked(response, 'x-credit');
  };
};

/** The next two looks after a refused transfer show its limit as taken. */
export const holdRefusedAmount: Twist = (right) => {
  const held = new Map<string, number>();
  return async (request) => {
    const response = await right(request);
    const payer = on('OP-9')(request) && !succeeded(response) ? findPayer(request) : undefined;
    if (payer !== undefined) held.set(payer.tagId, 2);
    const left = on('OP-6')(request) && succeeded(response) ? (held.get(lastSegment(request)) ?? 0) : 0;
    if (left === 0) return response;
    held.set(lastSegment(request), left - 1);
    return withResult(response, (result) => ({
      ...result,
      limitLeft: isObject(result['limitLeft'])
        ? Object.fromEntries(Object.entries(result['limitLeft']).map(([period, rest]) => [period, Number(rest) - 1]))
        : {},
    }));
  };
};
