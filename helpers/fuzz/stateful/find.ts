import type { ClauseId } from '../../../specs/clauses.ts';
import type { Reply } from '../../judge/reply.ts';
import type { Drawing, FailingSequence } from '../findings/sequence-steps.ts';
import { playSequence, staysAsItIs, type SequenceContext } from './play.ts';
import { listPairs, simplify, shrink } from './shrink.ts';
import type { RuleBreach } from './step.ts';
import { openCounts } from './counts.ts';

/** A broken clause, with the smallest sequence that shows it. */
export interface SequenceFinding extends FailingSequence {
  readonly clause: ClauseId;
  readonly breach: RuleBreach;
  /** Every answer of the last sequence that showed it. */
  readonly replies: readonly Reply[];
  readonly drawing: Drawing;
  /** How often the smallest sequence showed it again. */
  readonly cameBack: number;
}

interface ReproducedBreach {
  readonly breach: RuleBreach;
  readonly replies: readonly Reply[];
}

/** A sequence that broke a rule, as it was drawn. */
export interface Failure extends ReproducedBreach {
  readonly sequence: FailingSequence;
  readonly context: SequenceContext;
}

export const replays = 3;

/** The longest wait while a sequence is shrunk; the confirmation waits the full time again. */
const shortWaitMs = 200;
const mostAttempts = 60;
const mostOnFresh = 10;

/** The breach of the clause when the sequence runs on these senders; null when there is none. */
async function reproduceBreach(
  context: SequenceContext,
  clause: ClauseId,
  { start, steps }: FailingSequence,
  longestWaitMs: number,
): Promise<ReproducedBreach | null> {
  const { breach, replies } = await playSequence({ ...context, longestWaitMs }, start, steps, openCounts());
  return breach?.rule.clause === clause ? { breach, replies } : null;
}

/** The same sequence from starts with more history: it may need what earlier sequences did to its senders. */
function* listBeginnings(small: FailingSequence, drawn: FailingSequence): Generator<FailingSequence> {
  for (const start of new Set([small.start, drawn.start, 'mpin-set', 'veteran'] as const)) {
    yield { ...small, start };
    yield simplify({ ...small, start });
  }
}

/** The first of them that shows the same breach on senders without history. */
async function findBeginning(
  small: FailingSequence,
  drawn: FailingSequence,
  clause: ClauseId,
  openContext: () => Promise<SequenceContext>,
): Promise<FailingSequence> {
  for (const candidate of listBeginnings(small, drawn)) {
    const context = await openContext();
    if ((await reproduceBreach(context, clause, candidate, context.longestWaitMs)) !== null) return candidate;
  }
  // Steps of the history may be needed again. One pair of senders is enough, as the start gives them a history.
  const context = await openContext();
  for (const candidate of listPairs({ start: 'mpin-set', steps: drawn.steps }))
    if ((await reproduceBreach(context, clause, candidate, context.longestWaitMs)) !== null) return candidate;
  return (await reproduceBreach(await openContext(), clause, drawn, context.longestWaitMs)) === null ? small : drawn;
}

/**
 * The smallest sequence that shows the same breach, repeated on unused senders while there are any.
 * Null when the service is not to blame: for a `compared` rule, the breach must come back, and the senders must stay unchanged without the
 * last call.
 */
export async function confirmFinding(
  failure: Failure,
  drawing: Drawing,
  more: () => boolean,
  freshContext: () => Promise<SequenceContext | null>,
): Promise<SequenceFinding | null> {
  const { sequence, context } = failure;
  const { clause, by } = failure.breach.rule;
  const openContext = async (): Promise<SequenceContext> => (await freshContext()) ?? context;
  const smaller = (from: FailingSequence, open: () => Promise<SequenceContext>, most: number): Promise<FailingSequence> => {
    let attempts = 0;
    const longestWaitMs = Math.min(shortWaitMs, context.longestWaitMs);
    const stillShows = async (candidate: FailingSequence): Promise<boolean> =>
      (await reproduceBreach(await open(), clause, candidate, longestWaitMs)) !== null;
    return shrink(from, stillShows, () => (attempts += 1) <= most && more());
  };
  const onSame = await smaller(sequence, () => Promise.resolve(context), mostAttempts);
  // A breach that can happen to a sender only once shows on other senders only.
  const small =
    onSame.steps.length < sequence.steps.length || sequence.steps.length < 2 ? onSame : await smaller(sequence, openContext, mostOnFresh);
  const smallest = await findBeginning(small, sequence, clause, openContext);
  const again: ReproducedBreach[] = [];
  for (let n = 0; n < replays; n += 1)
    again.push(...[await reproduceBreach(await openContext(), clause, smallest, context.longestWaitMs)].filter((one) => one !== null));
  const last = again.at(-1);
  if (by === 'compared' && (last === undefined || !(await staysAsItIs(await openContext(), smallest)))) return null;
  const kept = last === undefined ? sequence : smallest;
  return {
    ...kept,
    clause,
    ...(last ?? { breach: failure.breach, replies: failure.replies }),
    drawing,
    cameBack: again.length,
  };
}
