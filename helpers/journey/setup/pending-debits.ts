import { Big } from 'big.js';
import type { Subject } from '../../../specs/clause.ts';
import { apiCodes } from '../../../specs/codes.ts';
import { member, parseJson } from '../../core/json.ts';
import { readApiCode, readTransferEnding, toIdText, lastSegment, readQueryValue, readSuccessResult } from '../../core/answers.ts';
import { parseRequestBody, type Exchange } from '../../core/exchange.ts';
import { keepNewest } from '../../consent/keep-newest.ts';
import type { Late } from '../../session/waits.ts';

export interface PendingDebit {
  /** Null where the amount of the request cannot be read. */
  readonly amount: Big | null;
}

/**
 * Returns the debits that a fall of the balance does not cover; it covers the oldest first.
 * How much a transfer lowers the balance is open, so any fall covers at least one.
 */
export function dropPaid<Owed extends PendingDebit>(pending: readonly Owed[], fall: Big): readonly Owed[] {
  let left = fall;
  const rest = pending.filter(({ amount }) => {
    if (left.lte(0) || amount?.gt(left) === true) return true;
    left = left.minus(amount ?? left);
    return false;
  });
  return fall.gt(0) && rest.length === pending.length ? rest.slice(1) : rest;
}

/** Debits by sender, from the OP-14 answers. When a debit must show is open (reading 20), so it may be pending for a while. */
export interface PendingDebits {
  readonly noteExchange: (exchange: Exchange) => void;
  readonly hasPending: (senderId: string) => boolean;
  /** Without an earlier balance no debit can be seen. */
  readonly knowsBalance: (senderId: string) => boolean;
  /**
   * What a caller awaits that waits for all of it: the end of a transfer that may never be paid out, that the service knows it at all, or the
   * debits of paid ones.
   */
  readonly findAwaited: (senderId: string) => Late;
  /** A debit that did not show within the whole wait will not show any more. */
  readonly writeOff: (senderId: string) => void;
}

interface Transfer extends PendingDebit {
  readonly correlationId: string | null;
  readonly invoiceId: string | null;
  /** OP-11 called it paid out. */
  readonly settled: boolean;
  /** OP-10 or OP-11 answered last that there is no such transfer. */
  readonly unknown: boolean;
}

interface Account {
  readonly main: Big | null;
  /** The payment source of the last OP-8. */
  readonly source: string | null;
  readonly pending: readonly Transfer[];
}

const unknownAccount: Account = { main: null, source: null, pending: [] };

/** A number, or a number as text: text here breaks its own clause. */
const parseDecimal = (value: unknown): Big | null =>
  /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(toIdText(value) ?? '') ? new Big(String(value)) : null;

/** If the balance has fallen, some pending debits are paid. */
function withBalance(account: Account, main: Big | null): Account {
  if (main === null) return account;
  return { ...account, main, pending: account.main === null ? account.pending : dropPaid(account.pending, account.main.minus(main)) };
}

interface SenderAccounts {
  readonly findAccount: (senderId: string) => Account;
  readonly put: (senderId: string, account: Account) => void;
  /** Changes the pending transfers of every account. */
  readonly change: (update: (transfers: readonly Transfer[]) => readonly Transfer[]) => void;
}

function createSenderAccounts(): SenderAccounts {
  const accounts = new Map<string, Account>();
  const put: SenderAccounts['put'] = (senderId, account) => void accounts.set(senderId.toLowerCase(), account);
  return {
    findAccount: (senderId) => accounts.get(senderId.toLowerCase()) ?? unknownAccount,
    put,
    change(update) {
      for (const [senderId, account] of accounts) put(senderId, { ...account, pending: update(account.pending) });
    },
  };
}

function createAcceptedListener({ findAccount, put }: SenderAccounts): (exchange: Exchange, result: unknown) => void {
  const invoices = new Set<string>();
  return (exchange, result) => {
    const payload = parseRequestBody(exchange);
    const from = toIdText(member(payload, 'from'));
    const invoiceId = toIdText(member(result, 'invoiceId'));
    if (from === null || invoiceId === null || invoices.has(invoiceId)) return;
    invoices.add(invoiceId);
    keepNewest(invoices);
    const account = findAccount(from);
    if (account.source !== 'wallet') return;
    const transfer = {
      amount: parseDecimal(member(payload, 'amount')),
      correlationId: toIdText(member(payload, 'correlationId')),
      invoiceId,
      settled: false,
      unknown: false,
    };
    put(from, { ...account, pending: [...account.pending, transfer] });
  };
}

type DebitListener = (exchange: Exchange, result: unknown, id: string) => void;

/** What the answers of each operation show of an account. */
function createListeners(accounts: SenderAccounts): Partial<Record<Subject, DebitListener>> {
  const { findAccount, put, change } = accounts;
  const drop = (ended: (transfer: Transfer) => boolean): void => {
    change((pending) => pending.filter((each) => !ended(each)));
  };
  return {
    'OP-8': ({ request }, _, id) => {
      put(id, { ...findAccount(id), source: readQueryValue(request.url, 'paymentSource') });
    },
    'OP-9': createAcceptedListener(accounts),
    'OP-10': (_, result, id) => {
      if (member(result, 'status') === 'FAILED') drop(({ correlationId }) => correlationId === id);
    },
    'OP-11': (_, result, id) => {
      const ending = readTransferEnding(result);
      if (ending === 'settled') change((pending) => pending.map((each) => (each.invoiceId === id ? { ...each, settled: true } : each)));
      else if (ending !== null) drop(({ invoiceId }) => invoiceId === id);
    },
    'OP-14': (_, result, id) => {
      put(id, withBalance(findAccount(id), parseDecimal(member(result, 'mainAccount'))));
    },
  };
}

const isNamed = (id: string) => (transfer: Transfer) => transfer.correlationId === id || transfer.invoiceId === id;

const isNothingFound = ({ response }: Exchange): boolean =>
  response?.status === 200 && readApiCode(parseJson(response.body.text)) === apiCodes.nothingFound;

/** OP-10 and OP-11 name a transfer in their paths. Another refusal than "nothing found" says nothing of it, nor does a second agent's. */
function noteKnown({ change }: SenderAccounts, exchange: Exchange, isServed: boolean): void {
  const { operation, as, request } = exchange;
  if ((operation !== 'OP-10' && operation !== 'OP-11') || as !== 'agent') return;
  const unknown = isNothingFound(exchange);
  if (!unknown && !isServed) return;
  const isAsked = isNamed(lastSegment(request.url));
  change((pending) => pending.map((each) => (isAsked(each) ? { ...each, unknown } : each)));
}

function findAwaited(pending: readonly Transfer[]): Late {
  const open = pending.filter(({ settled }) => !settled);
  if (open.length === 0) return 'debit';
  return open.every(({ unknown }) => unknown) ? 'arrival' : 'final-status';
}

export function openPendingDebits(): PendingDebits {
  const accounts = createSenderAccounts();
  const { findAccount, put } = accounts;
  const hear = createListeners(accounts);
  return {
    noteExchange(exchange) {
      const result = readSuccessResult(exchange);
      noteKnown(accounts, exchange, result !== undefined);
      if (exchange.operation !== null && result !== undefined)
        hear[exchange.operation]?.(exchange, result, lastSegment(exchange.request.url));
    },
    hasPending: (senderId) => findAccount(senderId).pending.length > 0,
    knowsBalance: (senderId) => findAccount(senderId).main !== null,
    findAwaited: (senderId) => findAwaited(findAccount(senderId).pending),
    writeOff: (senderId) => {
      put(senderId, { ...findAccount(senderId), pending: [] });
    },
  };
}
