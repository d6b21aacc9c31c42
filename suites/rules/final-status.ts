import { valueAt } from '../../helpers/judge/fields.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import type { PolledStatus } from '../../helpers/journey/transfer/polled-status.ts';
import { requireFinalStatus } from '../../helpers/journey/transfer/polled-status.ts';
import type { Step } from '../../helpers/session/session.ts';
import { isTransferRefusal } from '../../helpers/judge/served.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { judgeAgreement, judgeByFacts, ruleInSituations, ruleOverAll, situationByWay, type FactJudge } from '../support/fact-rule.ts';
import { findByInvoice, isAskedAgain, isOfAnother, withOwnTransfer } from './transfers-behind.ts';

/** A bank may reverse what it has completed, so that much only raises a question (reading 19). */
const judgeFinalInvoiceStatus: FactJudge = (seen) => {
  const { reply, call, before } = seen;
  const { invoiceId = '' } = call.values;
  const finals = before.finalInvoiceStatuses(invoiceId);
  const now = String(valueAt(reply, 'result.status'));
  // The newest one may be of an answer that no rule has judged, such as a control call.
  const final = finals.find(({ status }) => status !== now) ?? finals.at(-1);
  if (final === undefined || isOfAnother(before.ofInvoice(invoiceId), seen)) return null;
  return judgeAgreement(reply, {
    place: 'result.status',
    holds: now === final.status,
    expected: final.status,
    received: now,
    beside: [final],
    atMost: final.status === 'COMPLETED' && now === 'FAILED' ? 'warn' : undefined,
  });
};

const judgeFinalStatus: FactJudge = (seen) => {
  const { reply, call, before } = seen;
  const { correlationId = '' } = call.values;
  const final = before.finalStatus(correlationId);
  if (final === undefined || isAskedAgain(seen) || isOfAnother(before.ofCorrelationId(correlationId), seen)) return null;
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
  const [transfer, second] = findByInvoice(seen);
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
  if (!done.ok && isTransferRefusal(done.error)) throw notApplicable('OP-9 refuses what the wallet does not hold');
  const polled = await context.use(status);
  if (polled.status !== 'FAILED') throw notApplicable('no transfer of this run is FAILED in OP-10');
  await polled.readAgain(context);
};

/** What the wallet does not hold may be accepted, and then FAILED. */
const exerciseFailedInvoice: Exercise = async (context) => {
  await context.after(context.journey.customer.transferAboveBalance.invoice);
  await exercise['OP-11'](context);
};

const lookAgainAtStatus = exerciseSecondLook(({ journey }) => journey.customer.usualTransfer.status);
const lookAgainAtInvoice = exerciseSecondLook(({ journey }) => journey.customer.usualTransfer.invoice);

const atSecondLook = { way: 'second-look', ending: 'at a second look', circumstance: 'again' } as const;

/** A final status stays, and a rejected transfer never reaches the bank (reading 19). */
export const finalStatusRules: readonly PassiveCheck[] = [
  ...ruleInSituations(
    {
      clause: 'OP10-FINAL-STATUS-KEPT',
      operation: 'OP-10',
      title: 'a final status of OP-10 stays',
      judge: judgeByFacts(judgeFinalStatus),
      exercise: lookAgainAtStatus,
    },
    [
      { ...atSecondLook, exercise: lookAgainAtStatus },
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
      exercise: lookAgainAtInvoice,
    },
    [{ ...atSecondLook, exercise: lookAgainAtInvoice }, situationByWay.several, situationByWay.later],
  ),
  ruleOverAll({
    clause: 'OP10-FAILED-IS-REJECTED',
    operation: 'OP-11',
    title: 'what OP-10 calls FAILED is never COMPLETED in OP-11',
    judge: judgeByFacts(judgeRejected),
    exercise: withOwnTransfer(exerciseFailedInvoice),
  }),
];
