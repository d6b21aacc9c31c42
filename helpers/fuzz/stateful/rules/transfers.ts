import { Big } from 'big.js';
import { sameId } from '../../../core/same-id.ts';
import { outcomeOf, type Reply } from '../../../judge/reply.ts';
import { outcomeOfReply, type Transfer } from '../../model/model.ts';
import type { TransferView } from '../../model/view.ts';
import { say, type Moment, type Rule, type Said } from './rule.ts';

/** One transfer as it was before the call, if it was there, and as it is after. */
interface Course {
  readonly transfer: Transfer;
  readonly was: TransferView | undefined;
  readonly is: TransferView;
}

export const coursesOf = ({ walk, before, after }: Moment): readonly Course[] =>
  walk.transfers.flatMap((transfer) => {
    const is = after.transfers.get(transfer.correlationId);
    return is === undefined ? [] : { transfer, is, was: before.transfers.get(transfer.correlationId) };
  });

const each =
  (judge: (course: Course, moment: Moment) => Said | null): Rule['judge'] =>
  (moment) =>
    coursesOf(moment).flatMap((course) => judge(course, moment) ?? []);

const isFinal = (status: string | null | undefined): status is string => status === 'COMPLETED' || status === 'FAILED';

/** A final status does not become the other one; back to PENDING is open (reading 19). */
function kept(was: string | null | undefined, is: string | null, reply: Reply | null): Said | null {
  if (!isFinal(was) || !isFinal(is) || reply === null) return null;
  return say(was === is, was, is, reply, 'result.status');
}

/** What was found once is found again. */
function stillServed(was: string | null | undefined, reply: Reply | null): Said | null {
  if (typeof was !== 'string' || reply === null || outcomeOfReply(reply) === 'unclear') return null;
  return say(outcomeOfReply(reply) === 'accepted', 'HTTP 200 with code 2000, as before', outcomeOf(reply), reply);
}

/** What OP-10 and OP-11 tell of a transfer agrees, and stays. */
export const transferRules: readonly Rule[] = [
  { clause: 'OP10-SERVED', by: 'shown', judge: each(({ was, is }) => stillServed(was?.told, is.status)) },
  {
    clause: 'OP11-SERVED',
    by: 'shown',
    judge: each(({ was, is }) => (is.told === 'FAILED' ? null : stillServed(was?.paid, is.invoice))),
  },
  {
    clause: 'OP10-INVOICE-AGREES',
    by: 'shown',
    judge: each(({ transfer, is }) => {
      const asked = transfer.invoices[0] ?? '';
      if (transfer.repeated || is.found === null) return null;
      return say(sameId(asked, is.found), `invoice ${asked}`, is.found, is.status, 'result.invoiceId');
    }),
  },
  {
    clause: 'OP10-SAME-CORRELATION-ID',
    by: 'shown',
    judge: each(({ transfer, is }) => {
      const { found } = is;
      if (!transfer.repeated || found === null) return null;
      const held = transfer.invoices.some((id) => sameId(id, found));
      return say(held, `invoice ${transfer.invoices.join(' or ')}`, found, is.status, 'result.invoiceId');
    }),
  },
  {
    clause: 'OP9-SAME-CORRELATION-ID',
    by: 'shown',
    judge: ({ deed }) => {
      const { reply, transfer } = deed;
      if (deed.name !== 'pay-again' || reply === null || transfer === undefined || deed.outcome !== 'accepted') return [];
      const [first = '', last = ''] = [transfer.invoices[0], transfer.invoices.at(-1)];
      return [say(sameId(first, last), `a refusal, or invoice ${first}`, last, reply, 'result.invoiceId')];
    },
  },
  {
    clause: 'OP10-FINAL-STATUS-KEPT',
    by: 'shown',
    judge: each(({ transfer, was, is }) => (transfer.repeated ? null : kept(was?.told, is.told, is.status))),
  },
  {
    clause: 'OP11-FINAL-STATUS-KEPT',
    by: 'shown',
    judge: each(({ transfer, was, is }) => (transfer.repeated ? null : kept(was?.paid, is.paid, is.invoice))),
  },
  {
    clause: 'OP10-FAILED-IS-REJECTED',
    by: 'shown',
    judge: each(({ is }) => {
      if (is.told !== 'FAILED' || is.paid === null || is.invoice === null) return null;
      return say(is.paid !== 'COMPLETED', 'not COMPLETED', is.paid, is.invoice, 'result.status');
    }),
  },
  {
    clause: 'OP11-AMOUNT-EXACT',
    by: 'shown',
    judge: each(({ transfer, is }) => {
      if (is.amount === null || is.invoice === null || is.told === 'FAILED') return null;
      return say(is.amount.eq(new Big(transfer.amount)), transfer.amount, is.amount.toFixed(), is.invoice, 'result.amount');
    }),
  },
];
