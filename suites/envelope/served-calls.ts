import { apiCodes } from '../../specs/codes.ts';
import { check, type ActiveCheck, type PassiveCheck, type Suite } from '../../helpers/runner/check.ts';
import { findNotServedStop, isListedRefusal, mustServe, mustServeOrRefuse, servedClauseByOperation } from '../../helpers/judge/served.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { notApplicable } from '../../helpers/judge/stop.ts';
import type { OperationId } from '../../specs/operation.ts';
import { operationById, operations } from '../../specs/operations.ts';
import { callKey, type ServedCall } from '../../helpers/judge/facts/calls.ts';
import type { Moment } from '../../helpers/judge/facts/facts.ts';
import { exercise, type Exercise } from '../support/exercise.ts';
import { ruleInSituations, ruleOverAll, situationByWay, type RuleRow } from '../support/fact-rule.ts';
import { neverRefusedCheck } from '../support/never-refused.ts';
import { mustNotOverwriteMpin } from '../support/wrong-codes.ts';

const titleByOperation: ReadonlyMap<OperationId, string> = new Map(operations.map(({ id, title }) => [id, title]));

/** A documented call with configured or just obtained values must yield 2000 (reading 1). */
function servedCheck(operation: OperationId, way: string, who: string, run: Exercise, form?: string): ActiveCheck {
  const clause = servedClauseByOperation[operation];
  const title = `${operation} ${titleByOperation.get(operation) ?? ''} is served ${who}`;
  return check(clause, way, title, form !== undefined && form in operationById(operation).forms ? { form } : {}, async (context) => {
    await run(context);
  });
}

/** A source that OP-2 lists may be refused where the other is served; then the refusal raises a question (reading 1). */
const useSource =
  (source: string): Exercise =>
  async ({ use, after, journey }) => {
    const reply = (await use(journey.customer.schemeAnswers)).get(source);
    if (reply === undefined) throw notApplicable(`OP-2 lists no source ${source}`);
    const others = await after(journey.customer.schemes);
    return others.ok ? mustServeOrRefuse(reply) : mustServe(reply);
  };

/** The typical order of calls again, for a customer that the run itself tags. */
const newCustomerExercises: Partial<Record<OperationId, Exercise>> = {
  'OP-1': ({ use, journey }) => use(journey.newCustomer.onboarding.statusBefore),
  'OP-3': ({ use, journey }) => use(journey.newCustomer.onboarding.tag),
  'OP-4': ({ use, journey }) => use(journey.newCustomer.onboarding.tag),
  'OP-5': ({ use, journey }) => use(journey.newCustomer.scheme),
  'OP-6': ({ use, journey }) => use(journey.newCustomer.beneficiaries.detail),
  'OP-7': ({ use, journey }) => use(journey.newCustomer.beneficiaries.added),
  'OP-8': ({ use, journey }) => use(journey.newCustomer.schemes),
  'OP-9': ({ use, journey }) => use(journey.newCustomer.usualTransfer.requested),
  'OP-10': ({ use, journey }) => use(journey.newCustomer.usualTransfer.status),
  'OP-11': ({ use, journey }) => use(journey.newCustomer.usualTransfer.invoice),
  'OP-13': ({ use, journey }) => use(journey.newCustomer.beneficiaries.activated),
  'OP-14': ({ use, journey }) => use(journey.newCustomer.usualTransfer.before),
};

const subAgentExercises: Partial<Record<OperationId, Exercise>> = {
  'OP-1': ({ use, journey }) => use(journey.subAgent.statusBefore),
  'OP-3': ({ use, journey }) => use(journey.subAgent.tag),
  'OP-4': ({ use, journey }) => use(journey.subAgent.tag),
};

const useMpinBalances: Exercise = async (context) => {
  const { balances, listed } = context.journey.mpinConsent.elsewhere;
  if (!(await context.after(balances)).ok) {
    await mustNotOverwriteMpin(context);
    // A locked sender is refused with a right code as well.
    await context.use(listed);
  }
  return context.use(balances);
};

/** Once OP-12 was served. */
const mpinExercises: Partial<Record<OperationId, Exercise>> = {
  'OP-4': ({ use, journey }) => use(journey.mpinConsent.elsewhere.tagAgain),
  'OP-5': ({ use, journey }) => use(journey.mpinConsent.elsewhere.schemeAgain),
  'OP-14': useMpinBalances,
};

/** The query form makes the same transfer as the path form. */
const queryFormExercises: Partial<Record<OperationId, Exercise>> = {
  'OP-10': ({ use, journey }) => use(journey.customer.queryForm.status),
  'OP-11': ({ use, journey }) => use(journey.customer.queryForm.invoice),
};

const sweepChecks = (table: Partial<Record<OperationId, Exercise>>, way: string, who: string, form?: string): ActiveCheck[] =>
  operations.flatMap(({ id }) => {
    const run = table[id];
    return run === undefined ? [] : [servedCheck(id, way, who, run, form)];
  });

/** These read what OP-9 or OP-4 has just written. */
const readsBehindWrites: ReadonlySet<OperationId> = new Set(['OP-1', 'OP-10', 'OP-11']);
/** The usual DMT_PENDING_TIMEOUT_MS: so long they may not know what they are asked for. */
const longestLagMs = 10_000;

/** A copy that lags finds nothing, also a moment after another copy did (reading 1). */
const mayMeetLag = ({ operation, status, code, exchange }: Reply, { since }: ServedCall): boolean =>
  readsBehindWrites.has(operation.id) &&
  status === 200 &&
  code === apiCodes.nothingFound &&
  Date.parse(exchange.startedAt) - since < longestLagMs;

/** Another call of the sender, or about the transfer, was under way: how many may be under way at once is open (reading 1). */
function mayBeBusy({ exchange, status }: Reply, { call, before, balanceOf }: Moment): boolean {
  if (call === null || (status !== 200 && status !== 403)) return false;
  if (before.askedAtOnce(call, exchange.id)) return true;
  const { senderId } = call.values;
  if (senderId === undefined) return false;
  return balanceOf(senderId).asked.some((each) => each.exchange !== exchange.id && each.at > (exchange.after ?? 0));
}

/**
 * Only a call that was served before, with the same values: a first look may come too early (reading 1). A sender may be locked after a
 * wrong code, which the document does not show.
 */
const judgeServed: PassiveCheck['judge'] = (reply, moment) => {
  const { call, before } = moment;
  if (call === null || !reply.documented) return null;
  const earlier = before.servedBefore(call);
  if (earlier === undefined) return null;
  const stop = findNotServedStop(reply);
  const about = callKey(call);
  if (stop === null) return { held: true, dismisses: [about] };
  if (stop.why.kind !== 'violation') return null;
  const { expected, received, place, deviation } = stop.why;
  const mayLag = mayMeetLag(reply, earlier);
  const lockedBy = isListedRefusal(reply) ? before.wrongCodeBefore(call) : undefined;
  const beside = [earlier.exchange, ...(lockedBy === undefined ? [] : [lockedBy.exchange])];
  return {
    held: false,
    expected,
    received,
    place,
    deviation,
    beside,
    ...((lockedBy !== undefined || mayBeBusy(reply, moment)) && { atMost: 'warn' as const }),
    ...(mayLag && { suspicion: { about, times: 1, mayLag } }),
  };
};

/** What was served once is served again, however late: nothing is forgotten after many calls. */
const servedAgain = (operation: OperationId): RuleRow => ({
  clause: servedClauseByOperation[operation],
  operation,
  title: `${operation} ${titleByOperation.get(operation) ?? ''} is served as before`,
  judge: judgeServed,
  exercise: ({ use, journey }) => use(journey.circumstances.askedAgainLater),
});

export const servedCalls: Suite = {
  name: 'Served calls',
  area: 'Business operations',
  checks: [
    ...sweepChecks(exercise, 'documented-call', 'as documented'),
    ...(['wallet', 'bank'] as const).map((source) => servedCheck('OP-8', source, `for the source ${source}`, useSource(source), source)),
    servedCheck(
      'OP-13',
      'false',
      'with false as with true',
      ({ use, journey }) => use(journey.customer.beneficiaries.switchedOff),
      'false',
    ),
    ...sweepChecks(subAgentExercises, 'sub-agent', 'to a sub-agent', 'subAgent'),
    ...sweepChecks(newCustomerExercises, 'new-customer', 'to a new customer'),
    ...sweepChecks(mpinExercises, 'with-mpin', 'once an MPIN is set'),
    ...sweepChecks(queryFormExercises, 'query-form', 'for a transfer in the query form'),
    ...(['OP-1', 'OP-2', 'OP-5', 'OP-8', 'OP-10', 'OP-11', 'OP-15'] as const).flatMap((id) =>
      ruleInSituations(servedAgain(id), [situationByWay.later]),
    ),
    // How many codes a mobile may ask for is open.
    ruleOverAll({ ...servedAgain('OP-3'), hardest: 'warn' }),
    ...operations.map(({ id, title }) => neverRefusedCheck(servedClauseByOperation[id], `${id} ${title} is never refused`, exercise[id])),
  ],
};
