import { type FailingSequence, startNames } from '../findings/sequence-steps.ts';
import { richestStart } from './starts.ts';

/** The same with the plainest arguments: the first sender, and the newest choice. */
export const simplify = ({ start, steps }: FailingSequence): FailingSequence => ({
  start,
  steps: steps.map(({ command }) => ({ command, who: 0, pick: 0 })),
});

/** Ends of the sequence from a rich start, the shortest first: most steps only build up what a start already has. */
function* listEnds({ start, steps }: FailingSequence): Generator<FailingSequence> {
  const rich = [...new Set([...startNames.slice(0, 3), start])];
  for (let length = 1; length <= Math.min(3, steps.length); length += 1) {
    const end = { start: richestStart, steps: steps.slice(-length) };
    yield simplify(end);
    for (const from of rich) yield { ...end, start: from };
  }
}

/** The last step after one other, the nearest first: the step it needs may come far before it. */
export function* listPairs({ start, steps }: FailingSequence): Generator<FailingSequence> {
  const last = steps.at(-1);
  if (last === undefined || steps.length < 3) return;
  for (const before of steps.slice(0, -1).reverse()) yield { start, steps: [before, last] };
}

/** The same sequence without one of its steps. */
function* dropOneStep({ start, steps }: FailingSequence): Generator<FailingSequence> {
  for (let at = 0; at < steps.length - 1; at += 1) yield { start, steps: steps.toSpliced(at, 1) };
}

/** The smallest sequence that still fails in the same way, as far as `more` allows. */
export async function shrink(
  failing: FailingSequence,
  stillFails: (failing: FailingSequence) => Promise<boolean>,
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
