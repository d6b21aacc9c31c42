import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { requestTransfer, transferSecurityScheme } from '../../../specs/operations.ts';
import { validValueAt, usableTextAt, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { isListedRefusal, mustBeReadable, mustServe } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session, StepResult } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { buildConsent, withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { poll } from '../../session/poll.ts';
import { markSpent, findSpentDetail, type Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';
import { askInvoice, askStatus, noteTransfer } from './made-transfers.ts';

export interface Requested {
  readonly amount: string;
  readonly correlationId: string;
  readonly invoiceId: string;
  readonly reply: Reply;
}

/** All readings of OP-10 or OP-11, until the status was no longer PENDING or the time was up. */
export interface PolledStatus {
  readonly readings: readonly [Reply, ...Reply[]];
  readonly last: Reply;
  /** The same reading once more. */
  readonly readAgain: (session: Session) => Promise<Reply>;
  /** The last status; the schema judges whether it is one of the three. */
  readonly status: string;
}

export interface TransferOrder {
  /** Decimal text. */
  readonly amount: string;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
}

/** OP-8 for a payment source as OP-2 lists it. */
export function buildSchemeCall(ids: Pick<Sender, 'senderId' | 'subAgentTagId'>, paymentSource: string): DocumentedCall {
  const call = documentedCall(transferSecurityScheme, 'wallet', ids);
  return { ...call, query: { ...call.query, paymentSource } };
}

/** OP-8 for one payment source. A transfer is paid from the source of the last OP-8 (reading 20). */
export async function readTransferScheme(session: Session, sender: Sender, paymentSource: string): Promise<Reply> {
  return mustServe(await session.send(transferSecurityScheme, buildSchemeCall(sender, paymentSource)));
}

export interface TransferPayload {
  readonly amount: number;
  readonly correlationId: string;
  readonly from: string;
  readonly to: string;
  readonly type: 'imps';
  readonly options: Dependencies['people']['options'];
}

export function buildTransferPayload(deps: Dependencies, { senderId }: Sender, { amount, payee }: TransferOrder): TransferPayload {
  const correlationId = deps.people.newCorrelationId();
  return { amount: Number(amount), correlationId, from: senderId, to: payee.beneficiaryId, type: 'imps', options: deps.people.options };
}

/** Only the customer's ids are in small letters: a service keeps the letters that the caller chose. */
const withOwnLetters = ({ people }: Dependencies, { person }: Sender, payload: TransferPayload): TransferPayload =>
  person.mobile === people.customer.mobile ? payload : { ...payload, correlationId: payload.correlationId.toUpperCase() };

export async function sendTransfer(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  detail: Detail,
  scheme: string,
  plan: TransferOrder,
): Promise<Requested> {
  const sessionId = detail.fundtransferSessionId(session);
  const payload = withOwnLetters(deps, sender, buildTransferPayload(deps, sender, plan));
  markSpent(deps, sender);
  const reply = await withConsent(deps, session, sender.person, scheme, requestTransfer, (consent) =>
    session.send(requestTransfer, documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent })),
  );
  const { correlationId } = payload;
  noteTransfer(deps, sender, correlationId, reply);
  return { amount: plan.amount, correlationId, invoiceId: usableTextAt(reply, 'result.invoiceId', session.doubt), reply };
}

async function trySession(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  scheme: string,
  plan: TransferOrder,
): Promise<Requested | null> {
  const held = findSpentDetail(deps, sender);
  if (held === null || scheme !== 'OTP' || deps.memory.sessionServesAgain !== null) return null;
  const { person } = sender;
  const payload = buildTransferPayload(deps, sender, plan);
  const sessionId = held.fundtransferSessionId(session);
  const { code, state, accepted } = await newChallenge(deps, session, person);
  const consent = buildConsent(deps, person, code, state);
  const reply = await session.send(requestTransfer, documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent }));
  deps.memory.sessionServesAgain = reply.code === apiCodes.success;
  if (isCertainRefusal(reply.status, reply.code)) return null;
  mustServe(reply);
  accepted();
  const { correlationId } = payload;
  noteTransfer(deps, sender, correlationId, reply);
  return { amount: plan.amount, correlationId, invoiceId: usableTextAt(reply, 'result.invoiceId', session.doubt), reply };
}

/**
 * OP-9 with the session of the transfer before. Null when there is none, when it is known whether sessions serve again, or when the
 * service refuses it, which is open.
 */
export function sendTransferAgain(...parts: Parameters<typeof trySession>): Promise<Requested | null> {
  const [{ memory }] = parts;
  const tried = trySession(...parts);
  memory.sessionTry = tried.catch(() => undefined);
  return tried;
}

type ReadOnce = (session: Session) => Promise<Reply>;

/** Right after a transfer, a read may not know it yet (reading 1), and may say so with any code (reading 16). */
const isUnderWay = (reply: Reply): boolean => isListedRefusal(reply) || valueAt(reply, 'result.status') === 'PENDING';

async function pollWhilePending(
  deps: Dependencies,
  session: Session,
  look: ReadOnce,
  accept: (reply: Reply) => Reply,
  hasEnded: (reply: Reply) => boolean = (reply) => !isUnderWay(reply),
): Promise<PolledStatus> {
  const readings = await poll(() => look(session), hasEnded, deps.waits.upTo('final-status'));
  const last = accept(readings.at(-1) ?? readings[0]);
  if (isListedRefusal(readings[0])) session.observe(`${last.operation.id} knows a new transfer only after a while`);
  return { readings, last, readAgain: look, status: String(valueAt(last, 'result.status')) };
}

/** OP-10, polled while PENDING. */
export function pollStatus(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { correlationId }: Pick<Requested, 'correlationId'>,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<PolledStatus> {
  const look: ReadOnce = (asking) => askStatus(deps, asking, { correlationId, subAgentTagId });
  return pollWhilePending(deps, session, look, accept);
}

/** OP-11, polled while PENDING. A transfer that OP-10 calls FAILED may have no invoice, because nothing reached the bank. */
export function pollInvoice(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { invoiceId }: Pick<Requested, 'invoiceId'>,
  status: string,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<PolledStatus> {
  const look: ReadOnce = (asking) => askInvoice(deps, asking, { invoiceId, subAgentTagId }, status !== 'FAILED');
  const acceptRejected = (reply: Reply): Reply => {
    if (reply.status === 200) {
      mustBeReadable(reply);
      if (reply.code !== apiCodes.success) throw blocked('transfer-failed', 'OP-10 calls the transfer FAILED', 'test-data');
    }
    return accept(reply);
  };
  if (status !== 'FAILED') return pollWhilePending(deps, session, look, accept);
  return pollWhilePending(deps, session, look, acceptRejected, (reply) => valueAt(reply, 'result.status') !== 'PENDING');
}

/** The final status; throws the reason when there is none. */
export function requireFinalStatus(polled: PolledStatus): 'COMPLETED' | 'FAILED' {
  const { last } = polled;
  const status = String(validValueAt(last, 'result.status'));
  if (status === 'COMPLETED' || status === 'FAILED') return status;
  if (status === 'PENDING') {
    throw blocked('pending', `${last.operation.id} still answers PENDING: raise DMT_PENDING_TIMEOUT_MS`, 'environment');
  }
  throw blocked(
    last.operation.id === 'OP-10' ? 'OP10-RESULT-STATUS-VALUES' : 'OP11-RESULT-STATUS-VALUES',
    `the status "${status}" is unknown`,
    'service',
  );
}

/** Whether the money has left the sender for good: a delayed transfer is settled in the customer's wallet (OP-11 `isDelayed`). */
export const isPaidOut = (invoice: StepResult<PolledStatus>): boolean => isCompleted(invoice, 'false');

/** A delayed transfer: its amount comes back to the wallet. */
export const isSettledWithSender = (invoice: StepResult<PolledStatus>): boolean => isCompleted(invoice, 'true');

/** A real boolean breaks its own clause, and says the same. */
const isCompleted = (invoice: StepResult<PolledStatus>, isDelayed: string): boolean =>
  invoice.ok && invoice.value.status === 'COMPLETED' && String(valueAt(invoice.value.last, 'result.isDelayed')) === isDelayed;

/** No money reached the bank (reading 19). The reserved money may come back a little later. */
export const hasFailed = (status: StepResult<PolledStatus>): boolean => status.ok && status.value.status === 'FAILED';
