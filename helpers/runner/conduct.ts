import type { Reply } from '../judge/reply.ts';
import { isOfCampaign, type ActiveCheck, type Check } from './check.ts';
import type { EarlierSittings } from './earlier.ts';
import { holdOutcomes } from './held-outcomes.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { outcomeOfActive, outcomeOfPassive, type Timing } from './outcomes.ts';
import { conversations, type Conversations } from './conversations.ts';
import type { RunContext } from './run-context.ts';
import { turnsOf } from './turns.ts';
import { noteRefusal } from '../session/refused-outright.ts';
import { talliesOf, type Tallies } from './passive-result.ts';
import { newEvidence } from '../core/records/evidence.ts';

/** Told of every outcome as it happens. */
export type Listener = (outcome: Outcome) => void;

/** Told of every answer that is judged. */
export type AnswerListener = (reply: Reply) => void;

/** What earlier sittings of the run judged and found. */
export type Before = Pick<EarlierSittings, 'tries' | 'standing' | 'replies' | 'callbacks'>;

function stopwatch(): () => Timing {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  return () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
}

type Reconsider = (error: unknown) => Promise<unknown>;

const caught = (run: Promise<unknown>, reconsider: Reconsider): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => reconsider(error ?? new Error('a check threw nothing at all')),
  );

const looked: ReadonlySet<Outcome['verdict']> = new Set(['pass', 'fail', 'warn', 'observed']);

/** What trying a check needs. */
interface Trying extends Pick<Conversations, 'contextOf'> {
  readonly runContext: RunContext;
  readonly isTried: (check: Check) => boolean;
  readonly tell: Listener;
}

/** Tries one check and tells its outcome. */
async function perform({ contextOf, runContext, isTried, tell }: Trying, check: ActiveCheck): Promise<void> {
  const { reconsider, journey, campaigns } = runContext;
  const [evidence, timing] = [newEvidence(), stopwatch()];
  const error = await caught(check.run(contextOf(check, evidence)), reconsider);
  noteRefusal(journey.memory.refusedOutright, error);
  const ended = outcomeOfActive(check, error, evidence, timing());
  const outcome = isOfCampaign(check) ? { ...ended, takes: campaigns.fuzz.takes(check) } : ended;
  // What only looks on once more takes nothing back when it could not.
  if (isTried(check) || looked.has(outcome.verdict)) tell(outcome);
}

/** Has there be something to judge for each passive check; what is returned tells their outcomes when every answer has come. */
function exercisePassive({ contextOf, runContext, isTried, tell }: Trying, { passive, callback }: Tallies): Promise<() => void> {
  const exercised = [...passive, ...callback].map(async (tally) => {
    const [evidence, timing, judgedBefore] = [newEvidence(), stopwatch(), tally.judged];
    const { check } = tally;
    const error = isTried(check) ? await caught(check.exercise(contextOf(check, evidence)), runContext.reconsider) : undefined;
    return () => {
      if (isTried(check) || tally.judged > judgedBefore) tell(outcomeOfPassive(tally, error, evidence, timing()));
    };
  });
  return Promise.all(exercised).then((each) => () => {
    for (const tellOutcome of each) tellOutcome();
  });
}

/**
 * Runs the planned checks against the target and tells each outcome. Checks wait on the network, so all run at once;
 * those that are campaigns or need the target alone follow one by one, and wrong logins after all that is tried. Passive checks are settled last, when every answer and callback has come.
 * In a later sitting only what is unfinished is tried, and every answer of all sittings is judged.
 */
export async function conduct(
  checks: readonly Check[],
  runContext: RunContext,
  listener: Listener,
  hear: AnswerListener = () => undefined,
  before: Before | null = null,
): Promise<void> {
  const isTried = ({ id }: Check): boolean => before === null || before.tries.has(id);
  const tallies = talliesOf(checks, before);
  const { knock, contextOf } = conversations(checks, runContext, (reply) => {
    hear(reply);
    tallies.judge(reply);
    see(reply);
  });
  const { noteReply: see, add: tell, releaseAll: settle } = holdOutcomes({ ...runContext.doors, readPlainly: knock }, listener);
  before?.replies.forEach(see);

  const trying: Trying = { contextOf, runContext, isTried, tell };
  const tryIt = (check: ActiveCheck): Promise<void> => perform(trying, check);
  const active = checks.filter((check): check is ActiveCheck => check.kind === 'active' && (isTried(check) || check.overall !== undefined));
  const { together, inTurn, logins, overall } = turnsOf(active, runContext.campaigns);
  const [tellPassive] = await Promise.all([exercisePassive(trying, tallies), Promise.all(together.map(tryIt))]);
  for (const check of inTurn) await tryIt(check);
  for (const check of overall) await caught(check.overall?.(contextOf(check)) ?? Promise.resolve(), runContext.reconsider);
  for (const check of [...logins, ...overall]) await tryIt(check);
  runContext.journey.callbacks.heard().forEach(tallies.hear);
  tellPassive();
  await settle();
}
