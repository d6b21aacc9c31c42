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
import { callOf } from '../cases/draft.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { amountsIn, subAgentIn, type Looked } from '../calls/effect-checks.ts';
import { outcomeOfReply } from '../model/model.ts';
import type { Owed } from '../calls/owed.ts';
import { restless, type Made, type Picture, type SideEffects } from './side-effects.ts';

type Purse = Picture<Accounts>;

const purpose = 'fuzz: look';

const looksWhileWaiting = 20;

const show = ({ mainAccount, cashbackAccount }: Accounts): string => `mainAccount ${mainAccount}, cashbackAccount ${cashbackAccount}`;

/** Everything that was written as the amount is zero or less. */
function asksForNothing({ exchange }: Reply): boolean {
  const written = amountsIn(exchange.request.body?.text ?? '');
  return written.length > 0 && written.every((amount) => amount?.lte(0) === true);
}

/** What is wrong with a balance behind one transfer, when nothing else can have moved it. */
function wrongIn(reply: Reply, was: Purse, is: Purse): Looked | null {
  const shows = [was.reply, is.reply];
  const place = placeOf(is.reply, 'result.mainAccount');
  const received = `${show(is.value)} after ${outcomeOf(reply)}`;
  if (outcomeOfReply(reply) === 'refused' && !sameAccounts(was.value, is.value))
    return { accused: { clause: 'OP9-REFUSED-NOTHING-MOVED', expected: show(was.value), received, place }, shows };
  const { mainAccount } = was.value;
  if (reply.code === 2000 && asksForNothing(reply) && new Big(is.value.mainAccount).gt(mainAccount))
    return { accused: { clause: 'OP9-NEGATIVE-AMOUNT', expected: `mainAccount no more than ${mainAccount}`, received, place }, shows };
  return null;
}

function debtOf(reply: Reply): Owed {
  const [amount = null] = amountsIn(reply.exchange.request.body?.text ?? '');
  return { reply, amount };
}

const fallen = (was: Purse, is: Purse): Big => new Big(was.value.mainAccount).minus(is.value.mainAccount);

/** The balance behind each odd transfer: it is read once for each, as the one behind the call before is the one before the call. */
export function walletWatch(session: Session, calls: ValidCalls): SideEffects {
  const { owed } = calls;
  let known: Purse | null = null;
  let last: Made | null = null;
  let looks = 0;
  let shown: Reply | null = null;
  let why: Stop | null = null;

  const read = async (): Promise<Purse | null> => {
    const { reply } = await session.quiet.quietly(senderBalance, callOf(await calls.prepare(session, senderBalance)), purpose);
    return reply.code === 2000 && findingIn(reply, 'result') === undefined ? { reply, value: accountsOf(reply) } : null;
  };

  const hasEnded = async (reply: Reply): Promise<boolean> => {
    const call = documentedCall(invoice, 'only', { invoiceId: idAt(reply, 'result.invoiceId') ?? '', subAgentTagId: subAgentIn(reply) });
    const look = async (): Promise<Reply> => (await session.quiet.quietly(invoice, call, purpose)).reply;
    const isOpen = (one: Reply): boolean => one.code !== 2000 || member(one.result, 'status') === 'PENDING';
    return !isOpen(await pollLast(look, (one) => !isOpen(one), calls.waits.upTo('final-status')));
  };

  const inUse = (): null => {
    why ??= blocked('sender-in-use', 'two idle reads of the balance differ: somebody else is using the sender', 'environment');
    return null;
  };

  /** Waits until the balance has stayed for as long as anything may take to show; each debt may change it, and its fee once more. */
  const steady = async (): Promise<void> => {
    let seen = await read();
    let changes = 0;
    const deadline = calls.waits.upTo('debit');
    for (let since = Date.now(); Date.now() < deadline.of(since) && changes <= 2 * owed.transfers.length;) {
      await pause((deadline.of(since) - since) / looksWhileWaiting);
      const next = await read();
      if (seen !== null && next !== null && sameAccounts(seen.value, next.value)) continue;
      [seen, since, changes] = [next, Date.now(), changes + 1];
    }
  };

  /** The balance while nothing is under way; null when that cannot be brought about. */
  const idle = async (): Promise<Purse | null> => {
    for (const { reply } of owed.transfers) if (!(await hasEnded(reply))) return null;
    if (owed.transfers.length > 0) await steady();
    owed.transfers = [];
    const [one, other] = [await read(), await read()];
    if (one === null || other === null) return null;
    return sameAccounts(one.value, other.value) ? other : inUse();
  };

  const keep = (reply: Reply): void => {
    if (reply.code === 2000) owed.transfers = [...owed.transfers, debtOf(reply)];
  };

  /** The balance now, with the debts that its fall since the last look has paid taken off. */
  const lookAgain = async (): Promise<Purse | null> => {
    const is = await read();
    if (known !== null && is !== null) owed.transfers = unpaid(owed.transfers, fallen(known, is));
    return is;
  };

  return {
    clauses: ['OP9-REFUSED-NOTHING-MOVED', 'OP9-NEGATIVE-AMOUNT'],
    every: 1,
    ready: (draft) => Promise.resolve(draft),
    async begin(control) {
      // Whether the debit of the very first shows already, nobody can tell.
      if (known !== null) keep(control);
      last = null;
      known = why === null ? await lookAgain() : null;
    },
    note(made) {
      keep(made.reply);
      last = made;
    },
    async suspects() {
      if (why !== null) return [];
      const made = last;
      if (made === null) return [];
      const [was, before] = [known, owed.transfers.length];
      const is = await lookAgain();
      known = is;
      last = null;
      if (was === null || is === null) return [];
      looks += 1;
      shown = is.reply;
      const isDebit = owed.transfers.length < before;
      return isDebit || wrongIn(made.reply, was, is) === null ? [] : [made.each];
    },
    async around(_, call) {
      const was = await idle();
      known = was;
      const reply = was === null ? null : await call();
      if (reply !== null) keep(reply);
      const is = reply === null ? null : await lookAgain();
      known = is;
      last = null;
      return was === null || reply === null || is === null ? null : wrongIn(reply, was, is);
    },
    giveUp() {
      why ??= blocked('sender-in-use', restless, 'environment');
    },
    told: () => ({ looks, shown, why }),
  };
}
