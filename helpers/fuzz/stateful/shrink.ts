import { type FailingSequence, startNames } from '../findings/sequence-steps.ts';
import { richestStart } from './starts.ts';

/** The same with the plainest arguments: the first sender, and the newest of whatever there is. */
export const simplify = ({ start, steps }: FailingSequence): FailingSequence => ({
  start,
  steps: steps.map(({ command }) => ({ command, who: 0, pick: 0 })),
});

/** Ends of the walk from a rich start, the shortest first: most of a walk only brings about what a start has already. */
function* listEnds({ start, steps }: FailingSequence): Generator<FailingSequence> {
  const rich = [...new Set([...startNames.slice(0, 3), start])];
  for (let length = 1; length <= Math.min(3, steps.length); length += 1) {
    const end = { start: richestStart, steps: steps.slice(-length) };
    yield simplify(end);
    for (const from of rich) yield { ...end, start: from };
  }
}

/** The last step behind one other, the nearest first: what it needs besides may lie far before it. */
export function* listPairs({ start, steps }: FailingSequence): Generator<FailingSequence> {
  const last = steps.at(-1);
  if (last === undefined || steps.length < 3) return;
  for (const before of steps.slice(0, -1).reverse()) yield { start, steps: [before, last] };
}

/** The same walk without one of its steps. */
function* dropOneStep({ start, steps }: FailingSequence): Generator<FailingSequence> {
  for (let at = 0; at < steps.length - 1; at += 1) yield { start, steps: steps.toSpliced(at, 1) };
}

/** The smallest walk that still fails in the same way, as far as `more` allows to try. */
export async function shrink(
  failing: FailingSequence,
  stillFails: (walk: FailingSequence) => Promise<boolean>,
  more: () => boolean,
): Promise<FailingSequence> {
  const findFirst = async (candidates: Iterable<FailingSequence>): Promise<FailingSequence | null> => {
    for (const candidate of candidates) if (more() && (await stillFails(candidate))) return candidate;
    return null;
  };
  let smallest = (await findFirst(listEnds(failing))) ?? (await findFirst(listPairs(failing))) ?? failing;
  for (let next: FailingSequence | null = smallest; next !== null; next = await findFirst(dropOneStep(smallest))) smallest = next;
  return smallest;
}
