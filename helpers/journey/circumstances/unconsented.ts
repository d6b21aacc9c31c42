import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { addBeneficiary, requestTransfer, senderDetail } from '../../../specs/operations.ts';
import { consentHeader } from '../../consent/consent-header.ts';
import type { Session } from '../../session/session.ts';
import { sendRefusedCall, type RefusedCallResult } from '../calls/refused-call.ts';
import { mustAskForConsent } from '../consent/consent.ts';
import { mistakes, withWrongOtpFirst } from '../consent/wrong-otp.ts';
import { markSpent, readDetailToPayWith, type Sender } from '../sender/sender.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { buildTransferPayload, type TransferOrder } from '../transfer/transfer.ts';

export interface UnconsentedTransfer extends TransferOrder {
  readonly sender: Sender;
  /** The scheme that OP-8 asks for. */
  readonly scheme: string;
}

async function buildTransferCall(
  deps: Dependencies,
  session: Session,
  { sender, amount, payee }: UnconsentedTransfer,
): Promise<DocumentedCall> {
  const sessionId = (await readDetailToPayWith(deps, session, sender)).fundtransferSessionId(session);
  markSpent(deps, sender);
  const payload = buildTransferPayload(deps, sender, { amount, payee });
  return documentedCall(requestTransfer, 'path', { ...sender, ...payload, sessionId });
}

/** OP-9 with `NONE` where OP-8 says OTP (reading 13). Call it in the sender's turn. */
export async function sendUnconsentedTransfer(
  deps: Dependencies,
  session: Session,
  transfer: UnconsentedTransfer,
): Promise<RefusedCallResult> {
  const { sender, scheme } = transfer;
  mustAskForConsent(scheme);
  const call = await buildTransferCall(deps, session, transfer);
  return sendRefusedCall({ deps, sender }, session, requestTransfer, { ...call, consent: consentHeader.none });
}

/** OP-9 with two digits of the code in the other order. Call it in the sender's turn, before a call that takes the right one. */
export async function sendTransferWithWrongCode(
  deps: Dependencies,
  session: Session,
  transfer: UnconsentedTransfer,
): Promise<RefusedCallResult> {
  const { sender, scheme } = transfer;
  mustAskForConsent(scheme);
  const call = await buildTransferCall(deps, session, transfer);
  const send = (consent: string): Promise<RefusedCallResult> =>
    sendRefusedCall({ deps, sender }, session, requestTransfer, { ...call, consent, wrongCode: sender.person.mobile });
  return withWrongOtpFirst(deps, session, sender.person, send, mistakes.swapped);
}

/** OP-6 with a wrong code. Call it in the sender's turn, before a call that takes the right one. */
export async function sendDetailWithWrongCode(deps: Dependencies, session: Session, sender: Sender): Promise<RefusedCallResult> {
  mustAskForConsent(sender.scheme);
  return withWrongOtpFirst(deps, session, sender.person, (consent) => {
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
  return withWrongOtpFirst(deps, session, sender.person, (consent) => {
    const call = documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo, consent });
    return sendRefusedCall({ deps, sender }, session, addBeneficiary, { ...call, wrongCode: sender.person.mobile });
  });
}

/** OP-7 without a consent (reading 13). Call it in the sender's turn. */
export async function sendUnconsentedBeneficiary(
  deps: Dependencies,
  session: Session,
  sender: Sender,
  accountNo: string,
): Promise<RefusedCallResult> {
  mustAskForConsent(sender.scheme);
  const call = documentedCall(addBeneficiary, 'only', { ...sender, ...deps.people.beneficiary, accountNo });
  return sendRefusedCall({ deps, sender }, session, addBeneficiary, call);
}
