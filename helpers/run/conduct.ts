import type { Reply } from '../judge/reply.ts';
import type { ActiveCheck, CallbackCheck, Check, PassiveCheck } from './check.ts';
import { deliverOver, type Wire } from './deliver.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOfRun, outcomeOfTally, type Timing } from './outcomes.ts';
import { openSession } from './session.ts';
import { count, countCallback, newTally, type Tally } from './tally.ts';
import { newTrail } from './trail.ts';
import type { World } from './world/world.ts';

/** The target as conduct needs it: how to send, and the world to play in. */
export interface Ground {
  readonly wire: Omit<Wire, 'judge'>;
  readonly world: World;
  /** Ends what the world has opened besides the target. */
  readonly close: () => Promise<void>;
}

/** Told of every outcome as it happens. */
export type Listener = (outcome: Outcome) => void;

/** Told of every answer that is judged. */
export type AnswerListener = (reply: Reply) => void;

function stopwatch(): () => Timing {
  const started = performance.now();
  const startedAt = new Date().toISOString();
  return () => ({ startedAt, durationMs: Math.round(performance.now() - started) });
}

/** The passive checks of each operation: one answer is judged by all of its operation. */
function byOperation(tallies: readonly Tally<PassiveCheck>[]): ReadonlyMap<string, readonly Tally<PassiveCheck>[]> {
  return Map.groupBy(tallies, ({ check }) => check.operation);
}

const caught = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => undefined,
    (error: unknown) => error ?? new Error('a check threw nothing at all'),
  );

/**
 * Runs the planned checks against the target and tells each outcome. Checks wait on the network, so all run at once;
 * those that need the target alone follow one by one. Passive checks are settled last, when every answer and callback has come.
 */
export async function conduct(
  checks: readonly Check[],
  ground: Ground,
  tell: Listener,
  hear: AnswerListener = () => undefined,
): Promise<void> {
  const passive = checks.filter((check): check is PassiveCheck => check.kind === 'passive');
  const active = checks.filter((check): check is ActiveCheck => check.kind === 'active');
  const tallies = passive.map(newTally);
  const callbackTallies = checks.filter((check): check is CallbackCheck => check.kind === 'callback').map(newTally);
  const judges = byOperation(tallies);
  const judge = (reply: Reply): void => {
    hear(reply);
    for (const tally of judges.get(reply.operation.id) ?? []) count(tally, reply);
    for (const tally of judges.get('ENVELOPE') ?? []) count(tally, reply);
  };
  const deliver = deliverOver({ ...ground.wire, judge });

  const perform = async (check: ActiveCheck): Promise<void> => {
    const [trail, timing] = [newTrail(), stopwatch()];
    const stage = { ...openSession(deliver, check.id, trail), world: ground.world };
    tell(outcomeOfRun(check, await caught(check.run(stage)), trail, timing()));
  };
  const exercised = [...tallies, ...callbackTallies].map((tally) => ({ tally, trail: newTrail(), timing: stopwatch() }));
  const exercise = ({ tally: { check }, trail }: (typeof exercised)[number]): Promise<unknown> =>
    caught(check.exercise({ ...openSession(deliver, check.id, trail), world: ground.world }));

  const together = active.filter(({ needs }) => needs !== 'alone');
  const [errors] = await Promise.all([Promise.all(exercised.map(exercise)), Promise.all(together.map(perform))]);
  for (const check of active.filter(({ needs }) => needs === 'alone')) await perform(check);
  for (const callback of ground.world.callbacks.heard()) for (const tally of callbackTallies) countCallback(tally, callback);
  exercised.forEach(({ tally, trail, timing }, index) => {
    tell(outcomeOfTally(tally, errors[index], trail, timing()));
  });
}
