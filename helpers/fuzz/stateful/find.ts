import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Drawing, FailingWalk } from '../findings/walk-steps.ts';
import { play, staysAsItIs, type SequenceContext } from './play.ts';
import { pairs, plain, shrink } from './shrink.ts';
import type { Breach } from './step.ts';
import { openTally } from './tally.ts';

/** A clause that walks found broken, by the smallest walk that shows it. */
export interface WalkFinding extends FailingWalk {
  readonly clause: ClauseId;
  readonly breach: Breach;
  /** Every answer of the walk that showed it last. */
  readonly replies: readonly Reply[];
  readonly drawing: Drawing;
  /** How often the smallest walk showed it again. */
  readonly cameBack: number;
}

interface Shown {
  readonly breach: Breach;
  readonly replies: readonly Reply[];
}

/** A walk that broke a rule, as it was drawn. */
export interface Failure extends Shown {
  readonly walk: FailingWalk;
  readonly course: SequenceContext;
}

export const replays = 3;

/** What a wait costs while smaller walks are tried; the last word has the full patience again. */
const shortPatienceMs = 200;
const mostAttempts = 60;
const mostOnFresh = 10;

/** What shows a clause broken when a walk is made on these senders; null when nothing does. */
async function shows(course: SequenceContext, clause: ClauseId, { start, steps }: FailingWalk, patienceMs: number): Promise<Shown | null> {
  const { breach, replies } = await play({ ...course, patienceMs }, start, steps, openTally());
  return breach?.rule.clause === clause ? { breach, replies } : null;
}

/** The same walk from starts in which more has happened, should it need a past that its senders had from earlier walks. */
function* beginnings(small: FailingWalk, drawn: FailingWalk): Generator<FailingWalk> {
  for (const start of new Set([small.start, drawn.start, 'mpin-set', 'veteran'] as const)) {
    yield { ...small, start };
    yield plain({ ...small, start });
  }
}

/** The first of them that shows the same on senders without a past. */
async function beginningOf(
  small: FailingWalk,
  drawn: FailingWalk,
  clause: ClauseId,
  courses: () => Promise<SequenceContext>,
): Promise<FailingWalk> {
  for (const candidate of beginnings(small, drawn)) {
    const course = await courses();
    if ((await shows(course, clause, candidate, course.patienceMs)) !== null) return candidate;
  }
  // What was left out as part of the past may have to be done again; one pair of senders will do, as the start gives them a past anyway.
  const course = await courses();
  for (const candidate of pairs({ start: 'mpin-set', steps: drawn.steps }))
    if ((await shows(course, clause, candidate, course.patienceMs)) !== null) return candidate;
  return (await shows(await courses(), clause, drawn, course.patienceMs)) === null ? small : drawn;
}

/**
 * The smallest walk that shows the same, tried again on senders that have no past with us while there are any.
 * Null when nobody is to blame: what merely changed has to come back, and the senders have to stay as they are without the last call.
 */
export async function findingOf(
  failure: Failure,
  drawing: Drawing,
  more: () => boolean,
  freshCourse: () => Promise<SequenceContext | null>,
): Promise<WalkFinding | null> {
  const { walk, course } = failure;
  const { clause, by } = failure.breach.rule;
  const courses = async (): Promise<SequenceContext> => (await freshCourse()) ?? course;
  const smaller = (from: FailingWalk, on: () => Promise<SequenceContext>, most: number): Promise<FailingWalk> => {
    let attempts = 0;
    const patienceMs = Math.min(shortPatienceMs, course.patienceMs);
    const stillShows = async (candidate: FailingWalk): Promise<boolean> =>
      (await shows(await on(), clause, candidate, patienceMs)) !== null;
    return shrink(from, stillShows, () => (attempts += 1) <= most && more());
  };
  const onSame = await smaller(walk, () => Promise.resolve(course), mostAttempts);
  // What happens to a sender but once shows on others only.
  const small = onSame.steps.length < walk.steps.length || walk.steps.length < 2 ? onSame : await smaller(walk, courses, mostOnFresh);
  const smallest = await beginningOf(small, walk, clause, courses);
  const again: Shown[] = [];
  for (let n = 0; n < replays; n += 1)
    again.push(...[await shows(await courses(), clause, smallest, course.patienceMs)].filter((one) => one !== null));
  const last = again.at(-1);
  if (by === 'compared' && (last === undefined || !(await staysAsItIs(await courses(), smallest)))) return null;
  const kept = last === undefined ? walk : smallest;
  return {
    ...kept,
    clause,
    ...(last ?? { breach: failure.breach, replies: failure.replies }),
    drawing,
    cameBack: again.length,
  };
}
