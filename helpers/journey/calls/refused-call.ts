import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import type { Operation, OperationId } from '../../../specs/operation.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  requestTransfer,
  senderBalance,
  senderDetail,
  senderSecurityScheme,
  tagUser,
  transferSecurityScheme,
} from '../../../specs/operations.ts';
import { isTruncated, type Reply } from '../../judge/reply.ts';
import { untried } from '../../judge/stop.ts';
import type { Call } from '../../client/http/call.ts';
import type { Session, Step } from '../../session/session.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { listAccounts, countTakenAccounts } from '../beneficiary/beneficiary.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Sender } from '../sender/sender.ts';
import type { Listed, Detail } from '../setup/detail.ts';
import { noteTransfer } from '../transfer/made-transfers.ts';
import { buildTransferCall, type TransferForm } from '../transfer/transfer-call.ts';
import { followTransfer } from '../transfer/polled-status.ts';

export interface RefusalContext {
  readonly deps: Dependencies;
  readonly sender: Sender;
  /** The scheme that OP-8 asks for. */
  readonly transferScheme: string;
  readonly opening: Detail;
  readonly before: Detail;
  readonly payee: Step<Listed>;
  /** The configured customer is the sender instead of a spare one; this step says why. */
  readonly standsInFor?: Step<unknown> | undefined;
}

/** For calls that no configured person may get. What keeps the spare sender from serving is told first. */
export async function mustBeSpare(session: Session, { deps, sender, standsInFor }: RefusalContext, what: string): Promise<void> {
  if (deps.people.spares.includes(sender.person.mobile)) return;
  if (standsInFor !== undefined) await session.use(standsInFor);
  // Where no sender stands in, too few spare mobiles are configured for one; else the spare sender has no money.
  throw untried(`no spare sender with funds gets ${what} (DMT_SPARE_MOBILES)`, standsInFor === undefined ? 'configuration' : 'test-data');
}

export interface RefusedCallResult {
  readonly reply: Reply;
  /** In OP-10, where OP-9 accepted the call. */
  readonly status: string | null;
  /** The status in OP-11. */
  readonly invoice: string | null;
  readonly accountNo: string | null;
}

/** Served without a token, with an answer longer than the suite reads. */
const isServedAtLength = ({ status, exchange }: Reply): boolean => status === 200 && isTruncated(exchange);

/** Refused outright, or accepted by OP-9 and then FAILED in OP-10: nothing was done. */
export const isRefusedCall = ({ reply, status }: RefusedCallResult): boolean =>
  (reply.code !== apiCodes.success && !isServedAtLength(reply)) || status === 'FAILED';

/** The operations that list the Consent header. */
export const consentOperations = [tagUser, senderDetail, addBeneficiary, requestTransfer] as const satisfies readonly Operation[];

/** Those of a tagged sender. */
export const senderOperations = consentOperations.slice(1);

/** The scheme for the consent of an operation. OP-4 has no scheme and takes an OTP. */
export function schemeFor({ sender, transferScheme }: RefusalContext, id: OperationId): string {
  if (id === 'OP-4') return 'OTP';
  return id === 'OP-9' ? transferScheme : sender.scheme;
}

/**
 * Accounts for OP-7, by way: consents that a service may answer with 4170, and consents it may refuse for their form, take different
 * accounts. The listed account then shows which of them had an effect.
 */
const accountNumberByWay: Readonly<Record<string, number>> = {
  'state-of-another': 3,
  'own-code-state-of-another': 3,
  'unknown-state': 3,
  'keyword-only': 2,
  'empty-header': 2,
  'word-behind': 2,
  'no-state': 2,
  'code-alone': 2,
  'state-alone': 2,
  'wrong-order': 2,
  'no-keyword': 2,
  'wrong-keyword': 2,
};

/** The account of an OP-7 that the service should refuse. It is not listed yet, so an effect would show. */
const chooseAccount = ({ deps, before }: RefusalContext, way: string): string =>
  deps.people.accounts.lend(listAccounts(before), countTakenAccounts(before, true), accountNumberByWay[way] ?? 1);

interface PlainCall {
  readonly way?: string;
  /** Of OP-9. */
  readonly form?: TransferForm;
}

export async function plainCall(
  context: RefusalContext,
  { id }: Operation,
  session: Session,
  { way = '', form = 'path' }: PlainCall = {},
): Promise<Call> {
  const { deps, sender } = context;
  const { person } = sender;
  // Reading the balance may have taken another OP-6, which may have ended the sessions of the older one (reading 13).
  const newest = deps.memory.details.get(person.mobile)?.detail ?? context.opening;
  if (id === 'OP-5') return documentedCall(senderSecurityScheme, 'only', sender);
  if (id === 'OP-8') return documentedCall(transferSecurityScheme, 'wallet', sender);
  if (id === 'OP-14') return documentedCall(senderBalance, 'only', { ...sender, sessionId: newest.getBalanceSessionId(session) });
  if (id === 'OP-4') return documentedCall(tagUser, person.userType, person);
  if (id === 'OP-6') return documentedCall(senderDetail, 'only', sender);
  if (id === 'OP-7')
    return documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo: chooseAccount(context, way) });
  if (id === 'OP-13')
    return documentedCall(activateBeneficiary, 'true', { ...sender, id: (await session.use(context.payee)).beneficiaryId });
  const order = { amount: deps.people.amount, payee: await session.use(context.payee) };
  return buildTransferCall(deps, { sender, order, sessionId: newest.fundtransferSessionId(session), form }).call;
}

/** The same call with another sender or sub-agent id. */
export function withIdOf(call: Call, who: 'sender' | 'sub-agent', id: string): Call {
  if (who === 'sub-agent') return { ...call, query: { ...call.query, subAgentTagId: id } };
  return { ...call, path: { ...call.path, senderId: id } };
}

/** The same call with a sender or sub-agent id that does not exist. */
export const withUnknown = (call: Call, who: 'sender' | 'sub-agent'): Call => withIdOf(call, who, unknownValues.uuid);

export const withFields = (call: Call, fields: Readonly<Record<string, unknown>>): Call => ({
  ...call,
  payload: { ...(typeof call.payload === 'object' ? call.payload : {}), ...fields },
});

/** A service may refuse a correlationId that it has refused before. A call without one stays as it is. */
export const withNewId = ({ people }: Dependencies, call: Call): Call =>
  typeof call.payload === 'object' && call.payload !== null && 'correlationId' in call.payload
    ? withFields(call, { correlationId: people.newCorrelationId() })
    : call;

export const withoutField = (call: Call, name: string): Call => ({
  ...call,
  payload: Object.fromEntries(
    Object.entries(typeof call.payload === 'object' && call.payload !== null ? call.payload : {}).filter(([key]) => key !== name),
  ),
});

const readText = (payload: unknown, name: string): string | null => {
  const value: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : null;
  return typeof value === 'string' ? value : null;
};

/** Sends the call. A transfer that OP-9 accepts is followed to its end, so that its money has moved before the next reading. */
export async function sendRefusedCall(
  { deps, sender }: Pick<RefusalContext, 'deps' | 'sender'>,
  session: Session,
  operation: Operation,
  call: Call,
  documented = false,
): Promise<RefusedCallResult> {
  const reply = await (documented ? session.send : session.probe)(operation, call);
  const accountNo = readText(call.payload, 'accountNo');
  const correlationId = readText(call.payload, 'correlationId');
  if (operation.id !== 'OP-9' || reply.code !== apiCodes.success || correlationId === null)
    return { reply, status: null, invoice: null, accountNo };
  noteTransfer(deps, sender, correlationId, reply);
  const { status, invoice } = await followTransfer(deps, session, sender, { accepted: reply, correlationId });
  return { reply, status: status?.status ?? null, invoice: invoice?.status ?? null, accountNo };
}
