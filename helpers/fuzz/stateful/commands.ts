import type { CommandName } from '../findings/sequence-steps.ts';
import { Big } from 'big.js';
import { setMpin } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { isActive, type Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { askForOtp, newChallenge } from '../../journey/consent/challenge.ts';
import { calculateAboveBalance } from '../../journey/transfer/balance.ts';
import { buildMpinCall } from '../../journey/mpin/mpin.ts';
import { addEntry, pay, payAgain, readStatus, switchEntry, tagSender } from './calls.ts';
import {
  otherSender,
  toCommandAnswer,
  type Participant,
  type CommandResult,
  type SequenceTransfer,
  type Sequence,
} from '../model/model.ts';
import { findPayee, listAllAccounts, listForeign, listOwnEntries } from '../model/own-entries.ts';
import { readBalance } from '../model/view.ts';

/** One kind of call in a sequence. Its argument is an index into the available choices. */
interface Command {
  /** Illegal calls should be refused, or have no effect. */
  readonly legal: boolean;
  /** How often it is drawn, compared with the others. */
  readonly weight: number;
  readonly ready: (sequence: Sequence, actor: Participant) => boolean;
  readonly act: (sequence: Sequence, actor: Participant, pick: number) => Promise<CommandResult>;
}

const always = (): boolean => true;

const listEntries = (sequence: Sequence, { who }: Participant): readonly Beneficiary[] => listOwnEntries(sequence, who);
const listActive = (sequence: Sequence, actor: Participant): Beneficiary[] => listEntries(sequence, actor).filter(isActive);
const listInactive = (sequence: Sequence, actor: Participant): Beneficiary[] =>
  listEntries(sequence, actor).filter((each) => !isActive(each));

const listTransfers = ({ transfers }: Sequence, { who }: Participant): SequenceTransfer[] =>
  transfers.filter((each) => each.who === who && each.to !== null);

/** The list grows with every sequence, so the newest come first. */
function chooseByPick<T>(from: readonly T[], pick: number): T {
  const chosen = from.at(-1 - (pick % from.length));
  if (chosen === undefined) throw new Error('expected at least one choice, received none: fix the precondition of the command');
  return chosen;
}

/** In one sequence, and in the list of a sender: each OP-6 shows the whole list, so a long campaign would get slower and slower. */
const most = { added: 6, listed: 60 };
const mayAdd = (sequence: Sequence, actor: Participant): boolean =>
  sequence.added.filter(({ who }) => who === actor.who).length < most.added &&
  sequence.snapshot.senders[actor.who].entries.length < most.listed &&
  sequence.deps.people.accounts.left(listAllAccounts(sequence)) > 0;

/** The usual amount, sometimes with decimals. */
const chooseAmount = ({ deps }: Sequence, pick: number): string =>
  pick % 3 === 2 ? new Big(deps.people.amount).plus('0.37').toFixed() : deps.people.amount;

/** The payee should not exist. If it does, it gets the smallest amount this service is known to take. */
const chooseLeastAmount = ({ deps }: Sequence): string => deps.memory.leastPaid ?? deps.people.amount;

const chooseTooMuch = ({ deps, snapshot }: Sequence, { who }: Participant): string =>
  calculateAboveBalance(snapshot.senders[who].accounts, deps.people.amount);

async function requestCode({ deps, session }: Sequence, actor: Participant): Promise<CommandResult> {
  const { reply } = await askForOtp(deps, session, actor.sender.person);
  return { name: 'send-otp', ...toCommandAnswer(actor, reply) };
}

async function setSenderMpin(sequence: Sequence, actor: Participant): Promise<CommandResult> {
  const { code, state } = await newChallenge(sequence.deps, sequence.session, actor.sender.person);
  const reply = await sequence.session.send(setMpin, buildMpinCall(sequence.deps, actor.sender, code, state));
  return { name: 'set-mpin', ...toCommandAnswer(actor, reply) };
}

async function readBalanceOfAnother({ session, snapshot }: Sequence, actor: Participant): Promise<CommandResult> {
  const reply = await readBalance(session, actor.sender, snapshot.senders[otherSender(actor.who)].balanceSession);
  return { name: 'balance-foreign-session', ...toCommandAnswer(actor, reply) };
}

async function payWithConsentOfAnother(sequence: Sequence, actor: Participant, pick: number): Promise<CommandResult> {
  const other = sequence.participants[otherSender(actor.who)];
  const { code, state } = await newChallenge(sequence.deps, sequence.session, other.sender.person);
  return pay(sequence, actor, {
    amount: sequence.deps.people.amount,
    to: chooseByPick(listActive(sequence, actor), pick),
    consent: consentHeader.otp(code, state),
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

const canPay: Command['ready'] = (sequence, actor) => listActive(sequence, actor).length > 0;
const chooseUsualPayee = (sequence: Sequence, { who }: Participant): Beneficiary | null => findPayee(sequence, who) ?? null;

export const commands = {
  tag: createLegalCommand(1, tagSender),
  'is-old': createLegalCommand(1, readStatus),
  'send-otp': createLegalCommand(1, requestCode),
  add: createLegalCommand(
    2,
    (sequence, actor) => addEntry(sequence, actor, { account: sequence.deps.people.accounts.take(listAllAccounts(sequence)) }),
    mayAdd,
  ),
  'add-again': createLegalCommand(
    1,
    (sequence, actor, pick) =>
      addEntry(sequence, actor, { account: chooseByPick(listEntries(sequence, actor), pick).account, readded: true }),
    (sequence, actor) => listEntries(sequence, actor).length > 0,
  ),
  activate: createLegalCommand(
    2,
    (sequence, actor, pick) => switchEntry(sequence, actor, chooseByPick(listEntries(sequence, actor), pick).id, true),
    (sequence, actor) => listEntries(sequence, actor).length > 0,
  ),
  deactivate: createLegalCommand(
    1,
    (sequence, actor, pick) => switchEntry(sequence, actor, chooseByPick(listInactive(sequence, actor), pick).id, false),
    (sequence, actor) => listInactive(sequence, actor).length > 0,
  ),
  pay: createLegalCommand(
    5,
    (sequence, actor, pick) =>
      pay(sequence, actor, { amount: chooseAmount(sequence, pick), to: chooseByPick(listActive(sequence, actor), pick) }),
    canPay,
  ),
  'pay-again': createLegalCommand(
    1,
    (sequence, actor, pick) => payAgain(sequence, actor, chooseByPick(listTransfers(sequence, actor), pick)),
    (sequence, actor) => listTransfers(sequence, actor).length > 0,
  ),
  'set-mpin': createLegalCommand(1, setSenderMpin, ({ deps }) => deps.people.mpin !== null),
  'activate-foreign': createIllegalCommand(
    (sequence, actor, pick) => switchEntry(sequence, actor, chooseByPick(listForeign(sequence, actor), pick).id, true),
    (sequence, actor) => listForeign(sequence, actor).length > 0,
    2,
  ),
  'pay-inactive': createIllegalCommand(
    (sequence, actor, pick) =>
      pay(sequence, actor, {
        amount: sequence.deps.people.amount,
        to: chooseByPick(listInactive(sequence, actor), pick),
        forbidden: 'payee-inactive',
      }),
    (sequence, actor) => listInactive(sequence, actor).length > 0,
  ),
  'pay-foreign': createIllegalCommand(
    (sequence, actor, pick) =>
      pay(sequence, actor, {
        amount: sequence.deps.people.amount,
        to: null,
        toId: chooseByPick(listForeign(sequence, actor), pick).id,
        forbidden: 'payee-foreign',
      }),
    (sequence, actor) => listForeign(sequence, actor).length > 0,
  ),
  'pay-unknown': createIllegalCommand(
    (sequence, actor) =>
      pay(sequence, actor, { amount: chooseLeastAmount(sequence), to: null, toId: unknownValues.number, forbidden: 'payee-unknown' }),
    always,
  ),
  'pay-foreign-session': createIllegalCommand(
    (sequence, actor) =>
      pay(sequence, actor, {
        amount: sequence.deps.people.amount,
        to: chooseUsualPayee(sequence, actor),
        sessionId: sequence.snapshot.senders[otherSender(actor.who)].transferSession,
        forbidden: 'session-foreign',
      }),
    canPay,
    2,
  ),
  'pay-unknown-session': createIllegalCommand(
    (sequence, actor) =>
      pay(sequence, actor, {
        amount: sequence.deps.people.amount,
        to: chooseUsualPayee(sequence, actor),
        sessionId: unknownValues.uuid,
        forbidden: 'session-unknown',
      }),
    canPay,
  ),
  'pay-too-much': createIllegalCommand(
    (sequence, actor) =>
      pay(sequence, actor, { amount: chooseTooMuch(sequence, actor), to: chooseUsualPayee(sequence, actor), forbidden: 'too-much' }),
    (sequence, actor) => canPay(sequence, actor) && sequence.deps.fuzz.affords(new Big(chooseTooMuch(sequence, actor))),
  ),
  'pay-consent-of-another': createIllegalCommand(payWithConsentOfAnother, canPay),
  'balance-foreign-session': createIllegalCommand(readBalanceOfAnother, always),
} as const satisfies Record<CommandName, Command>;
