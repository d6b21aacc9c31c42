import { onlyWhen, onQueryForm } from '../../twists/circumstances.ts';
import { faultTable } from '../table.ts';
import { lastSegment, bodyText, withBody, requestedAmount } from '../../twists/requests.ts';
import type { Twist } from '../../http/exchange.ts';
import { issuedInvoice } from '../../twists/history.ts';
import { field } from '../../http/json.ts';
import { rupees } from '../../state/money.ts';
import { turnStatus } from '../../twists/transfers.ts';
import { changeResponse, combine, on, withResult } from '../../twists/twists.ts';

/** Accepts a negative amount, which credits the sender. */
const creditNegative: Twist = (right) => async (request) => {
  const amount = requestedAmount(request);
  if (!on('OP-9')(request) || amount >= 0) return right(request);
  const response = await right(withBody(request, (body) => ({ ...body, amount: -rupees(amount) })));
  const transfer = request.store.invoices.get(issuedInvoice(response));
  if (transfer === undefined) return response;
  transfer.sender.balance -= 2 * amount;
  transfer.amount = amount;
  return response;
};

/** For a correlationId that was sent twice, OP-10 answers an unknown invoice. */
function answerForNeither(): Twist {
  const seen = new Map<string, number>();
  return combine(
    changeResponse(on('OP-9'), (response, request) => {
      const id = bodyText(request, 'correlationId');
      seen.set(id, (seen.get(id) ?? 0) + 1);
      return response;
    }),
    changeResponse(on('OP-10'), (response, request) =>
      withResult(response, (result) =>
        (seen.get(lastSegment(request)) ?? 0) > 1 ? { ...result, invoiceId: Number(result['invoiceId']) + 500_000 } : result,
      ),
    ),
  );
}

/** Takes the amount once more where OP-9 answers with an invoice that it gave before. */
function debitRepetition(): Twist {
  const seen = new Set<string>();
  return changeResponse(on('OP-9'), (response, request) => {
    const invoice = issuedInvoice(response);
    const transfer = request.store.invoices.get(invoice);
    if (transfer !== undefined && seen.has(invoice)) transfer.sender.balance -= transfer.amount;
    seen.add(invoice);
    return response;
  });
}

export const outcomeFaults = faultTable({}, [
  {
    id: 'negative-amount-credits',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    does: 'A transfer of a negative amount credits the sender.',
    twist: creditNegative,
  },
  {
    id: 'negative-amount-credits-by-query',
    breaks: ['OP9-NEGATIVE-AMOUNT'],
    does: 'A transfer of a negative amount in the query form credits the sender.',
    twist: onlyWhen(onQueryForm, creditNegative),
  },
  {
    id: 'repeated-id-answers-for-neither',
    breaks: ['OP10-SAME-CORRELATION-ID', 'OP10-INVOICE-AGREES'],
    does: 'For a correlationId sent twice OP-10 names an invoice of nobody.',
    twist: (right) => answerForNeither()(right),
  },
  {
    id: 'repeated-id-refused-and-forgotten',
    breaks: ['OP10-SAME-CORRELATION-ID', 'OP10-SERVED'],
    does: 'OP-9 refuses a correlationId sent again, and from then on OP-10 finds nothing under it.',
    policy: { transfer: { repeatedCorrelationId: 'refused' } },
    twist: (right) => async (request) => {
      const response = await right(request);
      const sent = bodyText(request, 'correlationId');
      const isRefused = on('OP-9')(request) && field(field(response.json, 'status'), 'message') === 'correlation.id.used';
      if (isRefused) request.store.transfers.delete(`${request.agent?.id ?? ''} ${sent}`);
      return response;
    },
  },
  {
    id: 'repeated-id-pays-twice',
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A correlationId sent twice yields two invoices.',
    policy: { transfer: { repeatedCorrelationId: 'new-invoice' } },
  },
  {
    id: 'repeated-id-is-debited-twice',
    warns: ['OP9-SAME-CORRELATION-ID'],
    does: 'A correlationId sent twice yields one invoice, and the money goes twice.',
    twist: (right) => debitRepetition()(right),
  },
  {
    id: 'completed-then-failed',
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'OP-10 shows COMPLETED once, and FAILED from then on.',
    twist: turnStatus('OP-10', 'COMPLETED', 'FAILED', 2),
  },
  {
    id: 'failed-then-completed',
    breaks: ['OP10-FINAL-STATUS-KEPT'],
    does: 'OP-10 shows FAILED once, and COMPLETED from then on.',
    twist: turnStatus('OP-10', 'FAILED', 'COMPLETED', 2),
  },
  {
    id: 'invoice-completed-then-failed',
    warns: ['OP11-FINAL-STATUS-KEPT'],
    does: 'OP-11 shows COMPLETED once, and FAILED from then on.',
    twist: turnStatus('OP-11', 'COMPLETED', 'FAILED', 2),
  },
]);
