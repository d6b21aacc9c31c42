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
import type { Operation } from '../../../specs/operation.ts';
import type { Call } from '../../client/http/call.ts';
import type { Session } from '../../session/session.ts';
import { customerRequest } from '../onboarding/ekyc.ts';
import type { Sender } from '../sender/sender.ts';
import type { Detail } from '../setup/detail.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { TransferPayload } from '../transfer/transfer.ts';

/** A call of the second agent on ids of the first. */
export interface Attempt {
  readonly operation: Operation;
  readonly call: Call;
}

type Ask = (session: Session, story: CustomerJourney, subAgentTagId: string) => Promise<Call>;

/** What needs nothing but ids. Should one of them be served all the same, it changes nothing. */
export const plainAttempts: readonly { readonly operation: Operation; readonly ask: Ask }[] = [
  {
    operation: senderSecurityScheme,
    ask: async (session, story, subAgentTagId) => ({
      path: { senderId: (await session.use(story.sender)).senderId },
      query: { subAgentTagId },
    }),
  },
  {
    operation: transferSecurityScheme,
    // The payment source that is named last anyway.
    ask: async (session, story, subAgentTagId) => ({
      path: { senderId: (await session.use(story.sender)).senderId },
      query: { subAgentTagId, paymentSource: await session.use(story.source) },
    }),
  },
  {
    operation: transactionStatus,
    ask: async (session, story, subAgentTagId) => ({
      path: { correlationId: await session.use(story.usualTransfer.correlationId) },
      query: { subAgentTagId },
    }),
  },
  {
    operation: invoice,
    ask: async (session, story, subAgentTagId) => ({
      path: { invoiceId: await session.use(story.usualTransfer.invoiceId) },
      query: { subAgentTagId },
    }),
  },
  {
    operation: activateBeneficiary,
    // Active already.
    ask: async (session, story, subAgentTagId) => ({
      path: {
        senderId: (await session.use(story.sender)).senderId,
        id: (await session.use(story.beneficiaries.payee)).beneficiaryId,
      },
      query: { subAgentTagId },
      payload: { object: true },
    }),
  },
];

/** OP-16 names a sub-agent alone; a record of our own spare mobile is the worst it leaves. */
export const ekycAttempt = (mobile: string, subAgentTag: string): Attempt => ({
  operation: ekycOnboarding,
  call: { payload: customerRequest(mobile, subAgentTag) },
});

/** What calls with a session or a consent are made of; the code is right for this sender. */
export interface Seat {
  readonly sender: Sender;
  readonly detail: Detail;
  readonly consent: string;
  readonly otp: { readonly code: string; readonly state: string };
  /** Null where there is no account that it may ask for. */
  readonly beneficiary: { readonly accountNo: string; readonly ifscCode: string; readonly name: string } | null;
  readonly transfer: TransferPayload;
  /** Null where none may be set on this sender. */
  readonly mpin: string | null;
}

/** What needs a session or a consent. The transfer comes while the code is fresh, and the MPIN is one the suite sets anyway. */
export function seatedAttempts(session: Session, seat: Seat, subAgentTagId: string): readonly Attempt[] {
  const { sender, detail, consent, otp, mpin } = seat;
  const path = { senderId: sender.senderId };
  const query = { subAgentTagId };
  const transferPath = { sessionId: detail.fundtransferSessionId(session) };
  return [
    { operation: senderBalance, call: { path, query: { ...query, sessionId: detail.getBalanceSessionId(session) } } },
    { operation: requestTransfer, call: { path: transferPath, query, consent, payload: seat.transfer } },
    { operation: senderDetail, call: { path, query, consent } },
    ...(seat.beneficiary === null ? [] : [{ operation: addBeneficiary, call: { path, query, consent, payload: seat.beneficiary } }]),
    ...(mpin === null ? [] : [{ operation: setMpin, call: { path, query, payload: { mpin, otp: otp.code, state: otp.state } } }]),
  ];
}
