import { Big } from 'big.js';
import { sameId } from '../../../core/ids.ts';
import { describeAnswer, type Reply } from '../../../judge/reply.ts';
import { readCommandOutcome, type SequenceTransfer } from '../../model/model.ts';
import type { TransferView } from '../../model/view.ts';
import { createRuleResult, type Moment, type Rule, type RuleResult } from './rule.ts';

/** One transfer before the call, if it existed, and after it. */
interface TransferChange {
  readonly transfer: SequenceTransfer;
  readonly was: TransferView | undefined;
  readonly is: TransferView;
}

export const listTransferChanges = ({ sequence, before, after }: Moment): readonly TransferChange[] =>
  sequence.transfers.flatMap((transfer) => {
    const is = after.transfers.get(transfer.correlationId);
    return is === undefined ? [] : { transfer, is, was: before.transfers.get(transfer.correlationId) };
  });

const judgeEachTransfer =
  (judge: (change: TransferChange, moment: Moment) => RuleResult | null): Rule['judge'] =>
  (moment) =>
    listTransferChanges(moment).flatMap((change) => judge(change, moment) ?? []);

const isFinal = (status: string | null | undefined): status is string => status === 'COMPLETED' || status === 'FAILED';

/** A final status does not become the other one; a return to PENDING is open (reading 19). */
function judgeStatusKept(was: string | null | undefined, is: string | null, reply: Reply | null): RuleResult | null {
  if (!isFinal(was) || !isFinal(is) || reply === null) return null;
  return createRuleResult(was === is, was, is, reply, 'result.status');
}

/** A transfer that was found once is found again. */
function judgeStillServed(was: string | null | undefined, reply: Reply | null): RuleResult | null {
  if (typeof was !== 'string' || reply === null || readCommandOutcome(reply) === 'unclear') return null;
  return createRuleResult(readCommandOutcome(reply) === 'accepted', 'HTTP 200 with code 2000, as before', describeAnswer(reply), reply);
}

/** OP-10 and OP-11 agree on a transfer, and do not change their answers. */
export const transferRules: readonly Rule[] = [
  { clause: 'OP10-SERVED', by: 'shown', judge: judgeEachTransfer(({ was, is }) => judgeStillServed(was?.transferStatus, is.status)) },
  {
    clause: 'OP11-SERVED',
    by: 'shown',
    judge: judgeEachTransfer(({ was, is }) => (is.transferStatus === 'FAILED' ? null : judgeStillServed(was?.invoiceStatus, is.invoice))),
  },
  {
    clause: 'OP10-INVOICE-AGREES',
    by: 'shown',
    judge: judgeEachTransfer(({ transfer, is }) => {
      const asked = transfer.invoices[0] ?? '';
      if (transfer.repeated || is.foundInvoiceId === null) return null;
      return createRuleResult(sameId(asked, is.foundInvoiceId), `invoice ${asked}`, is.foundInvoiceId, is.status, 'result.invoiceId');
    }),
  },
  {
    clause: 'OP10-SAME-CORRELATION-ID',
    by: 'shown',
    judge: judgeEachTransfer(({ transfer, is }) => {
      const { foundInvoiceId } = is;
      if (!transfer.repeated || foundInvoiceId === null) return null;
      const held = transfer.invoices.some((id) => sameId(id, foundInvoiceId));
      return createRuleResult(held, `invoice ${transfer.invoices.join(' or ')}`, foundInvoiceId, is.status, 'result.invoiceId');
    }),
  },
  {
    clause: 'OP9-SAME-CORRELATION-ID',
    by: 'shown',
    judge: ({ result }) => {
      if (result.name !== 'pay-again' || result.outcome !== 'accepted') return [];
      const { reply, transfer } = result;
      const [first = '', last = ''] = [transfer.invoices[0], transfer.invoices.at(-1)];
      return [createRuleResult(sameId(first, last), `a refusal, or invoice ${first}`, last, reply, 'result.invoiceId')];
    },
  },
  {
    clause: 'OP10-FINAL-STATUS-KEPT',
    by: 'shown',
    judge: judgeEachTransfer(({ transfer, was, is }) =>
      transfer.repeated ? null : judgeStatusKept(was?.transferStatus, is.transferStatus, is.status),
    ),
  },
  {
    clause: 'OP11-FINAL-STATUS-KEPT',
    by: 'shown',
    judge: judgeEachTransfer(({ transfer, was, is }) =>
      transfer.repeated ? null : judgeStatusKept(was?.invoiceStatus, is.invoiceStatus, is.invoice),
    ),
  },
  {
    clause: 'OP10-FAILED-IS-REJECTED',
    by: 'shown',
    judge: judgeEachTransfer(({ is }) => {
      if (is.transferStatus !== 'FAILED' || is.invoiceStatus === null || is.invoice === null) return null;
      return createRuleResult(is.invoiceStatus !== 'COMPLETED', 'not COMPLETED', is.invoiceStatus, is.invoice, 'result.status');
    }),
  },
  {
    clause: 'OP11-AMOUNT-EXACT',
    by: 'shown',
    judge: judgeEachTransfer(({ transfer, is }) => {
      if (is.amount === null || is.invoice === null || is.transferStatus === 'FAILED') return null;
      return createRuleResult(is.amount.eq(new Big(transfer.amount)), transfer.amount, is.amount.toFixed(), is.invoice, 'result.amount');
    }),
  },
];
