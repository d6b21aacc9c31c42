import type { CommandName } from '../findings/walk-steps.ts';
import { Big } from 'big.js';
import { sendOtp, setMpin } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { sameId } from '../../core/same-id.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { askForOtp, newChallenge } from '../../journey/consent/challenge.ts';
import { mpinCall } from '../../journey/mpin/mpin.ts';
import { add, ask, pay, payAgain, readStatus, switchTo, tag } from './calls.ts';
import { otherOf, outcomeOfReply, type Actor, type CommandResult, type Transfer, type Walk } from '../model/model.ts';
import { accountsListed, oursOf } from '../model/ours.ts';
import { readBalance, type Entry } from '../model/view.ts';

/** One kind of call a walk may make. Its argument is an index into whatever there is to choose from. */
export interface Command {
  /** Illegal ones ought to be refused, or to be without effect. */
  readonly legal: boolean;
  /** How often it is drawn beside the others. */
  readonly weight: number;
  readonly ready: (walk: Walk, actor: Actor) => boolean;
  readonly act: (walk: Walk, actor: Actor, pick: number) => Promise<CommandResult>;
}

const always = (): boolean => true;

const entriesOf = (walk: Walk, { who }: Actor): readonly Entry[] => oursOf(walk, who);
const activeOf = (walk: Walk, actor: Actor): Entry[] => entriesOf(walk, actor).filter(({ active }) => active);
const inactiveOf = (walk: Walk, actor: Actor): Entry[] => entriesOf(walk, actor).filter(({ active }) => !active);

/** Those of the other sender whose ids this one does not have as well: ids may be counted by sender. */
function foreignOf(walk: Walk, actor: Actor): Entry[] {
  const own = walk.picture.senders[actor.who].entries;
  return oursOf(walk, otherOf(actor.who)).filter(({ id }) => !own.some((each) => sameId(each.id, id)));
}

const transfersOf = ({ transfers }: Walk, { who }: Actor): Transfer[] => transfers.filter((each) => each.who === who && each.to !== null);

/** The list grows with every walk, so the newest come first. */
function choose<T>(from: readonly T[], pick: number): T {
  const chosen = from.at(-1 - (pick % from.length));
  if (chosen === undefined) throw new Error('expected something to choose from, received nothing: mend the precondition of the command');
  return chosen;
}

/** A walk adds few, so that a sender of many walks stays readable. */
const mostAdded = 6;
const addsLeft = (walk: Walk, { who }: Actor): boolean =>
  walk.added.filter((each) => each.who === who).length < mostAdded && walk.deps.people.accounts.left(accountsListed(walk)) > 0;

/** The usual amount, now and then with decimals. */
const amountFor = ({ deps }: Walk, pick: number): string =>
  pick % 3 === 2 ? new Big(deps.people.amount).plus('0.37').toFixed() : deps.people.amount;

/** For nobody: should it be somebody's after all, as little as this service is known to take. */
const leastAmount = ({ deps }: Walk): string => deps.memory.leastPaid ?? deps.people.amount;

function aboveBalance({ deps, picture }: Walk, { who }: Actor): string {
  const { mainAccount, cashbackAccount } = picture.senders[who].accounts;
  return new Big(Math.max(mainAccount, 0)).plus(Math.max(cashbackAccount, 0)).plus(deps.people.amount).round(2, Big.roundUp).toFixed();
}

async function sendCode({ deps, session }: Walk, { who, sender }: Actor): Promise<CommandResult> {
  const { reply } = await askForOtp(deps, session, sender.person);
  return { name: sendOtp.id, who, reply, outcome: outcomeOfReply(reply) };
}

async function mpin(walk: Walk, actor: Actor): Promise<CommandResult> {
  const { code, state } = await newChallenge(walk.deps, walk.session, actor.sender.person);
  return ask(walk, actor, 'set-mpin', setMpin, mpinCall(walk.deps, actor.sender, code, state));
}

async function balanceOfAnother({ session, picture }: Walk, { who, sender }: Actor): Promise<CommandResult> {
  const reply = await readBalance(session, sender, picture.senders[otherOf(who)].balanceSession);
  return { name: 'balance-foreign-session', who, reply, outcome: outcomeOfReply(reply) };
}

/** A payment with the code and the state that the other sender was sent. */
async function payWithConsentOfAnother(walk: Walk, actor: Actor, pick: number): Promise<CommandResult> {
  const other = walk.actors[otherOf(actor.who)];
  const { code, state } = await newChallenge(walk.deps, walk.session, other.sender.person);
  const consent = consentHeader.otp(code, state);
  return pay(walk, actor, {
    amount: walk.deps.people.amount,
    to: choose(activeOf(walk, actor), pick),
    consent,
    forbidden: 'consent-of-another',
  });
}

const legal = (weight: number, act: Command['act'], ready: Command['ready'] = always): Command => ({ legal: true, weight, ready, act });
const illegal = (act: Command['act'], ready: Command['ready'], weight = 1): Command => ({ legal: false, weight, ready, act });

const canPay: Command['ready'] = (walk, actor) => activeOf(walk, actor).length > 0;
const usualTo = (walk: Walk, actor: Actor): Entry | null => activeOf(walk, actor).at(-1) ?? null;

/** Every kind of call, by its name in recipes. */
export const commands = {
  tag: legal(1, tag),
  'is-old': legal(1, readStatus),
  'send-otp': legal(1, sendCode),
  add: legal(2, (walk, actor) => add(walk, actor, { account: walk.deps.people.accounts.take(accountsListed(walk)) }), addsLeft),
  'add-again': legal(
    1,
    (walk, actor, pick) => add(walk, actor, { account: choose(entriesOf(walk, actor), pick).account, readded: true }),
    (walk, actor) => entriesOf(walk, actor).length > 0,
  ),
  activate: legal(
    2,
    (walk, actor, pick) => switchTo(walk, actor, choose(entriesOf(walk, actor), pick).id, true),
    (walk, actor) => entriesOf(walk, actor).length > 0,
  ),
  deactivate: legal(
    1,
    (walk, actor, pick) => switchTo(walk, actor, choose(inactiveOf(walk, actor), pick).id, false),
    (walk, actor) => inactiveOf(walk, actor).length > 0,
  ),
  pay: legal(
    5,
    (walk, actor, pick) => pay(walk, actor, { amount: amountFor(walk, pick), to: choose(activeOf(walk, actor), pick) }),
    canPay,
  ),
  'pay-again': legal(
    1,
    (walk, actor, pick) => payAgain(walk, actor, choose(transfersOf(walk, actor), pick)),
    (walk, actor) => transfersOf(walk, actor).length > 0,
  ),
  'set-mpin': legal(1, mpin, ({ deps }) => deps.people.mpin !== null),
  'activate-foreign': illegal(
    (walk, actor, pick) => switchTo(walk, actor, choose(foreignOf(walk, actor), pick).id, true),
    (walk, actor) => foreignOf(walk, actor).length > 0,
    2,
  ),
  'pay-inactive': illegal(
    (walk, actor, pick) =>
      pay(walk, actor, { amount: walk.deps.people.amount, to: choose(inactiveOf(walk, actor), pick), forbidden: 'payee-inactive' }),
    (walk, actor) => inactiveOf(walk, actor).length > 0,
  ),
  'pay-foreign': illegal(
    (walk, actor, pick) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: null,
        toId: choose(foreignOf(walk, actor), pick).id,
        forbidden: 'payee-foreign',
      }),
    (walk, actor) => foreignOf(walk, actor).length > 0,
  ),
  'pay-unknown': illegal(
    (walk, actor) => pay(walk, actor, { amount: leastAmount(walk), to: null, toId: unknownValues.number, forbidden: 'payee-unknown' }),
    always,
  ),
  'pay-foreign-session': illegal(
    (walk, actor) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: usualTo(walk, actor),
        sessionId: walk.picture.senders[otherOf(actor.who)].transferSession,
        forbidden: 'session-foreign',
      }),
    canPay,
    2,
  ),
  'pay-unknown-session': illegal(
    (walk, actor) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: usualTo(walk, actor),
        sessionId: unknownValues.uuid,
        forbidden: 'session-unknown',
      }),
    canPay,
  ),
  'pay-too-much': illegal(
    (walk, actor) => pay(walk, actor, { amount: aboveBalance(walk, actor), to: usualTo(walk, actor), forbidden: 'too-much' }),
    (walk, actor) => canPay(walk, actor) && walk.deps.fuzz.affords(new Big(aboveBalance(walk, actor))),
  ),
  'pay-consent-of-another': illegal(payWithConsentOfAnother, canPay),
  'balance-foreign-session': illegal(balanceOfAnother, always),
} as const satisfies Record<CommandName, Command>;
