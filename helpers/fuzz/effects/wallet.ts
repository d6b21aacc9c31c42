import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Big } from 'big.js';
import { invoice, senderBalance } from '../../../specs/operations.ts';
import { findingIn, idAt } from '../../judge/fields.ts';
import { outcomeOf, placeOf, type Reply } from '../../judge/reply.ts';
import { member } from '../../core/json.ts';
import { blocked, type Stop } from '../../judge/stop.ts';
import { unpaid } from '../../journey/setup/pending-debits.ts';
import { pollLast } from '../../session/poll.ts';
import { accountsOf, sameAccounts, type Accounts } from '../../journey/transfer/balance.ts';
import type { Session } from '../../session/session.ts';
import type { Case } from '../cases/case.ts';
import { callOf } from '../cases/draft.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { amountsIn, subAgentIn, type EffectFound } from '../calls/effect-checks.ts';
import { outcomeOfReply } from '../model/model.ts';
import type { Owed } from '../calls/owed.ts';
import { effectPurpose, restless, type Made, type Snapshot, type SideEffects } from './side-effects.ts';

type Wallet = Snapshot<Accounts>;

const readsWhileWaiting = 20;

const show = ({ mainAccount, cashbackAccount }: Accounts): string => `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

/** Everything that was written as the amount is zero or less. */
function asksForNothing({ exchange }: Reply): boolean {
  const written = amountsIn(exchange.request.body?.text ?? '');
  return written.length > 0 && written.every((amount) => amount?.lte(0) === true);
}

/** What is wrong with a balance behind one transfer, when nothing else can have moved it. */
function wrongIn(reply: Reply, was: Wallet, is: Wallet): EffectFound | null {
  const shows = [was.reply, is.reply];
  const place = placeOf(is.reply, 'result.mainAccount');
  const received = `${show(is.value)} after ${outcomeOf(reply)}`;
  if (outcomeOfReply(reply) === 'refused' && !sameAccounts(was.value, is.value))
    return { accused: { clause: 'OP9-REFUSED-NOTHING-MOVED', expected: show(was.value), received, place }, shows };
  const { mainAccount } = was.value;
  if (reply.code === apiCodes.success && asksForNothing(reply) && new Big(is.value.mainAccount).gt(mainAccount))
    return { accused: { clause: 'OP9-NEGATIVE-AMOUNT', expected: `mainAccount no more than ${mainAccount}`, received, place }, shows };
  return null;
}

function owedFor(reply: Reply): Owed {
  const [amount = null] = amountsIn(reply.exchange.request.body?.text ?? '');
  return { reply, amount };
}

const fallen = (was: Wallet, is: Wallet): Big => new Big(was.value.mainAccount).minus(is.value.mainAccount);

/** What is known of the wallet of a sender, and what was called for since it was read. */
interface WalletState {
  readonly session: Session;
  readonly calls: ValidCalls;
  known: Wallet | null;
  last: Made | null;
  checked: number;
  shown: Reply | null;
  why: Stop | null;
}

/** Null where the balance is not served, or not as specified. */
async function readWallet({ session, calls }: WalletState): Promise<Wallet | null> {
  const { reply } = await session.quiet.quietly(senderBalance, callOf(await calls.prepare(session, senderBalance)), effectPurpose);
  return reply.code === apiCodes.success && findingIn(reply, 'result') === undefined ? { reply, value: accountsOf(reply) } : null;
}

async function hasEnded({ session, calls }: WalletState, reply: Reply): Promise<boolean> {
  const call = documentedCall(invoice, 'only', { invoiceId: idAt(reply, 'result.invoiceId') ?? '', subAgentTagId: subAgentIn(reply) });
  const read = async (): Promise<Reply> => (await session.quiet.quietly(invoice, call, effectPurpose)).reply;
  const isOpen = (one: Reply): boolean => one.code !== apiCodes.success || member(one.result, 'status') === 'PENDING';
  return !isOpen(await pollLast(read, (one) => !isOpen(one), calls.waits.upTo('final-status')));
}

/** Waits until the balance has stayed for as long as anything may take to show; each debit may change it, and its fee once more. */
async function steady(state: WalletState): Promise<void> {
  const { owed, waits } = state.calls;
  let seen = await readWallet(state);
  let changes = 0;
  const deadline = waits.upTo('debit');
  for (let since = Date.now(); Date.now() < deadline.of(since) && changes <= 2 * owed.transfers.length;) {
    await pause((deadline.of(since) - since) / readsWhileWaiting);
    const next = await readWallet(state);
    if (seen !== null && next !== null && sameAccounts(seen.value, next.value)) continue;
    [seen, since, changes] = [next, Date.now(), changes + 1];
  }
}

/** The balance while nothing is under way; null when that cannot be brought about. */
async function idleWallet(state: WalletState): Promise<Wallet | null> {
  const { owed } = state.calls;
  for (const { reply } of owed.transfers) if (!(await hasEnded(state, reply))) return null;
  if (owed.transfers.length > 0) await steady(state);
  owed.transfers = [];
  const [one, other] = [await readWallet(state), await readWallet(state)];
  if (one === null || other === null) return null;
  if (sameAccounts(one.value, other.value)) return other;
  state.why ??= blocked('sender-in-use', 'two idle reads of the balance differ: somebody else is using the sender', 'environment');
  return null;
}

function noteOwed({ calls: { owed } }: WalletState, reply: Reply): void {
  if (reply.code === apiCodes.success) owed.transfers = [...owed.transfers, owedFor(reply)];
}

/** The balance now, with the debits that its fall since the last read has shown taken off. */
async function readAgain(state: WalletState): Promise<Wallet | null> {
  const { owed } = state.calls;
  const is = await readWallet(state);
  if (state.known !== null && is !== null) owed.transfers = unpaid(owed.transfers, fallen(state.known, is));
  return is;
}

async function suspects(state: WalletState): Promise<readonly Case[]> {
  const { owed } = state.calls;
  const made = state.last;
  if (state.why !== null || made === null) return [];
  const [was, before] = [state.known, owed.transfers.length];
  const is = await readAgain(state);
  state.known = is;
  state.last = null;
  if (was === null || is === null) return [];
  state.checked += 1;
  state.shown = is.reply;
  const isDebit = owed.transfers.length < before;
  return isDebit || wrongIn(made.reply, was, is) === null ? [] : [made.each];
}

async function checkOne(state: WalletState, call: () => Promise<Reply | null>): Promise<EffectFound | null> {
  const was = await idleWallet(state);
  state.known = was;
  const reply = was === null ? null : await call();
  if (reply !== null) noteOwed(state, reply);
  const is = reply === null ? null : await readAgain(state);
  state.known = is;
  state.last = null;
  return was === null || reply === null || is === null ? null : wrongIn(reply, was, is);
}

/** The balance behind each odd transfer: it is read once for each, as the one behind the call before is the one before the call. */
export function walletEffects(session: Session, calls: ValidCalls): SideEffects {
  const state: WalletState = { session, calls, known: null, last: null, checked: 0, shown: null, why: null };
  return {
    clauses: ['OP9-REFUSED-NOTHING-MOVED', 'OP9-NEGATIVE-AMOUNT'],
    every: 1,
    ready: (draft) => Promise.resolve(draft),
    async begin(control) {
      // Whether the debit of the very first shows already, nobody can tell.
      if (state.known !== null) noteOwed(state, control);
      state.last = null;
      state.known = state.why === null ? await readAgain(state) : null;
    },
    note(made) {
      noteOwed(state, made.reply);
      state.last = made;
    },
    suspects: () => suspects(state),
    checkOne: (_, call) => checkOne(state, call),
    giveUp() {
      state.why ??= blocked('sender-in-use', restless, 'environment');
    },
    summary: () => ({ checked: state.checked, shown: state.shown, why: state.why }),
  };
}
