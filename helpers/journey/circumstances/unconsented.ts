import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { addBeneficiary, requestTransfer, senderDetail } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import { isListedRefusal } from '../../judge/served.ts';
import type { Session, Step } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/send-refused-call.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { mistakes, withWrongOtpFirst } from '../calls/wrong-otp.ts';
import { markSpent, readDetailToPayWith, readUnspentDetail, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail } from '../setup/detail.ts';
import { partIfDone } from '../setup/part-step.ts';
import { buildTransferCall, type TransferOrder } from '../transfer/transfer-call.ts';

interface ForbiddenTransfer extends TransferOrder {
  readonly sender: Sender;
  /** The scheme that OP-8 asks for. */
  readonly scheme: string;
  /** Of a transfer that is asked for again; a new one without. */
  readonly correlationId?: string;
}

/** A call with `NONE`, and one without a consent, where the scheme asks for a code. */
export type WithoutCode = Readonly<Record<'none' | 'missing', Step<RefusedCallResult>>>;

/** Both are sent by the circumstance. */
export const partsIfDone = (circumstance: Step<unknown>, { none, missing }: WithoutCode): WithoutCode => {
  const part = partIfDone(circumstance);
  return { none: part(none), missing: part(missing) };
};

/** OP-9 with `NONE` where OP-8 says OTP, or without a consent (reading 13). Call it in the sender's turn. */
export async function sendUnconsentedTransfer(
  deps: Dependencies,
  session: Session,
  { sender, scheme, amount, payee, correlationId }: ForbiddenTransfer,
  how: keyof WithoutCode = 'none',
): Promise<RefusedCallResult> {
  mustAskForConsent(scheme);
  const sessionId = (await readDetailToPayWith(deps, session, sender)).fundtransferSessionId(session);
  markSpent(deps, sender);
  const consent = how === 'none' ? consentHeader.none : undefined;
  const { call } = buildTransferCall(deps, { sender, order: { amount, payee }, sessionId, consent, correlationId });
  return sendRefusedCall({ deps, sender }, session, requestTransfer, call);
}

/** OP-9 with a wrong code. Call it in the sender's turn, before a call that takes the right one. */
export async function sendTransferWithWrongCode(
  deps: Dependencies,
  session: Session,
  { sender, scheme, amount, payee }: ForbiddenTransfer,
): Promise<RefusedCallResult> {
  mustAskForConsent(scheme);
  const sendUnder = (detail: Detail): Promise<RefusedCallResult> =>
    withWrongOtpFirst(deps, session, sender.person, { name: 'bank-OP-9', mistake: mistakes.counted }, (consent) => {
      const sessionId = detail.fundtransferSessionId(session);
      markSpent(deps, sender);
      const { call } = buildTransferCall(deps, { sender, order: { amount, payee }, sessionId, consent });
      return sendRefusedCall({ deps, sender }, session, requestTransfer, { ...call, wrongCode: sender.person.mobile });
    });
  const result = await sendUnder(await readDetailToPayWith(deps, session, sender));
  // A session may have ended by itself (reading 13), and is then refused before the code is read.
  const isOfSession = isListedRefusal(result.reply) && result.reply.code !== apiCodes.wrongOtpOrMpin;
  return isOfSession ? sendUnder(await readUnspentDetail(deps, session, sender)) : result;
}

/** OP-6 with a wrong code. Call it in the sender's turn, before a call that takes the right one. */
export async function sendDetailWithWrongCode(deps: Dependencies, session: Session, sender: Sender): Promise<RefusedCallResult> {
  mustAskForConsent(sender.scheme);
  return withWrongOtpFirst(deps, session, sender.person, { name: 'after-ekyc-OP-6', mistake: mistakes.zeros }, (consent) => {
    const call = documentedCall(senderDetail, 'only', { ...sender, consent });
    return sendRefusedCall({ deps, sender }, session, senderDetail, { ...call, wrongCode: sender.person.mobile });
  });
}

/** OP-7 with a wrong code. Call it in the sender's turn, before a call that takes the right one. */
export async function sendBeneficiaryWithWrongCode(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  accountNo: string,
): Promise<RefusedCallResult> {
  mustAskForConsent(sender.scheme);
  return withWrongOtpFirst(deps, session, sender.person, { name: 'after-ekyc-OP-7', mistake: mistakes.last }, (consent) => {
    const call = documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo, consent });
    return sendRefusedCall({ deps, sender }, session, addBeneficiary, { ...call, wrongCode: sender.person.mobile });
  });
}

/** OP-7 with `NONE`, or without a consent (reading 13). Call it in the sender's turn. */
export async function sendUnconsentedBeneficiary(
  deps: Dependencies,
  session: Session,
  { sender, accountNo, how }: { readonly sender: Sender; readonly accountNo: string; readonly how: keyof WithoutCode },
): Promise<RefusedCallResult> {
  mustAskForConsent(sender.scheme);
  const consent = how === 'none' ? { consent: consentHeader.none } : {};
  const call = documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo, ...consent });
  return sendRefusedCall({ deps, sender }, session, addBeneficiary, call);
}
