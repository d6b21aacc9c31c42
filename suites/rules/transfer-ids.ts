import { describeValue } from '../../helpers/core/describe.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { toInvoiceId } from '../../helpers/judge/facts/invoices.ts';
import { idAt, valueAt } from '../../helpers/judge/fields.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { exercise } from '../support/exercise.ts';
import {
  judgeAgreement,
  judgeByFacts,
  ruleInSituations,
  ruleOverAll,
  situationByWay,
  type FactJudge,
  type Seen,
} from '../support/fact-rule.ts';
import { isOfAnother } from './transfers-behind.ts';

const quote = (value: unknown): string => describeValue(value);

/** One request sent again may keep its invoice. Each agent may have numbers of its own. */
const judgeOwnInvoice: FactJudge = ({ reply, call, beforeAnswer }) => {
  const invoiceId = idAt(reply, 'result.invoiceId');
  const correlationId = String(readField(call.payload, 'correlationId'));
  if (invoiceId === null) return null;
  const others = beforeAnswer.ofInvoice(invoiceId).filter((each) => each.agent === call.agent && each.correlationId !== correlationId);
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

const isCompleted = ({ reply }: Seen): boolean => valueAt(reply, 'result.status') === 'COMPLETED';

/** Another id may lead to the same transfer: how ids are read that nobody gave out is open (reading 16). */
function isOfTransfer(seen: Seen, invoiceId: string): boolean {
  const transfers = seen.beforeAnswer.ofInvoice(invoiceId);
  return transfers.length > 0 && !isOfAnother(transfers, seen);
}

const judgeTransactionId: FactJudge = (seen) => {
  const transactionId = idAt(seen.reply, 'result.transactionId') ?? '';
  if (!isCompleted(seen) || transactionId === '') return null;
  const invoiceId = toInvoiceId(seen.call.values['invoiceId']);
  if (!isOfTransfer(seen, invoiceId)) return null;
  const others = seen.beforeAnswer
    .ofTransactionId(transactionId)
    .filter((each) => each.invoiceId !== invoiceId && isOfTransfer(seen, each.invoiceId));
  return judgeAgreement(seen.reply, {
    place: 'result.transactionId',
    holds: others.length === 0,
    expected: 'a transaction of its own',
    received: `${quote(transactionId)}, the transaction of another transfer`,
    beside: others,
  });
};

/** Numbers of one repeated digit stand for a number that the bank has not given yet. */
const isGiven = (bankRRN: string): boolean => /^\d{6,}$/.test(bankRRN) && !/^0*(\d)\1*$/.test(bankRRN);

const judgeBankRRN: FactJudge = (seen) => {
  const bankRRN = idAt(seen.reply, 'result.bankRRN') ?? '';
  if (!isCompleted(seen) || !isGiven(bankRRN)) return null;
  const invoiceId = toInvoiceId(seen.call.values['invoiceId']);
  if (!isOfTransfer(seen, invoiceId)) return null;
  const others = seen.beforeAnswer.ofBankRRN(bankRRN).filter((each) => each.invoiceId !== invoiceId && isOfTransfer(seen, each.invoiceId));
  return judgeAgreement(seen.reply, {
    place: 'result.bankRRN',
    holds: others.length === 0,
    expected: 'a reference number of its own',
    received: `${quote(bankRRN)}, the reference number of another transfer`,
    beside: others,
  });
};

/** A transfer that is done is not done again. Its bank may give the reference number late. */
const judgeKept =
  (name: 'transactionId' | 'bankRRN'): FactJudge =>
  (seen) => {
    const is = idAt(seen.reply, `result.${name}`) ?? '';
    const { invoiceId = '' } = seen.call.values;
    const first = seen.before.transactionsOf(invoiceId).find((each) => each[name] !== '');
    if (!isCompleted(seen) || is === '' || first === undefined || isOfAnother(seen.before.ofInvoice(invoiceId), seen)) return null;
    return judgeAgreement(seen.reply, {
      place: `result.${name}`,
      holds: is === first[name],
      expected: `${quote(first[name])}, as before`,
      received: quote(is),
      beside: [first],
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

/** Two transfers share neither an invoice nor a bank transaction. */
export const transferIdRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP9-INVOICES-DIFFER',
      operation: 'OP-9',
      title: 'every transfer has an invoice of its own',
      judge: judgeByFacts(judgeOwnInvoice),
      exercise: exercise['OP-9'],
    },
    [situationByWay.several, situationByWay['at-once']],
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
  ruleOverAll(
    {
      clause: 'OP11-TRANSACTION-IDS-DIFFER',
      operation: 'OP-11',
      title: 'every completed transfer has a bank reference number of its own',
      judge: judgeByFacts(judgeBankRRN),
      exercise: exercise['OP-11'],
      hardest: 'warn',
    },
    'bank-rrn',
  ),
  ...ruleInSituations(
    {
      clause: 'OP11-TRANSACTION-ID-KEPT',
      operation: 'OP-11',
      title: 'a completed transfer keeps its bank transaction',
      judge: judgeByFacts(judgeKept('transactionId')),
      exercise: situationByWay.later.exercise,
    },
    [situationByWay.later],
  ),
  ruleOverAll(
    {
      clause: 'OP11-TRANSACTION-ID-KEPT',
      operation: 'OP-11',
      title: 'a completed transfer keeps its bank reference number',
      judge: judgeByFacts(judgeKept('bankRRN')),
      exercise: situationByWay.later.exercise,
      hardest: 'warn',
    },
    'bank-rrn',
  ),
  ruleOverAll({
    clause: 'OP11-TRANSACTION-ID-FILLED',
    operation: 'OP-11',
    title: 'a completed transfer names its bank transaction',
    judge: judgeByFacts(judgeFilledTransactionId),
    exercise: exercise['OP-11'],
  }),
];
