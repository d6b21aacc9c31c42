import type { CommandName } from '../findings/sequence-steps.ts';
import { Big } from 'big.js';
import { sendOtp, setMpin } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { sameId } from '../../core/same-id.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { askForOtp, newChallenge } from '../../journey/consent/challenge.ts';
import { calculateAboveBalance } from '../../journey/transfer/balance.ts';
import { buildMpinCall } from '../../journey/mpin/mpin.ts';
import { addEntry, sendCommand, pay, payAgain, readStatus, switchEntry, tagSender } from './calls.ts';
import {
  otherSender,
  readCommandOutcome,
  type Participant,
  type CommandResult,
  type SequenceTransfer,
  type Sequence,
} from '../model/model.ts';
import { findPayee, listAllAccounts, listOwnEntries } from '../model/own-entries.ts';
import { readBalance, type Entry } from '../model/view.ts';

/** One kind of call in a sequence. Its argument is an index into the available choices. */
interface Command {
  /** Illegal calls should be refused, or have no effect. */
  readonly legal: boolean;
  /** How often it is drawn, compared with the others. */
  readonly weight: number;
  readonly ready: (walk: Sequence, actor: Participant) => boolean;
  readonly act: (walk: Sequence, actor: Participant, pick: number) => Promise<CommandResult>;
}

const always = (): boolean => true;

const listEntries = (walk: Sequence, { who }: Participant): readonly Entry[] => listOwnEntries(walk, who);
const listActive = (walk: Sequence, actor: Participant): Entry[] => listEntries(walk, actor).filter(({ active }) => active);
const listInactive = (walk: Sequence, actor: Participant): Entry[] => listEntries(walk, actor).filter(({ active }) => !active);

/** Beneficiaries of the other sender, without ids that this sender has too: each sender may have its own numbering. */
function listForeign(walk: Sequence, actor: Participant): Entry[] {
  const own = walk.snapshot.senders[actor.who].entries;
  return listOwnEntries(walk, otherSender(actor.who)).filter(({ id }) => !own.some((each) => sameId(each.id, id)));
}

const listTransfers = ({ transfers }: Sequence, { who }: Participant): SequenceTransfer[] =>
  transfers.filter((each) => each.who === who && each.to !== null);

/** The list grows with every sequence, so the newest come first. */
function chooseByPick<T>(from: readonly T[], pick: number): T {
  const chosen = from.at(-1 - (pick % from.length));
  if (chosen === undefined) throw new Error('expected at least one choice, received none: fix the precondition of the command');
  return chosen;
}

/** A sequence adds few, so that the list of an old sender stays readable. */
const mostAdded = 6;
const mayAdd = (walk: Sequence, { who }: Participant): boolean =>
  walk.added.filter((each) => each.who === who).length < mostAdded && walk.deps.people.accounts.left(listAllAccounts(walk)) > 0;

/** The usual amount, sometimes with decimals. */
const chooseAmount = ({ deps }: Sequence, pick: number): string =>
  pick % 3 === 2 ? new Big(deps.people.amount).plus('0.37').toFixed() : deps.people.amount;

/** The payee should not exist. If it does, it gets the smallest amount this service is known to take. */
const chooseLeastAmount = ({ deps }: Sequence): string => deps.memory.leastPaid ?? deps.people.amount;

const chooseTooMuch = ({ deps, snapshot }: Sequence, { who }: Participant): string =>
  calculateAboveBalance(snapshot.senders[who].accounts, deps.people.amount);

async function requestCode({ deps, session }: Sequence, { who, sender }: Participant): Promise<CommandResult> {
  const { reply } = await askForOtp(deps, session, sender.person);
  return { name: sendOtp.id, who, reply, outcome: readCommandOutcome(reply) };
}

async function setSenderMpin(walk: Sequence, actor: Participant): Promise<CommandResult> {
  const { code, state } = await newChallenge(walk.deps, walk.session, actor.sender.person);
  return sendCommand(walk, actor, 'set-mpin', setMpin, buildMpinCall(walk.deps, actor.sender, code, state));
}

async function readBalanceOfAnother({ session, snapshot }: Sequence, { who, sender }: Participant): Promise<CommandResult> {
  const reply = await readBalance(session, sender, snapshot.senders[otherSender(who)].balanceSession);
  return { name: 'balance-foreign-session', who, reply, outcome: readCommandOutcome(reply) };
}

async function payWithConsentOfAnother(walk: Sequence, actor: Participant, pick: number): Promise<CommandResult> {
  const other = walk.participants[otherSender(actor.who)];
  const { code, state } = await newChallenge(walk.deps, walk.session, other.sender.person);
  const consent = consentHeader.otp(code, state);
  return pay(walk, actor, {
    amount: walk.deps.people.amount,
    to: chooseByPick(listActive(walk, actor), pick),
    consent,
    forbidden: 'consent-of-another',
  });
}

const createLegalCommand = (weight: number, act: Command['act'], ready: Command['ready'] = always): Command => ({
  legal: true,
  weight,
  ready,
  act,
});
const createIllegalCommand = (act: Command['act'], ready: Command['ready'], weight = 1): Command => ({ legal: false, weight, ready, act });

const canPay: Command['ready'] = (walk, actor) => listActive(walk, actor).length > 0;
const chooseUsualPayee = (walk: Sequence, { who }: Participant): Entry | null => findPayee(walk, who) ?? null;

export const commands = {
  tag: createLegalCommand(1, tagSender),
  'is-old': createLegalCommand(1, readStatus),
  'send-otp': createLegalCommand(1, requestCode),
  add: createLegalCommand(
    2,
    (walk, actor) => addEntry(walk, actor, { account: walk.deps.people.accounts.take(listAllAccounts(walk)) }),
    mayAdd,
  ),
  'add-again': createLegalCommand(
    1,
    (walk, actor, pick) => addEntry(walk, actor, { account: chooseByPick(listEntries(walk, actor), pick).account, readded: true }),
    (walk, actor) => listEntries(walk, actor).length > 0,
  ),
  activate: createLegalCommand(
    2,
    (walk, actor, pick) => switchEntry(walk, actor, chooseByPick(listEntries(walk, actor), pick).id, true),
    (walk, actor) => listEntries(walk, actor).length > 0,
  ),
  deactivate: createLegalCommand(
    1,
    (walk, actor, pick) => switchEntry(walk, actor, chooseByPick(listInactive(walk, actor), pick).id, false),
    (walk, actor) => listInactive(walk, actor).length > 0,
  ),
  pay: createLegalCommand(
    5,
    (walk, actor, pick) => pay(walk, actor, { amount: chooseAmount(walk, pick), to: chooseByPick(listActive(walk, actor), pick) }),
    canPay,
  ),
  'pay-again': createLegalCommand(
    1,
    (walk, actor, pick) => payAgain(walk, actor, chooseByPick(listTransfers(walk, actor), pick)),
    (walk, actor) => listTransfers(walk, actor).length > 0,
  ),
  'set-mpin': createLegalCommand(1, setSenderMpin, ({ deps }) => deps.people.mpin !== null),
  'activate-foreign': createIllegalCommand(
    (walk, actor, pick) => switchEntry(walk, actor, chooseByPick(listForeign(walk, actor), pick).id, true),
    (walk, actor) => listForeign(walk, actor).length > 0,
    2,
  ),
  'pay-inactive': createIllegalCommand(
    (walk, actor, pick) =>
      pay(walk, actor, { amount: walk.deps.people.amount, to: chooseByPick(listInactive(walk, actor), pick), forbidden: 'payee-inactive' }),
    (walk, actor) => listInactive(walk, actor).length > 0,
  ),
  'pay-foreign': createIllegalCommand(
    (walk, actor, pick) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: null,
        toId: chooseByPick(listForeign(walk, actor), pick).id,
        forbidden: 'payee-foreign',
      }),
    (walk, actor) => listForeign(walk, actor).length > 0,
  ),
  'pay-unknown': createIllegalCommand(
    (walk, actor) =>
      pay(walk, actor, { amount: chooseLeastAmount(walk), to: null, toId: unknownValues.number, forbidden: 'payee-unknown' }),
    always,
  ),
  'pay-foreign-session': createIllegalCommand(
    (walk, actor) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: chooseUsualPayee(walk, actor),
        sessionId: walk.snapshot.senders[otherSender(actor.who)].transferSession,
        forbidden: 'session-foreign',
      }),
    canPay,
    2,
  ),
  'pay-unknown-session': createIllegalCommand(
    (walk, actor) =>
      pay(walk, actor, {
        amount: walk.deps.people.amount,
        to: chooseUsualPayee(walk, actor),
        sessionId: unknownValues.uuid,
        forbidden: 'session-unknown',
      }),
    canPay,
  ),
  'pay-too-much': createIllegalCommand(
    (walk, actor) => pay(walk, actor, { amount: chooseTooMuch(walk, actor), to: chooseUsualPayee(walk, actor), forbidden: 'too-much' }),
    (walk, actor) => canPay(walk, actor) && walk.deps.fuzz.affords(new Big(chooseTooMuch(walk, actor))),
  ),
  'pay-consent-of-another': createIllegalCommand(payWithConsentOfAnother, canPay),
  'balance-foreign-session': createIllegalCommand(readBalanceOfAnother, always),
} as const satisfies Record<CommandName, Command>;
