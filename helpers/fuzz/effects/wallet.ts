import { apiCodes } from '../../../specs/codes.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import { senderBalance } from '../../../specs/operations.ts';
import { findingIn } from '../../judge/fields.ts';
import { describeAnswer, formatPlace, pickShorter, type Reply } from '../../judge/reply.ts';
import { member } from '../../core/json.ts';
import { blocked, type Stop } from '../../judge/stop.ts';
import { dropPaid } from '../../journey/setup/pending-debits.ts';
import { pollLast } from '../../session/poll.ts';
import { readBalances, areBalancesEqual, describeBalances, isTakenBack, type AccountBalances } from '../../journey/transfer/balance.ts';
import type { Session } from '../../session/session.ts';
import type { Case } from '../cases/case.ts';
import { buildCall } from '../cases/draft.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { parseAmounts, readInvoice, type EffectFound } from '../calls/effect-checks.ts';
import { readCommandOutcome } from '../model/model.ts';
import type { PendingTransfer } from '../calls/pending-transfers.ts';
import { effectPurpose, restlessSenderReason, type AnsweredCase, type Snapshot, type SideEffects } from './side-effects.ts';

type Wallet = Snapshot<AccountBalances>;

const readsWhileWaiting = 20;

/** Every amount in the request is zero or less. */
function asksForNothing({ exchange }: Reply): boolean {
  const written = parseAmounts(exchange.request.body?.text ?? '');
  return written.length > 0 && written.every((amount) => amount?.lte(0) === true);
}

/** What is wrong with the balance after one transfer, when no other call can have moved it. */
function findWrongBalance(reply: Reply, was: Wallet, is: Wallet): EffectFound | null {
  const shows = [was.reply, is.reply];
  const place = formatPlace(is.reply, 'result.mainAccount');
  const received = `${describeBalances(is.value)} after ${describeAnswer(reply)}`;
  if (readCommandOutcome(reply) === 'refused' && !areBalancesEqual(was.value, is.value) && !isTakenBack(was.value, is.value))
    return { accused: { clause: 'OP9-REFUSED-NOTHING-MOVED', expected: describeBalances(was.value), received, place }, shows };
  const { mainAccount } = was.value;
  if (reply.code === apiCodes.success && asksForNothing(reply) && new Big(is.value.mainAccount).gt(mainAccount))
    return { accused: { clause: 'OP9-NEGATIVE-AMOUNT', expected: `mainAccount no more than ${mainAccount}`, received, place }, shows };
  return null;
}

function toPendingTransfer(reply: Reply): PendingTransfer {
  const [amount = null] = parseAmounts(reply.exchange.request.body?.text ?? '');
  return { reply, amount };
}

const calculateFall = (was: Wallet, is: Wallet): Big => new Big(was.value.mainAccount).minus(is.value.mainAccount);

interface WalletState {
  readonly session: Session;
  readonly calls: ValidCalls;
  snapshot: Wallet | null;
  lastCase: AnsweredCase | null;
  checked: number;
  shown: Reply | null;
  why: Stop | null;
}

async function readWallet({ session, calls }: WalletState): Promise<Wallet | null> {
  const { reply } = await session.unrecorded.send(senderBalance, buildCall(await calls.prepare(session, senderBalance)), effectPurpose);
  return reply.code === apiCodes.success && findingIn(reply, 'result') === undefined ? { reply, value: readBalances(reply) } : null;
}

async function hasEnded({ session, calls }: WalletState, reply: Reply): Promise<boolean> {
  const read = (): Promise<Reply> => readInvoice(session, reply, effectPurpose);
  const isOpen = (one: Reply): boolean => one.code !== apiCodes.success || member(one.result, 'status') === 'PENDING';
  return !isOpen(await pollLast(read, (one) => !isOpen(one), calls.waits.upTo('final-status')));
}

/** Waits until the balance has stayed unchanged for a whole debit wait. Each debit may change it, and its fee once more. */
async function waitUntilSteady(state: WalletState): Promise<void> {
  const { pending, waits } = state.calls;
  let seen = await readWallet(state);
  let changes = 0;
  const deadline = waits.upTo('debit');
  for (let since = Date.now(); Date.now() < deadline.endsAt(since) && changes <= 2 * pending.transfers.length;) {
    await pause((deadline.endsAt(since) - since) / readsWhileWaiting);
    const next = await readWallet(state);
    if (seen !== null && next !== null && areBalancesEqual(seen.value, next.value)) continue;
    [seen, since, changes] = [next, Date.now(), changes + 1];
  }
}

/** The balance while no transfer is under way; null when one stays under way. */
async function readIdleWallet(state: WalletState): Promise<Wallet | null> {
  const { pending } = state.calls;
  for (const { reply } of pending.transfers) if (!(await hasEnded(state, reply))) return null;
  if (pending.transfers.length > 0) await waitUntilSteady(state);
  pending.transfers = [];
  const one = await readWallet(state);
  const other = await readWallet(state);
  if (one === null || other === null) return null;
  if (areBalancesEqual(one.value, other.value)) return other;
  state.why ??= blocked('sender-in-use', 'two idle reads of the balance differ: somebody else is using the sender', 'environment');
  return null;
}

/** Some transfers never show a debit. A call that seems to have moved money is repeated between idle readings before it accuses. */
const mostPending = 500;

function notePending({ calls: { pending } }: WalletState, reply: Reply): void {
  if (reply.code === apiCodes.success) pending.transfers = [...pending.transfers.slice(1 - mostPending), toPendingTransfer(reply)];
}

/** The balance now. Debits that its fall shows are no longer pending. */
async function readAgain(state: WalletState): Promise<Wallet | null> {
  const { pending } = state.calls;
  const is = await readWallet(state);
  if (state.snapshot !== null && is !== null) pending.transfers = dropPaid(pending.transfers, calculateFall(state.snapshot, is));
  return is;
}

async function findSuspects(state: WalletState): Promise<readonly Case[]> {
  const { pending } = state.calls;
  const made = state.lastCase;
  if (state.why !== null || made === null) return [];
  const was = state.snapshot;
  const before = pending.transfers.length;
  const is = await readAgain(state);
  state.snapshot = is;
  state.lastCase = null;
  if (was === null || is === null) return [];
  state.checked += 1;
  state.shown = pickShorter(state.shown, is.reply);
  const isDebit = pending.transfers.length < before;
  return isDebit || findWrongBalance(made.reply, was, is) === null ? [] : [made.each];
}

async function checkOne(state: WalletState, call: () => Promise<Reply | null>): Promise<EffectFound | null> {
  const was = await readIdleWallet(state);
  state.snapshot = was;
  const reply = was === null ? null : await call();
  if (reply !== null) notePending(state, reply);
  const is = reply === null ? null : await readAgain(state);
  state.snapshot = is;
  state.lastCase = null;
  return was === null || reply === null || is === null ? null : findWrongBalance(reply, was, is);
}

/** The balance is read once after each odd transfer: the reading after one call is the reading before the next. */
export function walletEffects(session: Session, calls: ValidCalls): SideEffects {
  const state: WalletState = { session, calls, snapshot: null, lastCase: null, checked: 0, shown: null, why: null };
  return {
    clauses: ['OP9-REFUSED-NOTHING-MOVED', 'OP9-NEGATIVE-AMOUNT'],
    every: 1,
    ready: (draft) => Promise.resolve(draft),
    async begin(control) {
      // Whether the debit of the first transfer shows already is unknown.
      if (state.snapshot !== null) notePending(state, control);
      state.lastCase = null;
      state.snapshot = state.why === null ? await readAgain(state) : null;
    },
    note(made) {
      notePending(state, made.reply);
      state.lastCase = made;
    },
    suspects: () => findSuspects(state),
    checkOne: (_, call) => checkOne(state, call),
    giveUp() {
      state.why ??= blocked('sender-in-use', restlessSenderReason, 'environment');
    },
    summary: () => ({ checked: state.checked, shown: state.shown, why: state.why }),
  };
}
