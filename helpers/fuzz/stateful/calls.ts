import { documentedCall } from '../../../specs/documented-call.ts';
import { activateBeneficiary, addBeneficiary, onboardingStatus, requestTransfer, tagUser } from '../../../specs/operations.ts';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt, valueAt, schemeAt } from '../../judge/fields.ts';
import { answerScheme } from '../../journey/consent/consent.ts';
import { readTransferScheme } from '../../journey/transfer/transfer.ts';
import { buildTransferCall } from '../../journey/transfer/transfer-call.ts';
import {
  hasOpenTransfer,
  readCommandOutcome,
  toCommandAnswer,
  type CommandResult,
  type ForbiddenPayment,
  type Participant,
  type PayResult,
  type SequenceTransfer,
  type Sequence,
} from '../model/model.ts';

/** A consent for the scheme, with a new code (reading 13). */
export const createConsent = async ({ deps, session }: Sequence, { sender }: Participant, scheme: string): Promise<string> =>
  (await answerScheme(deps, session, sender.person, scheme)).consent;

export async function tagSender(sequence: Sequence, actor: Participant): Promise<CommandResult> {
  const { person } = actor.sender;
  const call = documentedCall(tagUser, person.userType, { ...person, consent: await createConsent(sequence, actor, 'OTP') });
  return { name: 'tag', ...toCommandAnswer(actor, await sequence.session.send(tagUser, call)) };
}

export async function readStatus(sequence: Sequence, actor: Participant): Promise<CommandResult> {
  const { person } = actor.sender;
  const wasOld = actor.calledOld;
  const call = documentedCall(onboardingStatus, person.userType, person);
  const reply = await sequence.session.send(onboardingStatus, call);
  actor.calledOld ||= String(valueAt(reply, 'result.isOldUser')) === 'true';
  return { name: 'is-old', ...toCommandAnswer(actor, reply), wasOld };
}

interface NewEntry {
  readonly account: string;
  readonly readded?: true;
}

/** OP-7. For an account that is listed already, the service may refuse it, keep its id or give a new one. */
export async function addEntry(sequence: Sequence, actor: Participant, { account, readded }: NewEntry): Promise<CommandResult> {
  const { sender } = actor;
  const { ifscCode, name } = sequence.deps.people.beneficiary;
  const consent = await createConsent(sequence, actor, sender.scheme);
  const payload = { accountNo: account, ifscCode, name };
  const reply = await sequence.session.send(addBeneficiary, documentedCall(addBeneficiary, 'only', { ...sender, ...payload, consent }));
  const id = readCommandOutcome(reply) === 'accepted' ? idAt(reply, 'result.beneficiaryId') : null;
  const added = id === null ? null : { who: actor.who, id, account, ifsc: ifscCode, name };
  if (added !== null && readded !== true) sequence.added.push(added);
  return { name: 'add', ...toCommandAnswer(actor, reply), added };
}

/** OP-13 for any id. */
export async function switchEntry(sequence: Sequence, actor: Participant, target: string, object: boolean): Promise<CommandResult> {
  const call = documentedCall(activateBeneficiary, object ? 'true' : 'false', { ...actor.sender, id: target });
  const answer = toCommandAnswer(actor, await sequence.session.send(activateBeneficiary, call));
  if (answer.outcome === 'accepted') (object ? actor.activated : actor.switchedOff).add(target);
  return { name: object ? 'activate' : 'deactivate', ...answer, target };
}

interface Payment {
  readonly amount: string;
  readonly to: Beneficiary | null;
  /** Replaces the id of `to`. */
  readonly toId?: string;
  readonly sessionId?: string;
  /** Replaces the sender's own consent. */
  readonly consent?: string;
  readonly forbidden?: ForbiddenPayment;
}

export const readScheme = async ({ session, source }: Sequence, { sender }: Participant): Promise<string> =>
  schemeAt(await readTransferScheme(session, sender, source), session.doubt);

/** OP-8 and OP-9 with the newest session. */
export async function pay(
  sequence: Sequence,
  actor: Participant,
  { amount, to, toId, sessionId, consent: given, forbidden }: Payment,
): Promise<PayResult> {
  const { sender, who } = actor;
  const before = sequence.snapshot.senders[who];
  const scheme = await readScheme(sequence, actor);
  const consent = given ?? (await createConsent(sequence, actor, scheme));
  const order = { amount, payee: { beneficiaryId: toId ?? to?.id ?? '' } };
  const values = { sender, order, sessionId: sessionId ?? before.transferSession, consent };
  const { call, correlationId } = buildTransferCall(sequence.deps, values);
  const reply = await sequence.session.send(requestTransfer, call);
  const answer = toCommandAnswer(actor, reply);
  const invoiceId = readCommandOutcome(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
  if (invoiceId === null) return { name: 'pay', ...answer, forbidden, transfer: null };
  const transfer: SequenceTransfer = {
    who,
    correlationId,
    amount,
    to,
    invoices: [invoiceId],
    repeated: false,
    before,
    wasClear: !hasOpenTransfer(sequence, who, sequence.snapshot.transfers),
  };
  sequence.transfers.push(transfer);
  return { name: 'pay', ...answer, forbidden, transfer };
}

export async function payAgain(sequence: Sequence, actor: Participant, transfer: SequenceTransfer): Promise<CommandResult> {
  const { sender, who } = actor;
  const scheme = await readScheme(sequence, actor);
  const consent = await createConsent(sequence, actor, scheme);
  const { amount, correlationId, to } = transfer;
  const order = { amount, payee: { beneficiaryId: to?.id ?? '' } };
  const values = { sender, order, sessionId: sequence.snapshot.senders[who].transferSession, consent, correlationId };
  const reply = await sequence.session.send(requestTransfer, buildTransferCall(sequence.deps, values).call);
  const invoiceId = readCommandOutcome(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
  if (invoiceId !== null) {
    transfer.repeated = true;
    transfer.invoices.push(invoiceId);
  }
  return { name: 'pay-again', ...toCommandAnswer(actor, reply), transfer };
}
