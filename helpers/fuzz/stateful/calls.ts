import { documentedCall } from '../../../specs/documented-call.ts';
import type { Operation } from '../../../specs/operation.ts';
import { activateBeneficiary, addBeneficiary, onboardingStatus, requestTransfer, tagUser } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { idAt, usable } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Call } from '../../client/http/call.ts';
import { newChallenge } from '../../journey/consent/challenge.ts';
import { consentOf } from '../../journey/consent/consent.ts';
import { readTransferScheme, transferPayload } from '../../journey/transfer/transfer.ts';
import { outcomeOfReply, type Actor, type CommandResult, type Transfer, type Walk } from '../model/model.ts';
import { type Entry, isOpen } from '../model/view.ts';

/** A consent as the scheme asks for it, with a fresh code (reading 13). */
export async function consentFor({ deps, session }: Walk, { sender }: Actor, scheme: string): Promise<string> {
  if (scheme === 'NONE') return consentHeader.none;
  const { code, state } = await newChallenge(deps, session, sender.person);
  return consentOf(deps, sender.person, code, state);
}

const done = (name: string, { who }: Actor, reply: Reply, more: Partial<CommandResult> = {}): CommandResult => ({
  name,
  who,
  reply,
  outcome: outcomeOfReply(reply),
  ...more,
});

export const ask = async (
  walk: Walk,
  actor: Actor,
  name: string,
  operation: Operation,
  call: Call,
  more: Partial<CommandResult> = {},
): Promise<CommandResult> => done(name, actor, await walk.session.send(operation, call), more);

export async function tag(walk: Walk, actor: Actor): Promise<CommandResult> {
  const { person } = actor.sender;
  const call = documentedCall(tagUser, person.userType, { ...person, consent: await consentFor(walk, actor, 'OTP') });
  return ask(walk, actor, 'tag', tagUser, call);
}

export async function readStatus(walk: Walk, actor: Actor): Promise<CommandResult> {
  const { person } = actor.sender;
  return ask(walk, actor, 'is-old', onboardingStatus, documentedCall(onboardingStatus, person.userType, person));
}

interface NewEntry {
  readonly account: string;
  readonly readded?: true;
}

/** OP-7; an account that is listed already may be refused, or keep its id, or get another. */
export async function add(walk: Walk, actor: Actor, { account, readded }: NewEntry): Promise<CommandResult> {
  const { sender } = actor;
  const { ifscCode, name } = walk.deps.people.beneficiary;
  const consent = await consentFor(walk, actor, sender.scheme);
  const payload = { accountNo: account, ifscCode, name };
  const reply = await walk.session.send(addBeneficiary, documentedCall(addBeneficiary, 'only', { ...sender, ...payload, consent }));
  const id = outcomeOfReply(reply) === 'accepted' ? idAt(reply, 'result.beneficiaryId') : null;
  if (id === null) return done('add', actor, reply, { ...(readded === true ? { readded } : {}) });
  const added = { who: actor.who, id, account, ifsc: ifscCode, name };
  if (readded === true) return done('add-again', actor, reply, { added, readded });
  walk.added.push(added);
  return done('add', actor, reply, { added });
}

/** OP-13 for any id. */
export async function switchTo(walk: Walk, actor: Actor, target: string, object: boolean): Promise<CommandResult> {
  const call = documentedCall(activateBeneficiary, object ? 'true' : 'false', { ...actor.sender, id: target });
  const deed = await ask(walk, actor, object ? 'activate' : 'deactivate', activateBeneficiary, call, { target, object });
  if (object && deed.outcome === 'accepted') actor.activated.add(target);
  return deed;
}

export interface Payment {
  readonly amount: string;
  readonly to: Entry | null;
  /** In place of the id of `to`. */
  readonly toId?: string;
  readonly sessionId?: string;
  /** In place of an own one. */
  readonly consent?: string;
  readonly forbidden?: CommandResult['forbidden'];
}

/** No transfer of this sender can change by itself any more. */
const isClear = ({ transfers, picture }: Walk, { who }: Actor): boolean =>
  transfers.every((each) => {
    const view = picture.transfers.get(each.correlationId);
    return each.who !== who || view === undefined || !isOpen(view);
  });

/** OP-8 and OP-9 with the newest session. */
export async function pay(
  walk: Walk,
  actor: Actor,
  { amount, to, toId, sessionId, consent: given, forbidden }: Payment,
): Promise<CommandResult> {
  const { sender, who } = actor;
  const before = walk.picture.senders[who];
  const scheme = usable(await readTransferScheme(walk.session, sender, walk.source), 'result.scheme', walk.session.doubt);
  const consent = given ?? (await consentFor(walk, actor, scheme));
  const payload = transferPayload(walk.deps, sender, { amount, payee: { beneficiaryId: toId ?? to?.id ?? '' } });
  const values = { ...sender, ...payload, sessionId: sessionId ?? before.transferSession, consent };
  const reply = await walk.session.send(requestTransfer, documentedCall(requestTransfer, 'path', values));
  const more = forbidden === undefined ? {} : { forbidden };
  const invoiceId = outcomeOfReply(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
  if (invoiceId === null) return done('pay', actor, reply, more);
  const { correlationId } = payload;
  const transfer: Transfer = {
    who,
    correlationId,
    amount,
    to,
    invoices: [invoiceId],
    repeated: false,
    before,
    clear: isClear(walk, actor),
  };
  walk.transfers.push(transfer);
  return done('pay', actor, reply, { ...more, transfer });
}

/** The same transfer under its correlationId once more. */
export async function payAgain(walk: Walk, actor: Actor, transfer: Transfer): Promise<CommandResult> {
  const { sender, who } = actor;
  const scheme = usable(await readTransferScheme(walk.session, sender, walk.source), 'result.scheme', walk.session.doubt);
  const consent = await consentFor(walk, actor, scheme);
  const { amount, correlationId, to } = transfer;
  const payload = { ...transferPayload(walk.deps, sender, { amount, payee: { beneficiaryId: to?.id ?? '' } }), correlationId };
  const values = { ...sender, ...payload, sessionId: walk.picture.senders[who].transferSession, consent };
  const reply = await walk.session.send(requestTransfer, documentedCall(requestTransfer, 'path', values));
  const invoiceId = outcomeOfReply(reply) === 'accepted' ? idAt(reply, 'result.invoiceId') : null;
  if (invoiceId === null) return done('pay-again', actor, reply, { transfer });
  transfer.repeated = true;
  transfer.invoices.push(invoiceId);
  return done('pay-again', actor, reply, { transfer });
}
