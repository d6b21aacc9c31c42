import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { invoice, requestTransfer, transactionStatus, transferSecurityScheme } from '../../../specs/operations.ts';
import { sure, usable, valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustBeReadable, mustServe } from '../../judge/served.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { newChallenge } from '../consent/challenge.ts';
import { consentOf, withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { poll } from '../../session/poll.ts';
import { spend, spentDetail, type Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';

/** One request of OP-9 as sent, and its answer. */
export interface Requested {
  readonly amount: string;
  readonly correlationId: string;
  readonly invoiceId: string;
  readonly reply: Reply;
}

/** All readings of OP-10 or OP-11 until it was no longer PENDING, or the time was up. */
export interface Watched {
  readonly readings: readonly [Reply, ...Reply[]];
  readonly last: Reply;
  /** The same look once more. */
  readonly look: (session: Session) => Promise<Reply>;
  /** As answered last; the schema judges whether it is one of the three. */
  readonly status: string;
}

/** What a transfer is asked with. */
export interface TransferPlan {
  /** Decimal text. */
  readonly amount: string;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
}

/** OP-8 for a payment source as OP-2 lists it. */
export function schemeCall(ids: Pick<Sender, 'senderId' | 'subAgentTagId'>, paymentSource: string): DocumentedCall {
  const call = documentedCall(transferSecurityScheme, 'wallet', ids);
  return { ...call, query: { ...call.query, paymentSource } };
}

/** OP-8 for one payment source; the last one asked about is the one a transfer is paid from (reading 20). */
export async function readTransferScheme(session: Session, sender: Sender, paymentSource: string): Promise<Reply> {
  return mustServe(await session.send(transferSecurityScheme, schemeCall(sender, paymentSource)));
}

/** OP-9 as it is asked for. */
export interface TransferPayload {
  readonly amount: number;
  readonly correlationId: string;
  readonly from: string;
  readonly to: string;
  readonly type: 'imps';
  readonly options: Dependencies['people']['options'];
}

export function transferPayload(deps: Dependencies, { senderId }: Sender, { amount, payee }: TransferPlan): TransferPayload {
  const correlationId = deps.people.newCorrelationId();
  return { amount: Number(amount), correlationId, from: senderId, to: payee.beneficiaryId, type: 'imps', options: deps.people.options };
}

/** OP-9 with the session of the newest OP-6. */
export async function request(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  detail: Detail,
  scheme: string,
  plan: TransferPlan,
): Promise<Requested> {
  const sessionId = detail.fundtransferSessionId(session);
  const payload = transferPayload(deps, sender, plan);
  spend(deps, sender);
  const reply = await withConsent(deps, session, sender.person, scheme, (consent) =>
    session.send(requestTransfer, documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent })),
  );
  const { correlationId } = payload;
  return { amount: plan.amount, correlationId, invoiceId: usable(reply, 'result.invoiceId', session.doubt), reply };
}

/** OP-9 with the session of the transfer before; null when there is none to try, or when it is refused, which is open. */
export async function requestAgain(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  scheme: string,
  plan: TransferPlan,
): Promise<Requested | null> {
  const held = spentDetail(deps, sender);
  if (held === null || scheme !== 'OTP') return null;
  const { person } = sender;
  const payload = transferPayload(deps, sender, plan);
  const sessionId = held.fundtransferSessionId(session);
  const { code, state, accepted } = await newChallenge(deps, session, person);
  const consent = consentOf(deps, person, code, state);
  const reply = await session.send(requestTransfer, documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId, consent }));
  deps.memory.sessionServesAgain = reply.code === apiCodes.success;
  if (isCertainRefusal(reply.status, reply.code)) return null;
  mustServe(reply);
  accepted();
  const { correlationId } = payload;
  return { amount: plan.amount, correlationId, invoiceId: usable(reply, 'result.invoiceId', session.doubt), reply };
}

type Look = (session: Session) => Promise<Reply>;

async function watch(deps: Dependencies, session: Session, look: Look, accept: (reply: Reply) => Reply): Promise<Watched> {
  const read = async (): Promise<Reply> => accept(await look(session));
  const readings = await poll(read, (reply) => valueAt(reply, 'result.status') !== 'PENDING', deps.waits.upTo('final-status'));
  const last = readings.at(-1) ?? readings[0];
  return { readings, last, look, status: String(valueAt(last, 'result.status')) };
}

/** OP-10, polled while PENDING. */
export function watchStatus(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { correlationId }: Pick<Requested, 'correlationId'>,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<Watched> {
  const look: Look = ({ send }) => send(transactionStatus, documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId }));
  return watch(deps, session, look, accept);
}

/** OP-11, polled while PENDING. Of a transfer that OP-10 calls FAILED nothing reached the bank, so there may be no invoice. */
export function watchInvoice(
  deps: Dependencies,
  session: Session,
  { subAgentTagId }: Pick<Sender, 'subAgentTagId'>,
  { invoiceId }: Pick<Requested, 'invoiceId'>,
  status: string,
  accept: (reply: Reply) => Reply = (reply) => mustServe(reply),
): Promise<Watched> {
  const look: Look = ({ send }) => send(invoice, documentedCall(invoice, 'only', { invoiceId, subAgentTagId }));
  return watch(deps, session, look, (reply) => {
    if (status === 'FAILED' && reply.status === 200) {
      mustBeReadable(reply);
      if (reply.code !== apiCodes.success) throw blocked('transfer-failed', 'OP-10 calls the transfer FAILED', 'test-data');
    }
    return accept(reply);
  });
}

/** A terminal status, or the reason why none was reached. */
export function settled(watched: Watched): 'COMPLETED' | 'FAILED' {
  const { last } = watched;
  const status = String(sure(last, 'result.status'));
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
