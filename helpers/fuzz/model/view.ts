import { apiCodes } from '../../../specs/codes.ts';
import { documentedCall } from '../../../specs/documented-call.ts';
import { Big } from 'big.js';
import { invoice, senderBalance, transactionStatus } from '../../../specs/operations.ts';
import { isActive, readBeneficiaries, type Beneficiary } from '../../judge/facts/beneficiaries.ts';
import { idAt, validValueAt, valueAt } from '../../judge/fields.ts';
import { decimalAt } from '../../judge/exact-decimal.ts';
import type { Reply } from '../../judge/reply.ts';
import { sameId } from '../../core/ids.ts';
import { mustServe } from '../../judge/served.ts';
import { Stop } from '../../judge/stop.ts';
import { readBalances, type AccountBalances } from '../../journey/transfer/balance.ts';
import type { Dependencies } from '../../journey/setup/dependencies.ts';
import { readDetail, readText, type Sender } from '../../journey/sender/sender.ts';
import { type Detail } from '../../journey/setup/detail.ts';
import type { Session } from '../../session/session.ts';

export interface SenderView {
  readonly detail: Detail;
  readonly balance: Reply;
  readonly mobile: string;
  readonly entries: readonly Beneficiary[];
  readonly limits: Readonly<Record<string, number>>;
  readonly accounts: AccountBalances;
  readonly transferSession: string;
  readonly balanceSession: string;
}

export interface TransferView {
  readonly status: Reply;
  readonly invoice: Reply | null;
  /** A status breaks a clause of its own, so whether the transfer has ended cannot be known. */
  readonly unusable: Stop | null;
  /** Null where OP-10 was not served. */
  readonly transferStatus: string | null;
  readonly foundInvoiceId: string | null;
  readonly invoiceStatus: string | null;
  readonly amount: Big | null;
  readonly name: string | null;
  readonly delayed: boolean;
}

export interface SequenceSnapshot {
  readonly senders: readonly [SenderView, SenderView];
  /** By correlationId. */
  readonly transfers: ReadonlyMap<string, TransferView>;
}

/** With the status `true` or `false`: what is not active counts as inactive, so that no other status looks like an effect. */
export function readValidEntries(reply: Reply): readonly Beneficiary[] {
  validValueAt(reply, 'result.beneficiaries');
  return readBeneficiaries(valueAt(reply, 'result')).map((each) => ({ ...each, status: String(isActive(each)) }));
}

export const findEntry = (entries: readonly Beneficiary[], id: string): Beneficiary | undefined =>
  entries.find((entry) => sameId(entry.id, id));

function readLimits(reply: Reply): Readonly<Record<string, number>> {
  const limits = validValueAt(reply, 'result.limitLeft');
  const entries = typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
  return Object.fromEntries(entries.map(([period, left]: [string, unknown]) => [period, Number(left)]));
}

export const readBalance = async (session: Session, { senderId, subAgentTagId }: Sender, sessionId: string): Promise<Reply> =>
  session.send(senderBalance, documentedCall(senderBalance, 'only', { senderId, subAgentTagId, sessionId }));

export async function readSenderView(deps: Dependencies, session: Session, sender: Sender): Promise<SenderView> {
  const detail = await readDetail(deps, session, sender);
  const balanceSession = detail.getBalanceSessionId(session);
  const balance = mustServe(await readBalance(session, sender, balanceSession));
  return {
    detail,
    balance,
    balanceSession,
    mobile: String(validValueAt(detail.reply, 'result.senderMobile')),
    entries: readValidEntries(detail.reply),
    limits: readLimits(detail.reply),
    accounts: readBalances(balance),
    transferSession: detail.fundtransferSessionId(session),
  };
}

interface StatusRead {
  readonly status: string | null;
  readonly unusable: Stop | null;
}

function readStatus(reply: Reply | null): StatusRead {
  if (reply?.code !== apiCodes.success) return { status: null, unusable: null };
  try {
    return { status: readText(validValueAt(reply, 'result.status')), unusable: null };
  } catch (error) {
    if (error instanceof Stop) return { status: null, unusable: error };
    throw error;
  }
}

/** OP-10 once, and OP-11 of the invoice that OP-9 named. */
export async function readTransferView(
  session: Session,
  { subAgentTagId }: Sender,
  correlationId: string,
  invoiceId: string | null,
): Promise<TransferView> {
  const status = await session.send(transactionStatus, documentedCall(transactionStatus, 'only', { correlationId, subAgentTagId }));
  const invoiceCall = invoiceId === null ? null : documentedCall(invoice, 'only', { invoiceId, subAgentTagId });
  const shown = invoiceCall === null ? null : await session.send(invoice, invoiceCall);
  const served = shown?.code === apiCodes.success ? shown : null;
  const accepted = readStatus(status);
  const paid = readStatus(shown);
  return {
    status,
    invoice: shown,
    unusable: accepted.unusable ?? paid.unusable,
    transferStatus: accepted.status,
    foundInvoiceId: status.code === apiCodes.success ? idAt(status, 'result.invoiceId') : null,
    invoiceStatus: paid.status,
    amount: served === null ? null : decimalAt(served.exchange.response?.body.text ?? '', 'result.amount'),
    name: served === null ? null : readText(valueAt(served, 'result.beneficiaryName')),
    delayed: served !== null && valueAt(served, 'result.isDelayed') !== 'false',
  };
}

/** It can still change by itself, as far as its statuses can be read. */
export const isOpenTransfer = ({ unusable, transferStatus, invoiceStatus }: TransferView): boolean =>
  unusable !== null || transferStatus === 'PENDING' || (transferStatus === 'COMPLETED' && invoiceStatus === 'PENDING');

/** Paid for good: money must have left the sender. */
export const isPaidTransfer = ({ transferStatus, invoiceStatus, delayed }: TransferView): boolean =>
  transferStatus === 'COMPLETED' && invoiceStatus === 'COMPLETED' && !delayed;
