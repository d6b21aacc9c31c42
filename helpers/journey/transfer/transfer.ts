import { Big } from 'big.js';
import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { apiCodes, isCertainRefusal } from '../../../specs/codes.ts';
import { requestTransfer, transferSecurityScheme } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { isBlockedBy } from '../../judge/stop.ts';
import { hasSameToken } from '../../core/exchange.ts';
import type { Session } from '../../session/session.ts';
import { withConsent } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { markSpent, findSpentDetail, readDetail, type Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { noteTransfer } from './made-transfers.ts';
import { buildTransferCall, prepareTransfer, type TransferOrder, type TransferRequest } from './transfer-call.ts';

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

/** The customer's ids are in small letters, and those of other senders in capitals: a service keeps the letters that the caller chose. */
function newIdInLetters({ people }: Dependencies, { person }: Sender, { inSmallLetters }: TransferOrder): string {
  const correlationId = people.newCorrelationId();
  return inSmallLetters === true || person.mobile === people.customer.mobile ? correlationId : correlationId.toUpperCase();
}

interface Sent {
  readonly correlationId: string;
  readonly reply: Reply;
}

const readRequested = (session: Session, { amount }: TransferOrder, { correlationId, reply }: Sent): Requested => ({
  amount,
  correlationId,
  reply,
  invoiceId: usableTextAt(reply, 'result.invoiceId', session.doubt),
});

/** A session may have ended with an earlier refusal, or with time (reading 13). A new one is tried until it was no help to this sender. */
async function payUnderNewSession(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  pay: (under: Detail) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await pay(await readDetail(deps, session, sender));
  } catch (error) {
    deps.memory.of(sender.person).wasRefusedInNewSession = true;
    throw error;
  }
}

/** OP-9 in the path form, and once more under a new session where it is refused as for lack of funds. */
async function sendInPathForm(deps: Dependencies, session: Session, { sender, detail, scheme, order }: TransferRequest): Promise<Sent> {
  let correlationId = '';
  let last: Reply | null = null;
  const sendIn = async ({ fundtransferSessionId }: Detail, consent: string): Promise<Reply> => {
    // A second consent follows a refusal, and a service may refuse a correlationId that it has refused before.
    correlationId = newIdInLetters(deps, sender, order);
    const { call } = buildTransferCall(deps, { sender, order, sessionId: fundtransferSessionId(session), consent, correlationId });
    last = await session.send(requestTransfer, call);
    return last;
  };
  const payIn = (under: Detail): Promise<Reply> => {
    markSpent(deps, sender);
    return withConsent(deps, session, sender.person, scheme, requestTransfer, (consent) => sendIn(under, consent));
  };
  const reply = await payIn(detail).catch(async (error: unknown) => {
    const isOfAnotherToken = last !== null && !hasSameToken(detail.reply.exchange, last.exchange);
    const mayHaveEnded = !deps.people.codesAreTyped && !deps.memory.of(sender.person).wasRefusedInNewSession;
    if (!(isOfAnotherToken || mayHaveEnded) || !isBlockedBy(error, 'funds-or-limits')) throw error;
    return payUnderNewSession(deps, session, sender, payIn);
  });
  return { correlationId, reply };
}

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
  const hasPaid = deps.memory.of(sender.person).heldDetail?.hasPaid === true;
  const { call, correlationId, challenge } = await prepareTransfer(deps, session, { ...request, detail });
  const reply = await session.send(requestTransfer, call);
  // A session that only refused calls have used shows nothing by serving now.
  if (reply.code !== apiCodes.success || hasPaid) deps.memory.sessionServesAgain = reply.code === apiCodes.success;
  if (isCertainRefusal(reply.status, reply.code)) return null;
  mustServe(reply);
  challenge?.accepted();
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
