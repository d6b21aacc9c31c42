import { documentedCall, type DocumentedCall } from '../../../specs/documented-call.ts';
import { requestTransfer } from '../../../specs/operations.ts';
import type { Session } from '../../session/session.ts';
import { answerScheme } from '../consent/consent.ts';
import type { Sender } from '../sender/sender.ts';
import type { Challenge } from '../setup/challenge.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Detail, Listed } from '../setup/detail.ts';

export interface TransferOrder {
  /** Decimal text. */
  readonly amount: string;
  readonly payee: Pick<Listed, 'beneficiaryId'>;
  /** For a transfer that is to show nothing of how the service treats letters. */
  readonly inSmallLetters?: true;
}

/** What OP-9 is asked for, and with what. */
export interface TransferRequest {
  readonly sender: Sender;
  /** The OP-6 answer that gave its session. */
  readonly detail: Detail;
  /** What OP-8 asks for. */
  readonly scheme: string;
  readonly order: TransferOrder;
}

export interface TransferPayload {
  readonly amount: number;
  readonly correlationId: string;
  readonly from: string;
  readonly to: string;
  readonly type: 'imps';
  readonly options: Dependencies['people']['options'];
}

export function buildTransferPayload(
  { people }: Dependencies,
  { senderId }: Sender,
  { amount, payee }: TransferOrder,
  correlationId = people.newCorrelationId(),
): TransferPayload {
  return { amount: Number(amount), correlationId, from: senderId, to: payee.beneficiaryId, type: 'imps', options: people.options };
}

export type TransferForm = keyof typeof requestTransfer.forms;

interface TransferValues extends Pick<TransferRequest, 'sender' | 'order'> {
  readonly sessionId: string;
  readonly consent?: string | undefined;
  /** A new one where there is none. */
  readonly correlationId?: string | undefined;
  readonly form?: TransferForm | undefined;
}

interface TransferCall {
  readonly call: DocumentedCall;
  readonly correlationId: string;
}

export function buildTransferCall(
  deps: Dependencies,
  { sender, order, sessionId, consent, correlationId, form = 'path' }: TransferValues,
): TransferCall {
  const payload = buildTransferPayload(deps, sender, order, correlationId);
  const call = documentedCall(requestTransfer, form, { ...sender, ...payload, sessionId, consent });
  return { call, correlationId: payload.correlationId };
}

/** OP-9 with the right code of a new challenge. None is asked for where there is no session to send it with. */
export async function prepareTransfer(
  deps: Dependencies,
  session: Session,
  { sender, detail, scheme, order, correlationId }: TransferRequest & Pick<TransferValues, 'correlationId'>,
): Promise<TransferCall & { readonly challenge: Challenge | null }> {
  const sessionId = detail.fundtransferSessionId(session);
  const { consent, challenge } = await answerScheme(deps, session, sender.person, scheme);
  return { ...buildTransferCall(deps, { sender, order, sessionId, consent, correlationId }), challenge };
}
