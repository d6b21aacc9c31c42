import { findNewestDetail } from '../sender/sender.ts';
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
import type { Call } from '../../client/http/call.ts';
import type { Session } from '../../session/session.ts';
import { listAccounts, countTakenAccounts } from '../beneficiary/beneficiary.ts';
import type { Detail } from '../setup/detail.ts';
import { buildTransferCall, type TransferForm } from '../transfer/transfer-call.ts';
import type { RefusalContext } from './refusal-context.ts';

/** The operations that list the Consent header. */
export const consentOperations = [tagUser, senderDetail, addBeneficiary, requestTransfer] as const satisfies readonly Operation[];

/** Those of a tagged sender. */
export const senderOperations = consentOperations.slice(1);

interface PlainParts extends RefusalContext {
  readonly session: Session;
  /** With the sessions of the newest OP-6. */
  readonly newest: Detail;
  readonly way: string;
  readonly form: TransferForm;
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
const chooseAccount = ({ deps, listedBefore, way }: Pick<PlainParts, 'deps' | 'listedBefore' | 'way'>): string =>
  deps.people.accounts.lend(listAccounts(listedBefore), countTakenAccounts(listedBefore), accountNumberByWay[way] ?? 1);

const plainCalls: Partial<Record<OperationId, (parts: PlainParts) => Call | Promise<Call>>> = {
  'OP-4': ({ sender: { person } }) => documentedCall(tagUser, person.userType, person),
  'OP-5': ({ sender }) => documentedCall(senderSecurityScheme, 'only', sender),
  'OP-6': ({ sender }) => documentedCall(senderDetail, 'only', sender),
  'OP-7': (parts) =>
    documentedCall(addBeneficiary, 'only', { ...parts.sender, ...parts.deps.people.beneficiary, accountNo: chooseAccount(parts) }),
  'OP-8': ({ sender }) => documentedCall(transferSecurityScheme, 'wallet', sender),
  'OP-9': async ({ deps, sender, payee, newest, form, session }) => {
    const order = { amount: deps.people.amount, payee: await session.use(payee) };
    return buildTransferCall(deps, { sender, order, sessionId: newest.fundtransferSessionId(session), form }).call;
  },
  'OP-13': async ({ sender, payee, session }) =>
    documentedCall(activateBeneficiary, 'true', { ...sender, id: (await session.use(payee)).beneficiaryId }),
  'OP-14': ({ sender, newest, session }) =>
    documentedCall(senderBalance, 'only', { ...sender, sessionId: newest.getBalanceSessionId(session) }),
};

interface PlainCall {
  readonly way?: string;
  /** Of OP-9. */
  readonly form?: TransferForm;
}

/** The documented call that a refused one differs from. */
export async function plainCall(
  context: RefusalContext,
  { id }: Operation,
  session: Session,
  { way = '', form = 'path' }: PlainCall = {},
): Promise<Call> {
  const build = plainCalls[id];
  if (build === undefined) throw new Error(`expected an operation of a sender, received ${id}: add it to plainCalls`);
  // Reading the balance may have taken another OP-6, which may have ended the sessions of the older one (reading 13).
  const newest = findNewestDetail(context.deps, context.sender) ?? context.openingDetail;
  return build({ ...context, session, newest, way, form });
}
