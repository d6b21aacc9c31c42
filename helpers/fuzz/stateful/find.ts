import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Drawing, FailingSequence } from '../findings/sequence-steps.ts';
import { playSequence, staysAsItIs, type SequenceContext } from './play.ts';
import { listPairs, simplify, shrink } from './shrink.ts';
import type { RuleBreach } from './step.ts';
import { openTally } from './tally.ts';

/** A clause that walks found broken, by the smallest walk that shows it. */
export interface SequenceFinding extends FailingSequence {
  readonly clause: ClauseId;
  readonly breach: RuleBreach;
  /** Every answer of the walk that showed it last. */
  readonly replies: readonly Reply[];
  readonly drawing: Drawing;
  /** How often the smallest walk showed it again. */
  readonly cameBack: number;
}

interface ReproducedBreach {
  readonly breach: RuleBreach;
  readonly replies: readonly Reply[];
}

/** A walk that broke a rule, as it was drawn. */
export interface Failure extends ReproducedBreach {
  readonly sequence: FailingSequence;
  readonly context: SequenceContext;
}

export const replays = 3;

/** What a wait costs while smaller walks are tried; the last word has the full patience again. */
const shortPatienceMs = 200;
const mostAttempts = 60;
const mostOnFresh = 10;

/** What shows a clause broken when a walk is made on these senders; null when nothing does. */
async function reproduceBreach(
  course: SequenceContext,
  clause: ClauseId,
  { start, steps }: FailingSequence,
  patienceMs: number,
): Promise<ReproducedBreach | null> {
  const { breach, replies } = await playSequence({ ...course, patienceMs }, start, steps, openTally());
  return breach?.rule.clause === clause ? { breach, replies } : null;
}

/** The same walk from starts in which more has happened, should it need a past that its senders had from earlier walks. */
function* listBeginnings(small: FailingSequence, drawn: FailingSequence): Generator<FailingSequence> {
  for (const start of new Set([small.start, drawn.start, 'mpin-set', 'veteran'] as const)) {
    yield { ...small, start };
    yield simplify({ ...small, start });
  }
}

/** The first of them that shows the same on senders without a past. */
async function findBeginning(
  small: FailingSequence,
  drawn: FailingSequence,
  clause: ClauseId,
  courses: () => Promise<SequenceContext>,
): Promise<FailingSequence> {
  for (const candidate of listBeginnings(small, drawn)) {
    const course = await courses();
    if ((await reproduceBreach(course, clause, candidate, course.patienceMs)) !== null) return candidate;
  }
  // What was left out as part of the past may have to be done again; one pair of senders will do, as the start gives them a past anyway.
  const course = await courses();
  for (const candidate of listPairs({ start: 'mpin-set', steps: drawn.steps }))
    if ((await reproduceBreach(course, clause, candidate, course.patienceMs)) !== null) return candidate;
  return (await reproduceBreach(await courses(), clause, drawn, course.patienceMs)) === null ? small : drawn;
}

/**
 * The smallest walk that shows the same, tried again on senders that have no past with us while there are any.
 * Null when nobody is to blame: what merely changed has to come back, and the senders have to stay as they are without the last call.
 */
export async function confirmFinding(
  failure: Failure,
  drawing: Drawing,
  more: () => boolean,
  freshCourse: () => Promise<SequenceContext | null>,
): Promise<SequenceFinding | null> {
  const { sequence, context } = failure;
  const { clause, by } = failure.breach.rule;
  const courses = async (): Promise<SequenceContext> => (await freshCourse()) ?? context;
  const smaller = (from: FailingSequence, on: () => Promise<SequenceContext>, most: number): Promise<FailingSequence> => {
    let attempts = 0;
    const patienceMs = Math.min(shortPatienceMs, context.patienceMs);
    const stillShows = async (candidate: FailingSequence): Promise<boolean> =>
      (await reproduceBreach(await on(), clause, candidate, patienceMs)) !== null;
    return shrink(from, stillShows, () => (attempts += 1) <= most && more());
  };
  const onSame = await smaller(sequence, () => Promise.resolve(context), mostAttempts);
  // What happens to a sender but once shows on others only.
  const small =
    onSame.steps.length < sequence.steps.length || sequence.steps.length < 2 ? onSame : await smaller(sequence, courses, mostOnFresh);
  const smallest = await findBeginning(small, sequence, clause, courses);
  const again: ReproducedBreach[] = [];
  for (let n = 0; n < replays; n += 1)
    again.push(...[await reproduceBreach(await courses(), clause, smallest, context.patienceMs)].filter((one) => one !== null));
  const last = again.at(-1);
  if (by === 'compared' && (last === undefined || !(await staysAsItIs(await courses(), smallest)))) return null;
  const kept = last === undefined ? sequence : smallest;
  return {
    ...kept,
    clause,
    ...(last ?? { breach: failure.breach, replies: failure.replies }),
    drawing,
    cameBack: again.length,
  };
}
