import type { Reply } from '../judge/reply.ts';
import type { Callback } from '../judge/callback.ts';
import type { Campaigns } from './campaigns.ts';
import { isOfCampaign, type ActiveCheck, type CallbackCheck, type Check, type PassiveCheck, type Stage } from './check.ts';
import { openSend, type SendParts } from '../session/send.ts';
import type { EarlierSittings } from './earlier.ts';
import { holding, type Doors } from './holding.ts';
import type { Outcome } from '../core/records/outcome.ts';
import { outcomeOfRun, outcomeOfTally, type Timing } from './outcomes.ts';
import { noteRefusal } from '../session/refused-outright.ts';
import { openUnrecordedSend, type UnrecordedSendParts } from '../session/unrecorded-send.ts';
import { openSession } from '../session/session.ts';
import { count, countCallback, newTally, type Tally } from './tally.ts';
import { newEvidence } from '../core/records/evidence.ts';
import { passiveResults } from './passive-results.ts';
import type { Waits } from '../session/waits.ts';
import type { Journey } from '../journey/journey.ts';

/** The target as conduct needs it: how to send, and the world to play in. */
export interface RunContext {
  readonly wire: Omit<SendParts, 'judge'> & Pick<UnrecordedSendParts, 'quietly' | 'record'>;
  readonly world: Journey;
  readonly campaigns: Campaigns;
  readonly waits: Waits;
  /** Before anybody is accused: another reason for what went wrong, if there is one. */
  readonly reconsider: (error: unknown) => Promise<unknown>;
  readonly doors: Omit<Doors, 'knock'>;
  /** Ends what the world has opened besides the target. */
  readonly close: () => Promise<void>;
}

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

/** The passive checks of each operation: one answer is judged by all of its operation. */
function byOperation(tallies: readonly Tally<PassiveCheck>[]): ReadonlyMap<string, readonly Tally<PassiveCheck>[]> {
  return Map.groupBy(tallies, ({ check }) => check.operation);
}

type Reconsider = (error: unknown) => Promise<unknown>;

const caught = (run: Promise<unknown>, reconsider: Reconsider): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => reconsider(error ?? new Error('a check threw nothing at all')),
  );

interface Tallies {
  readonly passive: readonly Tally<PassiveCheck>[];
  readonly callback: readonly Tally<CallbackCheck>[];
  /** Those that judge an answer. */
  readonly of: (reply: Reply) => readonly Tally<PassiveCheck>[];
  readonly judge: (reply: Reply) => void;
  readonly hear: (callback: Callback) => void;
}

/** What passive checks see, beginning with what earlier sittings judged. */
function talliesOf(checks: readonly Check[], before: Before | null): Tallies {
  const passive = checks.filter((check): check is PassiveCheck => check.kind === 'passive').map(newTally);
  const callback = checks.filter((check): check is CallbackCheck => check.kind === 'callback').map(newTally);
  const judges = byOperation(passive);
  const of = (reply: Reply): readonly Tally<PassiveCheck>[] => [
    ...(judges.get(reply.operation.id) ?? []),
    ...(judges.get('ENVELOPE') ?? []),
  ];
  const judge = (reply: Reply): void => {
    for (const tally of of(reply)) count(tally, reply);
  };
  const hear = (one: Callback): void => {
    for (const tally of callback) countCallback(tally, one);
  };
  before?.replies.forEach(judge);
  before?.callbacks.forEach(hear);
  return { passive, callback, of, judge, hear };
}

const looked: ReadonlySet<Outcome['verdict']> = new Set(['pass', 'fail', 'warn', 'observed']);

/**
 * Runs the planned checks against the target and tells each outcome. Checks wait on the network, so all run at once;
 * those that are campaigns or need the target alone follow one by one, and wrong logins after all that is tried. Passive checks are settled last, when every answer and callback has come.
 * In a later sitting only what is unfinished is tried, and every answer of all sittings is judged.
 */
export async function conduct(
  checks: readonly Check[],
  ground: RunContext,
  listener: Listener,
  hear: AnswerListener = () => undefined,
  before: Before | null = null,
): Promise<void> {
  const isTried = ({ id }: Check): boolean => before === null || before.tries.has(id);
  const active = checks.filter((check): check is ActiveCheck => check.kind === 'active' && (isTried(check) || check.overall !== undefined));
  const tallies = talliesOf(checks, before);
  const judge = (reply: Reply): void => {
    hear(reply);
    tallies.judge(reply);
    see(reply);
  };
  const deliver = openSend({ ...ground.wire, judge });
  // Whatever a campaign asks for, also to make itself ready, is sent on its own budget.
  const forCampaign: typeof deliver = (errand) => deliver({ ...errand, call: { ...errand.call, campaign: true } });
  const quiet = openUnrecordedSend({ ...ground.wire, judge, weigh: passiveResults(checks) });
  const knock = (): Promise<unknown> => openSession(deliver, quiet, 'find the service', newEvidence()).after(ground.world.access.open);
  const { see, tell, settle } = holding({ ...ground.doors, knock }, listener);
  before?.replies.forEach(see);

  const stageOf = (check: Check, trail = newEvidence()): Stage => ({
    ...openSession(isOfCampaign(check) ? forCampaign : deliver, quiet, check.id, trail),
    world: ground.world,
    campaigns: ground.campaigns,
  });

  const perform = async (check: ActiveCheck): Promise<void> => {
    const [trail, timing] = [newEvidence(), stopwatch()];
    const error = await caught(check.run(stageOf(check, trail)), ground.reconsider);
    noteRefusal(ground.world.memory.refusedOutright, error);
    const told = outcomeOfRun(check, error, trail, timing());
    const outcome = isOfCampaign(check) ? { ...told, takes: ground.campaigns.fuzz.takes(check) } : told;
    // What only looks on once more takes nothing back when it could not.
    if (isTried(check) || looked.has(outcome.verdict)) tell(outcome);
  };
  const settled = [...tallies.passive, ...tallies.callback].map((tally) => ({
    tally,
    trail: newEvidence(),
    timing: stopwatch(),
    judgedBefore: tally.judged,
  }));
  const exercise = async ({ tally: { check }, trail }: (typeof settled)[number]): Promise<unknown> =>
    isTried(check) ? caught(check.exercise(stageOf(check, trail)), ground.reconsider) : undefined;

  ground.campaigns.fuzz.plan(active.filter(isOfCampaign));
  const campaign = ground.campaigns.chapters.inTurn(active.filter(({ needs }) => needs === 'campaign'));
  const walking = active.filter(({ needs }) => needs === 'walks');
  ground.campaigns.walks.lookFor(walking.map(({ clause }) => clause));
  const alone = active.filter(({ needs }) => needs === 'alone' || needs === 'races');
  // Whatever speaks of all answers comes when all have been given, also those of calls that need the target alone.
  const [overall, others] = [alone.filter((check) => check.overall !== undefined), alone.filter((check) => check.overall === undefined)];
  const logins = active.filter(({ needs }) => needs === 'wrong-login');
  const inTurn = [...campaign, ...walking, ...others];
  const together = active.filter((check) => ![...inTurn, ...logins, ...overall].includes(check));
  const [errors] = await Promise.all([Promise.all(settled.map(exercise)), Promise.all(together.map(perform))]);
  for (const check of inTurn) await perform(check);
  for (const check of overall) await caught(check.overall?.(stageOf(check)) ?? Promise.resolve(), ground.reconsider);
  for (const check of [...logins, ...overall]) await perform(check);
  ground.world.callbacks.heard().forEach(tallies.hear);
  settled.forEach(({ tally, trail, timing, judgedBefore }, index) => {
    if (isTried(tally.check) || tally.judged > judgedBefore) tell(outcomeOfTally(tally, errors[index], trail, timing()));
  });
  await settle();
}
