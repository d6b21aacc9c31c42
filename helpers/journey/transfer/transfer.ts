import { Big } from 'big.js';
import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { requestTransfer, transferSecurityScheme } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import type { Session } from '../../session/session.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { findSpentDetail, type Sender } from '../sender/sender.ts';
import { isNewPayee, noteAges } from './late-acceptance.ts';
import { noteTransfer } from './made-transfers.ts';
import { sendInPathForm, type Sent } from './path-form.ts';
import { prepareTransfer, type TransferOrder, type TransferRequest } from './transfer-call.ts';

export interface Requested {
  readonly amount: string;
  readonly correlationId: string;
  readonly invoiceId: string;
  readonly reply: Reply;
}

/**
 * A service may refuse what looks like the usual transfer sent once more. A multiple of 10 stays one, since a service may take no other amount.
 */
export function nextToUsual({ people }: Dependencies): string {
  const usual = new Big(people.amount);
  return usual.plus(usual.mod(10).eq(0) ? 10 : 1).toFixed();
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

const readRequested = (session: Session, { amount }: TransferOrder, { correlationId, reply }: Sent): Requested => ({
  amount,
  correlationId,
  reply,
  invoiceId: usableTextAt(reply, 'result.invoiceId', session.doubt),
});

/** Not noted among the transfers of the run, which the first agent asks for again. */
export async function sendUnnotedTransfer(deps: Dependencies, session: Session, request: TransferRequest): Promise<Requested> {
  return readRequested(session, request.order, await sendInPathForm(deps, session, request));
}

export async function sendTransfer(deps: Dependencies, session: Session, request: TransferRequest): Promise<Requested> {
  const { sender, order } = request;
  const sent = await sendInPathForm(deps, session, request);
  // First of all: an answer without a usable invoice id ends here, and its transfer was accepted all the same.
  noteTransfer(deps, sender, sent.correlationId, sent.reply);
  return readRequested(session, order, sent);
}

type RepeatedRequest = Omit<TransferRequest, 'detail'>;

async function trySession(deps: Dependencies, session: Session, request: RepeatedRequest): Promise<Requested | null> {
  const { sender, scheme, order } = request;
  const detail = findSpentDetail(deps, sender);
  if (detail === null || scheme !== 'OTP' || deps.memory.sessionServesAgain !== null) return null;
  const named = { sender, payee: order.payee, detail };
  // The code would be spent on a transfer that is refused as too new.
  if (deps.memory.acceptance.isLate === true && isNewPayee(deps, named)) return null;
  const hasPaid = deps.memory.of(sender.person).heldDetail?.hasPaid === true;
  const { call, correlationId, challenge } = await prepareTransfer(deps, session, { ...request, detail });
  const reply = await session.send(requestTransfer, call);
  // A session that only refused calls have used shows nothing by serving now, and a new beneficiary may be what is refused.
  const isServedAgain = reply.code === apiCodes.success;
  if (isServedAgain ? hasPaid : !isNewPayee(deps, named)) deps.memory.sessionServesAgain = isServedAgain;
  if (isCertainRefusal(reply.status, reply.code)) return null;
  mustServe(reply);
  challenge?.accepted();
  noteAges(deps, named, reply);
  noteTransfer(deps, sender, correlationId, reply);
  return readRequested(session, order, { correlationId, reply });
}

/**
 * OP-9 with the session of the transfer before. Null when there is none, when it is known whether sessions serve again, or when the
 * service refuses it, which is open.
 */
export function sendTransferAgain(deps: Dependencies, session: Session, request: RepeatedRequest): Promise<Requested | null> {
  const tried = trySession(deps, session, request);
  deps.memory.sessionTry = tried.catch(() => undefined);
  return tried;
}
