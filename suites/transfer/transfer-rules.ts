import { describeValue } from '../../helpers/core/describe.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { decimalAt } from '../../helpers/judge/exact-decimal.ts';
import { toInvoiceId, type TransferFact } from '../../helpers/judge/facts/transfers.ts';
import { idAt, valueAt } from '../../helpers/judge/fields.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import type { TransferFlow } from '../../helpers/journey/transfer/transfer-flow.ts';
import type { PolledStatus } from '../../helpers/journey/transfer/transfer.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/transfer.ts';
import type { Step } from '../../helpers/session/session.ts';
import { isBlockedBy, notApplicable } from '../../helpers/judge/stop.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import {
  judgeAgreement,
  judgeByFacts,
  ruleInSituations,
  ruleOverAll,
  situationByWay,
  type FactJudge,
  type Situation,
} from '../support/fact-rule.ts';
import { allowRefusedAmount } from '../support/odd-amount.ts';

type PickTransfer = (context: CheckContext) => TransferFlow;

const pickUsual: PickTransfer = ({ journey }) => journey.customer.usualTransfer;
const pickOfNewCustomer: PickTransfer = ({ journey }) => journey.newCustomer.usualTransfer;

const quote = (value: unknown): string => describeValue(value);

/** The transfers of this agent behind an OP-11 answer. */
const ofInvoice = ({ call, before }: Parameters<FactJudge>[0]): readonly TransferFact[] =>
  before.ofInvoice(call.values['invoiceId'] ?? '').filter(({ agent }) => agent === call.agent);

const ofCorrelationId = ({ call, before }: Parameters<FactJudge>[0]): readonly TransferFact[] =>
  before.ofCorrelationId(call.values['correlationId'] ?? '').filter(({ agent }) => agent === call.agent);

/** Two transfers under one invoice break a clause of their own, so neither amount is expected. */
const judgeAmount: FactJudge = (seen) => {
  const [transfer, second] = ofInvoice(seen);
  const { reply } = seen;
  const shown = decimalAt(reply.exchange.response?.body.text ?? '', 'result.amount');
  if (transfer === undefined || transfer.amount === null || second !== undefined || shown === null) return null;
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
  const transfers = ofCorrelationId(seen);
  const found = idAt(seen.reply, 'result.invoiceId');
  const [transfer] = transfers;
  if (transfer === undefined || transfers.length > 1 || found === null) return null;
  return judgeAgreement(seen.reply, {
    place: 'result.invoiceId',
    holds: sameId(transfer.invoiceId, found),
    expected: transfer.invoiceId,
    received: found,
    beside: transfers,
  });
};

/** A bank may reverse what it has completed, so that much only raises a question (reading 19). */
const judgeFinalInvoiceStatus: FactJudge = ({ reply, call, before }) => {
  const final = before.finalInvoiceStatus(call.values['invoiceId'] ?? '');
  if (final === undefined) return null;
  const now = String(valueAt(reply, 'result.status'));
  return judgeAgreement(reply, {
    place: 'result.status',
    holds: now === final.status,
    expected: final.status,
    received: now,
    beside: [final],
    atMost: final.status === 'COMPLETED' && now === 'FAILED' ? 'warn' : undefined,
  });
};

const judgeFinalStatus: FactJudge = ({ reply, call, before }) => {
  const final = before.finalStatus(call.values['correlationId'] ?? '');
  if (final === undefined) return null;
  const now = String(valueAt(reply, 'result.status'));
  return judgeAgreement(reply, {
    place: 'result.status',
    holds: now === final.status,
    expected: final.status,
    received: now,
    beside: [final],
  });
};

/** Nothing was submitted to the bank, so the bank cannot have completed it. A status that changes breaks a clause of its own. */
const judgeRejected: FactJudge = (seen) => {
  const { reply, before } = seen;
  const [transfer, second] = ofInvoice(seen);
  const finals = transfer === undefined || second !== undefined ? [] : before.finalStatuses(transfer.correlationId);
  if (finals.length === 0 || finals.some(({ status }) => status !== 'FAILED')) return null;
  const now = String(valueAt(reply, 'result.status'));
  return judgeAgreement(reply, {
    place: 'result.status',
    holds: now !== 'COMPLETED',
    expected: 'not COMPLETED',
    received: now,
    beside: finals.slice(-1),
  });
};

/** The name as any list showed it. Capitals and blanks around it may differ. */
const judgeBeneficiaryName: FactJudge = (seen) => {
  const [transfer, second] = ofInvoice(seen);
  if (transfer === undefined || second !== undefined) return null;
  const { last } = seen.listOf(transfer.senderId);
  const entry = last?.entries.find(({ id }) => sameId(id, toInvoiceId(transfer.beneficiaryId)));
  if (entry === undefined) return null;
  const named = String(valueAt(seen.reply, 'result.beneficiaryName'));
  return judgeAgreement(seen.reply, {
    place: 'result.beneficiaryName',
    holds: named.trim().toLowerCase() === entry.name.trim().toLowerCase(),
    expected: entry.name,
    received: named,
    beside: [transfer, last],
  });
};

/** One request sent again may keep its invoice. */
const judgeOwnInvoice: FactJudge = ({ reply, call, known }) => {
  const invoiceId = idAt(reply, 'result.invoiceId');
  const correlationId = String(readField(call.payload, 'correlationId'));
  if (invoiceId === null) return null;
  const others = known.ofInvoice(invoiceId).filter((each) => each.correlationId !== correlationId);
  return judgeAgreement(reply, {
    place: 'result.invoiceId',
    holds: others.length === 0,
    expected: 'an invoice of its own',
    received: 'the invoice of another transfer',
    beside: others,
  });
};

const readField = (payload: unknown, name: string): unknown =>
  typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;

const isCompleted = ({ reply }: Parameters<FactJudge>[0]): boolean => valueAt(reply, 'result.status') === 'COMPLETED';

const judgeTransactionId: FactJudge = (seen) => {
  const transactionId = idAt(seen.reply, 'result.transactionId') ?? '';
  if (!isCompleted(seen) || transactionId === '') return null;
  const invoiceId = toInvoiceId(seen.call.values['invoiceId']);
  const others = seen.known.ofTransactionId(transactionId).filter((each) => each.invoiceId !== invoiceId);
  return judgeAgreement(seen.reply, {
    place: 'result.transactionId',
    holds: others.length === 0,
    expected: 'a transaction of its own',
    received: `${quote(transactionId)}, the transaction of another transfer`,
    beside: others,
  });
};

const judgeFilledTransactionId: FactJudge = (seen): Judgement | null => {
  if (!isCompleted(seen)) return null;
  const value = valueAt(seen.reply, 'result.transactionId');
  const holds = value !== '';
  return judgeAgreement(seen.reply, {
    place: 'result.transactionId',
    holds,
    expected: 'text that is not empty',
    received: quote(value),
    beside: [],
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

/** The same reading once more, after a final status. */
const exerciseSecondLook =
  (pick: (context: CheckContext) => Step<PolledStatus>): Exercise =>
  async (context) => {
    const polled = await context.use(pick(context));
    requireFinalStatus(polled);
    await polled.readAgain(context);
  };

const exerciseFailedAgain: Exercise = async (context) => {
  const { status } = context.journey.customer.transferAboveBalance;
  const done = await context.after(status);
  if (!done.ok && isBlockedBy(done.error, 'funds-or-limits')) throw notApplicable('OP-9 refuses what the wallet does not hold');
  const polled = await context.use(status);
  if (polled.status !== 'FAILED') throw notApplicable('no transfer of this run is FAILED in OP-10');
  await polled.readAgain(context);
};

const amountSituations: readonly Situation[] = [
  {
    way: 'usual',
    ending: 'for a whole amount',
    circumstance: 'first',
    exercise: ({ use, journey }) => use(journey.customer.usualTransfer.invoice),
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
export const transferRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP11-AMOUNT-EXACT',
      operation: 'OP-11',
      title: 'an invoice shows the accepted amount exactly',
      judge: judgeByFacts(judgeAmount),
      exercise: exercise['OP-11'],
    },
    amountSituations,
  ),
  ...ruleInSituations(
    {
      clause: 'OP10-INVOICE-AGREES',
      operation: 'OP-10',
      title: 'OP-10 finds the invoice of a transfer',
      judge: judgeByFacts(judgeInvoice),
      exercise: exercise['OP-10'],
    },
    [
      { way: 'customer', ending: 'of the customer', circumstance: 'first', exercise: (context) => context.use(pickUsual(context).status) },
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
      clause: 'OP10-FINAL-STATUS-KEPT',
      operation: 'OP-10',
      title: 'a final status of OP-10 stays',
      judge: judgeByFacts(judgeFinalStatus),
      exercise: exerciseSecondLook((context) => pickUsual(context).status),
    },
    [
      {
        way: 'second-look',
        ending: 'at a second look',
        circumstance: 'again',
        exercise: exerciseSecondLook((context) => pickUsual(context).status),
      },
      { way: 'second-look-at-failed', ending: 'once it is FAILED', circumstance: 'failed', exercise: exerciseFailedAgain },
      situationByWay.failed,
      situationByWay.several,
      situationByWay.later,
    ],
  ),
  ...ruleInSituations(
    {
      clause: 'OP11-FINAL-STATUS-KEPT',
      operation: 'OP-11',
      title: 'a final status of OP-11 stays',
      judge: judgeByFacts(judgeFinalInvoiceStatus),
      exercise: exerciseSecondLook((context) => pickUsual(context).invoice),
    },
    [
      {
        way: 'second-look',
        ending: 'at a second look',
        circumstance: 'again',
        exercise: exerciseSecondLook((context) => pickUsual(context).invoice),
      },
      situationByWay.several,
      situationByWay.later,
    ],
  ),
  ruleOverAll({
    clause: 'OP10-FAILED-IS-REJECTED',
    operation: 'OP-11',
    title: 'what OP-10 calls FAILED is never COMPLETED in OP-11',
    judge: judgeByFacts(judgeRejected),
    exercise: exercise['OP-11'],
  }),
  ...ruleInSituations(
    {
      clause: 'OP11-BENEFICIARY-NAME-AGREES',
      operation: 'OP-11',
      title: 'an invoice names the beneficiary as OP-6 lists it',
      judge: judgeByFacts(judgeBeneficiaryName),
      exercise: exercise['OP-11'],
    },
    [
      { way: 'usual', ending: 'for the usual transfer', circumstance: 'first', exercise: exercise['OP-11'] },
      situationByWay.several,
      situationByWay['another-sender'],
    ],
  ),
  ...ruleInSituations(
    {
      clause: 'OP9-INVOICES-DIFFER',
      operation: 'OP-9',
      title: 'every transfer has an invoice of its own',
      judge: judgeByFacts(judgeOwnInvoice),
      exercise: exercise['OP-9'],
    },
    [situationByWay.several],
  ),
  ...ruleInSituations(
    {
      clause: 'OP11-TRANSACTION-IDS-DIFFER',
      operation: 'OP-11',
      title: 'every completed transfer has a bank transaction of its own',
      judge: judgeByFacts(judgeTransactionId),
      exercise: exercise['OP-11'],
    },
    [situationByWay.several],
  ),
  ruleOverAll({
    clause: 'OP11-TRANSACTION-ID-FILLED',
    operation: 'OP-11',
    title: 'a completed transfer names its bank transaction',
    judge: judgeByFacts(judgeFilledTransactionId),
    exercise: exercise['OP-11'],
  }),
];
