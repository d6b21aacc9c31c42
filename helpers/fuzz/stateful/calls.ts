import { documentedCall } from '../../../specs/documented-call.ts';
import type { Operation } from '../../../specs/operation.ts';
import { activateBeneficiary, addBeneficiary, onboardingStatus, requestTransfer, tagUser } from '../../../specs/operations.ts';
import type { Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt, valueAt, schemeAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Call } from '../../client/http/call.ts';
import { answerScheme } from '../../journey/consent/consent.ts';
import { readTransferScheme } from '../../journey/transfer/transfer.ts';
import { buildTransferCall } from '../../journey/transfer/transfer-call.ts';
import {
  hasOpenTransfer,
  readCommandOutcome,
  type Participant,
  type CommandResult,
  type SequenceTransfer,
  type Sequence,
} from '../model/model.ts';

/** A consent for the scheme, with a new code (reading 13). */
export const createConsent = async ({ deps, session }: Sequence, { sender }: Participant, scheme: string): Promise<string> =>
  (await answerScheme(deps, session, sender.person, scheme)).consent;

const createResult = (name: string, { who }: Participant, reply: Reply, more: Partial<CommandResult> = {}): CommandResult => ({
  name,
  who,
  reply,
  outcome: readCommandOutcome(reply),
  ...more,
});

export const sendCommand = async (
  sequence: Sequence,
  actor: Participant,
  name: string,
  operation: Operation,
  call: Call,
  more: Partial<CommandResult> = {},
): Promise<CommandResult> => createResult(name, actor, await sequence.session.send(operation, call), more);

export async function tagSender(sequence: Sequence, actor: Participant): Promise<CommandResult> {
  const { person } = actor.sender;
  const call = documentedCall(tagUser, person.userType, { ...person, consent: await createConsent(sequence, actor, 'OTP') });
  return sendCommand(sequence, actor, 'tag', tagUser, call);
}

export async function readStatus(sequence: Sequence, actor: Participant): Promise<CommandResult> {
  const { person } = actor.sender;
  const wasOld = actor.calledOld;
  const call = documentedCall(onboardingStatus, person.userType, person);
  const result = await sendCommand(sequence, actor, 'is-old', onboardingStatus, call, { wasOld });
  actor.calledOld ||= result.reply !== null && String(valueAt(result.reply, 'result.isOldUser')) === 'true';
  return result;
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
  if (id === null) return createResult('add', actor, reply, { ...(readded === true ? { readded } : {}) });
  const added = { who: actor.who, id, account, ifsc: ifscCode, name };
  if (readded === true) return createResult('add-again', actor, reply, { added, readded });
  sequence.added.push(added);
  return createResult('add', actor, reply, { added });
}

/** OP-13 for any id. */
export async function switchEntry(sequence: Sequence, actor: Participant, target: string, object: boolean): Promise<CommandResult> {
  const call = documentedCall(activateBeneficiary, object ? 'true' : 'false', { ...actor.sender, id: target });
  const result = await sendCommand(sequence, actor, object ? 'activate' : 'deactivate', activateBeneficiary, call, { target, object });
  if (result.outcome === 'accepted') (object ? actor.activated : actor.switchedOff).add(target);
  return result;
}

interface Payment {
  readonly amount: string;
  readonly to: Beneficiary | null;
  /** Replaces the id of `to`. */
  readonly toId?: string;
  readonly sessionId?: string;
  /** Replaces the sender's own consent. */
  readonly consent?: string;
  readonly forbidden?: CommandResult['forbidden'];
}

export const readScheme = async ({ session, source }: Sequence, { sender }: Participant): Promise<string> =>
  schemeAt(await readTransferScheme(session, sender, source), session.doubt);

/** OP-8 and OP-9 with the newest session. */
export async function pay(
  sequence: Sequence,
  actor: Participant,
  { amount, to, toId, sessionId, consent: given, forbidden }: Payment,
): Promise<CommandResult> {
  const { sender, who } = actor;
  const before = sequence.snapshot.senders[who];
  const scheme = await readScheme(sequence, actor);
  const consent = given ?? (await createConsent(sequence, actor, scheme));
  const order = { amount, payee: { beneficiaryId: toId ?? to?.id ?? '' } };
  const values = { sender, order, sessionId: sessionId ?? before.transferSession, consent };
  const { call, correlationId } = buildTransferCall(sequence.deps, values);
  const reply = await sequence.session.send(requestTransfer, call);
  const more = forbidden === undefined ? {} : { forbidden };
  const invoiceId = readCommandOutcome(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
  if (invoiceId === null) return createResult('pay', actor, reply, more);
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
  return createResult('pay', actor, reply, { ...more, transfer });
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
  if (invoiceId === null) return createResult('pay-again', actor, reply, { transfer });
  transfer.repeated = true;
  transfer.invoices.push(invoiceId);
  return createResult('pay-again', actor, reply, { transfer });
}
