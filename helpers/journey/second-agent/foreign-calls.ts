import { documentedCall } from '../../../specs/documented-call.ts';
import type { Operation } from '../../../specs/operation.ts';
import {
  activateBeneficiary,
  addBeneficiary,
  ekycOnboarding,
  invoice,
  requestTransfer,
  senderBalance,
  senderDetail,
  senderSecurityScheme,
  setMpin,
  transactionStatus,
  transferSecurityScheme,
} from '../../../specs/operations.ts';
import type { Call } from '../../client/http/call.ts';
import type { Session, Step } from '../../session/session.ts';
import { notApplicable } from '../../judge/stop.ts';
import { useToActivate } from '../beneficiary/inactive.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { buildEkycCall } from '../onboarding/ekyc.ts';
import type { Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import { buildSchemeCall } from '../transfer/transfer.ts';
import type { TransferPayload } from '../transfer/transfer-call.ts';

interface ForeignCall {
  /** The form, where it is not the first one of its operation. */
  readonly form?: string;
  readonly operation: Operation;
  readonly call: Call;
}

/** As in the ids of checks. */
export const foreignCallId = ({ operation, form }: { readonly operation: Operation; readonly form?: string }): string =>
  form === undefined ? operation.id : `${operation.id}-${form}`;

/** Whose ids the second agent sends. */
export interface FirstAgent {
  /** Of the first agent; all its transfers are over. */
  readonly customer: CustomerJourney;
  /** Has made a transfer, and has a beneficiary that stays switched off. */
  readonly configuredCustomer: CustomerJourney;
  /** Pays nothing: a payment source named for it moves no money. */
  readonly mpinSender: Step<Sender>;
}

type BuildForeignCall = (session: Session, first: FirstAgent, subAgentTagId: string) => Promise<Call>;

const readSenderId = async (session: Session, { sender }: Pick<CustomerJourney, 'sender'>): Promise<string> =>
  (await session.use(sender)).senderId;

/** Calls that need ids only. If the service serves one of them, no money moves. */
export const callsByIdsAlone: readonly { readonly operation: Operation; readonly form?: string; readonly ask: BuildForeignCall }[] = [
  {
    operation: senderSecurityScheme,
    ask: async (session, { customer }, subAgentTagId) =>
      documentedCall(senderSecurityScheme, 'only', { senderId: await readSenderId(session, customer), subAgentTagId }),
  },
  {
    operation: transferSecurityScheme,
    // OP-8 names the same source last in any case.
    ask: async (session, { customer }, subAgentTagId) =>
      buildSchemeCall({ senderId: await readSenderId(session, customer), subAgentTagId }, await session.use(customer.source)),
  },
  {
    operation: transferSecurityScheme,
    form: 'bank',
    ask: async (session, { configuredCustomer, mpinSender }, subAgentTagId) => {
      if (!(await session.use(configuredCustomer.schemes)).has('bank')) throw notApplicable('OP-8 is not served for the source bank');
      return documentedCall(transferSecurityScheme, 'bank', { ...(await session.use(mpinSender)), subAgentTagId });
    },
  },
  {
    operation: transactionStatus,
    ask: async (session, { configuredCustomer: { usualTransfer } }, subAgentTagId) =>
      documentedCall(transactionStatus, 'only', { correlationId: await session.use(usualTransfer.correlationId), subAgentTagId }),
  },
  {
    operation: invoice,
    ask: async (session, { configuredCustomer: { usualTransfer } }, subAgentTagId) =>
      documentedCall(invoice, 'only', { invoiceId: await session.use(usualTransfer.invoiceId), subAgentTagId }),
  },
  {
    operation: activateBeneficiary,
    ask: async (session, { configuredCustomer }, subAgentTagId) =>
      documentedCall(activateBeneficiary, 'true', {
        senderId: await readSenderId(session, configuredCustomer),
        id: await useToActivate(session, configuredCustomer.beneficiaries),
        subAgentTagId,
      }),
  },
  {
    operation: activateBeneficiary,
    form: 'false',
    // This beneficiary is active, and nothing is paid to it any more.
    ask: async (session, { customer }, subAgentTagId) =>
      documentedCall(activateBeneficiary, 'false', {
        senderId: await readSenderId(session, customer),
        id: (await session.use(customer.beneficiaries.payee)).beneficiaryId,
        subAgentTagId,
      }),
  },
];

/** OP-16 takes only a sub-agent's tag; the worst result is a record of our own spare mobile. */
export const buildForeignEkycCall = (mobile: string, subAgentTag: string): ForeignCall => ({
  operation: ekycOnboarding,
  call: buildEkycCall(mobile, subAgentTag),
});

/** The values for calls with a session or a consent. The code is right for this sender. */
export interface CallMaterial {
  readonly sender: Sender;
  readonly detail: Detail;
  readonly consent: string;
  readonly otp: { readonly code: string; readonly state: string };
  /** Null where there is no account for it. */
  readonly beneficiary: { readonly accountNo: string; readonly ifscCode: string; readonly name: string } | null;
  readonly transfer: TransferPayload;
  /** For the query form of OP-9; null where this run did not see it served (reading 13). */
  readonly queryTransfer: TransferPayload | null;
  /** A transfer from this sender with a session and a sub-agent of the second agent. Null where it has none, or where the sender is its own. */
  readonly mixed: (TransferPayload & { readonly subAgentTagId: string; readonly sessionId: string }) | null;
  /** Null where the run must not set an MPIN on this sender. */
  readonly mpin: string | null;
}

/** Calls that need a session or a consent. The transfer comes while the code is fresh, and the MPIN is the one the suite sets anyway. */
export function buildConsentedCalls(session: Session, material: CallMaterial, subAgentTagId: string): readonly ForeignCall[] {
  const { sender, detail, consent, otp, mpin, transfer, queryTransfer, mixed, beneficiary } = material;
  const ids = { senderId: sender.senderId, subAgentTagId, consent };
  const balanceSession = detail.getBalanceSessionId(session);
  const transferSession = detail.fundtransferSessionId(session);
  const setting = { ...ids, mpin, otp: otp.code, state: otp.state };
  return [
    { operation: senderBalance, call: documentedCall(senderBalance, 'only', { ...ids, sessionId: balanceSession }) },
    { operation: requestTransfer, call: documentedCall(requestTransfer, 'path', { ...ids, ...transfer, sessionId: transferSession }) },
    ...(queryTransfer === null
      ? []
      : [
          {
            operation: requestTransfer,
            form: 'query',
            call: documentedCall(requestTransfer, 'query', { ...ids, ...queryTransfer, sessionId: transferSession }),
          },
        ]),
    ...(mixed === null
      ? []
      : [{ operation: requestTransfer, form: 'mixed', call: documentedCall(requestTransfer, 'path', { ...ids, ...mixed }) }]),
    { operation: senderDetail, call: documentedCall(senderDetail, 'only', ids) },
    ...(beneficiary === null
      ? []
      : [{ operation: addBeneficiary, call: documentedCall(addBeneficiary, 'only', { ...ids, ...beneficiary }) }]),
    ...(mpin === null ? [] : [{ operation: setMpin, call: documentedCall(setMpin, 'only', setting) }]),
  ];
}
