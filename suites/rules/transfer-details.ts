import { sameId } from '../../helpers/core/ids.ts';
import { decimalAt } from '../../helpers/judge/exact-decimal.ts';
import { toInvoiceId } from '../../helpers/judge/facts/invoices.ts';
import { idAt, valueAt } from '../../helpers/judge/fields.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-plan.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { judgeAgreement, judgeByFacts, ruleInSituations, situationByWay, type FactJudge, type Situation } from '../support/fact-rule.ts';
import { allowRefusedAmount } from '../support/refused-amount.ts';

import { findByInvoice, findByCorrelationId, isAskedAgain, withOwnTransfer } from './transfers-behind.ts';
type PickTransfer = (context: CheckContext) => TransferFlow;

const pickOfNewCustomer: PickTransfer = ({ journey }) => journey.newCustomer.usualTransfer;

/** Two transfers under one invoice break a clause of their own, so neither amount is expected. */
const judgeAmount: FactJudge = (seen) => {
  const [transfer, second] = findByInvoice(seen);
  const { reply } = seen;
  const shown = decimalAt(reply.exchange.response?.body.text ?? '', 'result.amount');
  if (transfer?.amount == null || second !== undefined || shown === null) return null;
  const { amount } = transfer;
  return judgeAgreement(reply, {
    place: 'result.amount',
    holds: shown.eq(amount),
    expected: amount.toFixed(),
    received: shown.toFixed(),
    beside: [transfer],
  });
};

/** Several requests under one correlationId have a clause of their own. */
const judgeInvoice: FactJudge = (seen) => {
  const transfers = findByCorrelationId(seen);
  const found = idAt(seen.reply, 'result.invoiceId');
  const [transfer] = transfers;
  if (transfer === undefined || transfers.length > 1 || found === null || isAskedAgain(seen)) return null;
  return judgeAgreement(seen.reply, {
    place: 'result.invoiceId',
    holds: sameId(transfer.invoiceId, found),
    expected: transfer.invoiceId,
    received: found,
    beside: transfers,
  });
};

/** The name as the last list showed it, or else as it was sent. Capitals and blanks around it may differ. */
const judgeBeneficiaryName: FactJudge = (seen) => {
  const [transfer, second] = findByInvoice(seen);
  if (transfer === undefined || second !== undefined) return null;
  const { last, added } = seen.listOf(transfer.senderId);
  const isPaid = ({ id }: { readonly id: string }): boolean => sameId(id, toInvoiceId(transfer.beneficiaryId));
  const listed = last?.entries.find(isPaid);
  const sent = added.findLast(isPaid);
  const entry = listed ?? sent;
  if (entry === undefined) return null;
  const named = String(valueAt(seen.reply, 'result.beneficiaryName'));
  return judgeAgreement(seen.reply, {
    place: 'result.beneficiaryName',
    holds: named.trim().toLowerCase() === entry.name.trim().toLowerCase(),
    expected: entry.name,
    received: named,
    beside: [transfer, listed === undefined ? sent : last],
  });
};

/** The service may refuse an odd amount, or reject it later (reading 20). */
const exerciseOddAmount =
  (pick: PickTransfer): Exercise =>
  async (context) => {
    const { requested, status, invoice } = pick(context);
    await allowRefusedAmount(context, () => context.use(requested));
    if (requireFinalStatus(await context.use(status)) === 'FAILED')
      throw notApplicable('OP-10 calls the transfer FAILED, and the document states no bounds of an amount');
    await context.use(invoice);
  };

const amountSituations: readonly Situation[] = [
  {
    way: 'usual',
    ending: 'for a whole amount',
    circumstance: 'first',
    exercise: withOwnTransfer(exercise['OP-11']),
  },
  {
    way: 'decimals',
    ending: 'for an amount with decimals',
    circumstance: 'decimals',
    exercise: exerciseOddAmount(({ journey }) => journey.circumstances.byAmount.decimals),
  },
  {
    way: 'below-one',
    ending: 'for an amount below one',
    circumstance: 'below-one',
    exercise: exerciseOddAmount(({ journey }) => journey.circumstances.byAmount['below-one']),
  },
  {
    way: 'new-customer',
    ending: 'for a new customer',
    circumstance: 'another-sender',
    exercise: ({ use, journey }) => use(journey.newCustomer.usualTransfer.invoice),
  },
  situationByWay['four-digit'],
  situationByWay['another-sender'],
  situationByWay.several,
  situationByWay.bank,
  situationByWay.later,
];

/** What OP-9 accepted, OP-10 and OP-11 agree with, whoever asks and however late (readings 19 and 20). */
export const transferDetailRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP11-AMOUNT-EXACT',
      operation: 'OP-11',
      title: 'an invoice shows the accepted amount exactly',
      judge: judgeByFacts(judgeAmount),
      exercise: withOwnTransfer(exercise['OP-11']),
    },
    amountSituations,
  ),
  ...ruleInSituations(
    {
      clause: 'OP10-INVOICE-AGREES',
      operation: 'OP-10',
      title: 'OP-10 finds the invoice of a transfer',
      judge: judgeByFacts(judgeInvoice),
      exercise: withOwnTransfer(exercise['OP-10']),
    },
    [
      { way: 'customer', ending: 'of the customer', circumstance: 'first', exercise: withOwnTransfer(exercise['OP-10']) },
      {
        way: 'new-customer',
        ending: 'of a new customer',
        circumstance: 'another-sender',
        exercise: (context) => context.use(pickOfNewCustomer(context).status),
      },
      {
        way: 'decimals',
        ending: 'of an amount with decimals',
        circumstance: 'decimals',
        exercise: exerciseOddAmount(({ journey }) => journey.circumstances.byAmount.decimals),
      },
      situationByWay['four-digit'],
      situationByWay.several,
      situationByWay.bank,
      situationByWay.later,
    ],
  ),
  ...ruleInSituations(
    {
      clause: 'OP11-BENEFICIARY-NAME-AGREES',
      operation: 'OP-11',
      title: 'an invoice names the beneficiary as OP-6 lists it',
      judge: judgeByFacts(judgeBeneficiaryName),
      exercise: withOwnTransfer(exercise['OP-11']),
    },
    [
      { way: 'usual', ending: 'for the usual transfer', circumstance: 'first', exercise: withOwnTransfer(exercise['OP-11']) },
      situationByWay.several,
      situationByWay['another-sender'],
    ],
  ),
];
