import type { Reply } from '../judge/reply.ts';
import { isOfCampaign, type ActiveCheck, type Check } from './check.ts';
import type { EarlierSittings } from './earlier-sittings.ts';
import { holdOutcomes } from './held-outcomes.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { verdictsOnExchanges } from '../core/records/verdicts.ts';
import { buildActiveOutcome, buildPassiveOutcome, type Timing } from './outcomes.ts';
import { openConversations, type Conversations } from './conversations.ts';
import type { RunContext } from './run-context.ts';
import { planTurns } from './turns.ts';
import { noteOtherSuccess, noteRefusal } from '../session/refused-documented-calls.ts';
import { capped, createViolationStop, isBlockedBy } from '../judge/stop.ts';
import { createPassiveResults, narrowToCircumstance, type PassiveResult, type PassiveResults } from './passive-result.ts';
import { createEvidence, type Evidence } from '../core/records/evidence.ts';

type Listener = (outcome: Outcome) => void;

type AnswerListener = (reply: Reply) => void;

type EarlierResults = Pick<EarlierSittings, 'tries' | 'standing' | 'replies' | 'callbacks'>;

function stopwatch(): () => Timing {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  return () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
}

type Reconsider = (error: unknown) => Promise<unknown>;

const catchError = (run: Promise<unknown>, reconsider: Reconsider): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => reconsider(error ?? new Error('a check threw undefined or null: let it throw an Error')),
  );

interface TryParts extends Pick<Conversations, 'openContext'> {
  readonly runContext: RunContext;
  readonly isTried: (check: Check) => boolean;
  readonly onOutcome: Listener;
}

/** A campaign spends what its senders have. Their empty wallets end it as a cap does, and do not make the run incomplete. */
const endByMeans = (error: unknown): unknown =>
  isBlockedBy(error, 'funds-or-limits')
    ? capped('OP-9 refuses the documented transfers of the campaign: give its senders more money, or lower DMT_FUZZ_RUNS')
    : error;

async function tryCheck({ openContext, runContext, isTried, onOutcome }: TryParts, check: ActiveCheck): Promise<void> {
  const { reconsider, journey, campaigns } = runContext;
  const evidence = createEvidence();
  const timing = stopwatch();
  const error = await catchError(check.run(openContext(check, evidence)), reconsider);
  noteRefusal(journey.memory.refusedDocumentedCalls, error, isOfCampaign(check));
  const ended = buildActiveOutcome(check, isOfCampaign(check) ? endByMeans(error) : error, evidence, timing());
  const outcome = isOfCampaign(check) ? { ...ended, takes: campaigns.fuzz.takes(check) } : ended;
  // A repeated overall check that could not judge does not replace its earlier verdict.
  if (isTried(check) || verdictsOnExchanges.has(outcome.verdict)) onOutcome(outcome);
}

/** What was established may be gone because the target was reset (reading 21). Null where nothing excuses the breach. */
async function excuseBreach(tally: PassiveResult, evidence: Evidence, reconsider: Reconsider): Promise<unknown> {
  const { check, breaches } = narrowToCircumstance(tally, (exchange) => evidence.exchanges.has(exchange));
  const breach = breaches.find(({ judgement }) => judgement.beside !== undefined || check.circumstance !== undefined);
  if (breach === undefined) return null;
  const { expected, received, place } = breach.judgement;
  const stop = createViolationStop({ clause: check.clause, expected, received, place, exchange: breach.exchange });
  const again = await reconsider(stop);
  return again === stop ? null : again;
}

/** Runs the exercise of each passive check. Call the returned function when every answer has come: it reports the outcomes. */
function exercisePassive(
  { openContext, runContext, isTried, onOutcome }: TryParts,
  { passive, callback }: PassiveResults,
): Promise<() => Promise<void>> {
  const exercised = [...passive, ...callback].map(async (tally) => {
    const evidence = createEvidence();
    const timing = stopwatch();
    const judgedBefore = tally.judged;
    const { check } = tally;
    const error = isTried(check) ? await catchError(check.exercise(openContext(check, evidence)), runContext.reconsider) : undefined;
    return async () => {
      if (!isTried(check) && tally.judged === judgedBefore) return;
      const excuse = await excuseBreach(tally, evidence, runContext.reconsider);
      onOutcome(buildPassiveOutcome(tally, excuse ?? error, evidence, timing(), excuse !== null));
    };
  });
  return Promise.all(exercised).then((each) => async () => {
    for (const tellOutcome of each) await tellOutcome();
  });
}

/**
 * Runs the planned checks and reports each outcome. Checks wait on the network, so most run at once.
 * Campaigns and checks that need the target alone follow one by one, then wrong logins.
 * Passive checks end last, when every answer and callback has come.
 * A later sitting tries only unfinished checks, and judges the answers of all sittings.
 */
export async function conduct(
  checks: readonly Check[],
  runContext: RunContext,
  listener: Listener,
  hear: AnswerListener = () => undefined,
  before: EarlierResults | null = null,
): Promise<void> {
  const isTried = ({ id }: Check): boolean => before === null || before.tries.has(id);
  const tallies = createPassiveResults(checks, before, runContext.facts.momentOf);
  const { readPlainly, openContext } = openConversations(checks, runContext, (reply) => {
    hear(reply);
    noteOtherSuccess(runContext.journey.memory.refusedDocumentedCalls, reply);
    tallies.judge(reply);
    see(reply);
  });
  const { noteReply: see, add: tell, releaseAll: settle } = holdOutcomes({ ...runContext.addressSources, readPlainly }, listener);
  before?.replies.forEach(see);

  const trying: TryParts = { openContext, runContext, isTried, onOutcome: tell };
  const tryIt = (check: ActiveCheck): Promise<void> => tryCheck(trying, check);
  const active = checks.filter((check): check is ActiveCheck => check.kind === 'active' && (isTried(check) || check.overall !== undefined));
  const { together, inTurn, logins, overall } = planTurns(active, runContext.campaigns);
  const [tellPassive] = await Promise.all([exercisePassive(trying, tallies), Promise.all(together.map(tryIt))]);
  for (const check of inTurn) await tryIt(check);
  for (const check of overall) await catchError(check.overall?.(openContext(check)) ?? Promise.resolve(), runContext.reconsider);
  // They take turns by themselves.
  await Promise.all(logins.map(tryIt));
  for (const check of overall) await tryIt(check);
  tallies.judgeCallbacks(runContext.journey.callbacks.listOwn());
  await tellPassive();
  await settle();
}
