import type { Reply } from '../judge/reply.ts';
import { isOfCampaign, type ActiveCheck, type Check } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import { holdOutcomes } from './held-outcomes.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { verdictsOnExchanges } from '../core/records/verdicts.ts';
import { buildActiveOutcome, buildPassiveOutcome, type Timing } from './outcomes.ts';
import { openCheckSessions, type CheckSessions } from './check-sessions.ts';
import type { RunContext } from './run-context.ts';
import { planTurns } from './turns.ts';
import { noteOtherSuccess, noteRefusal } from '../session/refused-documented-calls.ts';
import { capped, createViolationStop, isBlockedBy, Stop } from '../judge/stop.ts';
import { createPassiveResults, narrowToCircumstance, type PassiveResult } from './passive-result.ts';
import { createEvidence, type Evidence } from '../core/records/evidence.ts';

type OutcomeListener = (outcome: Outcome) => void;

type EarlierResults = Pick<EarlierSittings, 'tries' | 'standing' | 'replies' | 'callbacks'>;

function stopwatch(): () => Timing {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  return () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
}

type FindExcuse = RunContext['findExcuse'];

/** Why the run did not end by itself: what it threw, or what excuses the service. Undefined when it ended. */
async function catchError(run: Promise<unknown>, findExcuse: FindExcuse): Promise<unknown> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof Stop) return (await findExcuse(error)) ?? error;
    return error ?? new Error('a check threw undefined or null: let it throw an Error');
  }
}

/** What is needed to run one check. */
interface CheckRuns extends Pick<CheckSessions, 'openContext'> {
  readonly runContext: RunContext;
  readonly isUnfinished: (check: Check) => boolean;
  readonly onOutcome: OutcomeListener;
}

/** A campaign spends what its senders have. Their empty wallets end it as a cap does, and do not make the run incomplete. */
const endByMeans = (error: unknown): unknown =>
  isBlockedBy(error, 'funds-or-limits')
    ? capped('OP-9 refuses the documented transfers of the campaign: give its senders more money, or lower DMT_FUZZ_RUNS')
    : error;

async function runActive({ openContext, runContext, isUnfinished, onOutcome }: CheckRuns, check: ActiveCheck): Promise<void> {
  const { findExcuse, journey, campaigns } = runContext;
  const evidence = createEvidence();
  const timing = stopwatch();
  const error = await catchError(check.run(openContext(check, evidence)), findExcuse);
  noteRefusal(journey.memory.refusedDocumentedCalls, error, isOfCampaign(check));
  const ended = buildActiveOutcome(check, isOfCampaign(check) ? endByMeans(error) : error, evidence, timing());
  const outcome = isOfCampaign(check) ? { ...ended, takes: campaigns.fuzz.takes(check) } : ended;
  // A repeated overall check that could not judge does not replace its earlier verdict.
  if (isUnfinished(check) || verdictsOnExchanges.has(outcome.verdict)) onOutcome(outcome);
}

/** What was established may be gone because the target was reset (reading 21). Null where nothing excuses the breach. */
async function excuseBreach(result: PassiveResult, evidence: Evidence, findExcuse: FindExcuse): Promise<Stop | null> {
  const { check, breaches } = narrowToCircumstance(result, (exchange) => evidence.exchanges.has(exchange));
  const breach = breaches.find(({ judgement }) => judgement.beside !== undefined || check.circumstance !== undefined);
  if (breach === undefined) return null;
  const { expected, received, place } = breach.judgement;
  return findExcuse(createViolationStop({ clause: check.clause, expected, received, place, exchange: breach.exchange }));
}

type Report = () => Promise<void>;

/** Runs the exercise of a passive check. Call the returned function when every answer has come: it reports the outcome. */
async function runPassive({ openContext, runContext, isUnfinished, onOutcome }: CheckRuns, result: PassiveResult): Promise<Report> {
  const { check } = result;
  const { findExcuse } = runContext;
  const evidence = createEvidence();
  const timing = stopwatch();
  const judgedBefore = result.judged;
  const error = isUnfinished(check) ? await catchError(check.exercise(openContext(check, evidence)), findExcuse) : undefined;
  return async () => {
    if (!isUnfinished(check) && result.judged === judgedBefore) return;
    const excuse = await excuseBreach(result, evidence, findExcuse);
    onOutcome(buildPassiveOutcome(result, excuse ?? error, evidence, timing(), excuse !== null));
  };
}

export interface ConductRequest {
  readonly checks: readonly Check[];
  readonly runContext: RunContext;
  /** A later sitting runs only unfinished checks, and judges the answers of all sittings. */
  readonly earlier?: EarlierResults | null;
  readonly onOutcome: OutcomeListener;
  readonly onAnswer?: (reply: Reply) => void;
}

/**
 * Runs the planned checks and reports each outcome. Checks wait on the network, so most run at once.
 * Campaigns and checks that need the target alone follow one by one, then wrong logins.
 * Passive checks end last, when every answer and callback has come.
 */
export async function conduct({ checks, runContext, earlier = null, onOutcome, onAnswer }: ConductRequest): Promise<void> {
  const { journey, campaigns, facts, addressSources, findExcuse } = runContext;
  const results = createPassiveResults(checks, earlier, facts.momentOf);
  const held = holdOutcomes(addressSources, onOutcome);
  earlier?.replies.forEach(held.noteReply);
  const { openContext, readPlainly } = openCheckSessions(checks, runContext, (reply) => {
    onAnswer?.(reply);
    noteOtherSuccess(journey.memory.refusedDocumentedCalls, reply);
    results.judge(reply);
    held.noteReply(reply);
  });

  const isUnfinished = ({ id }: Check): boolean => earlier === null || earlier.tries.has(id);
  const active = checks.filter((check) => check.kind === 'active').filter((check) => isUnfinished(check) || check.overall !== undefined);
  const { together, inTurn, logins, overall } = planTurns(active, campaigns);
  const runs: CheckRuns = { openContext, runContext, isUnfinished, onOutcome: held.add };
  const run = (check: ActiveCheck): Promise<void> => runActive(runs, check);

  const exercised = Promise.all([...results.passive, ...results.callback].map((result) => runPassive(runs, result)));
  await Promise.all([exercised, ...together.map(run)]);
  for (const check of inTurn) await run(check);
  for (const check of overall) await catchError(check.overall?.(openContext(check)) ?? Promise.resolve(), findExcuse);
  // They take turns by themselves.
  await Promise.all(logins.map(run));
  for (const check of overall) await run(check);

  results.judgeCallbacks(journey.callbacks.listOwn());
  for (const report of await exercised) await report();
  await held.releaseAll(readPlainly);
}
