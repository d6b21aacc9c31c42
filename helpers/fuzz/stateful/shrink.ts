import { type FailingWalk, startNames } from '../findings/walk-steps.ts';
import { richest } from './starts.ts';

/** The same with the plainest arguments: the first sender, and the newest of whatever there is. */
export const plain = ({ start, steps }: FailingWalk): FailingWalk => ({
  start,
  steps: steps.map(({ command }) => ({ command, who: 0, pick: 0 })),
});

/** Ends of the walk from a rich start, the shortest first: most of a walk only brings about what a start has already. */
function* ends({ start, steps }: FailingWalk): Generator<FailingWalk> {
  const rich = [...new Set([...startNames.slice(0, 3), start])];
  for (let length = 1; length <= Math.min(3, steps.length); length += 1) {
    const end = { start: richest, steps: steps.slice(-length) };
    yield plain(end);
    for (const from of rich) yield { ...end, start: from };
  }
}

/** The last step behind one other, the nearest first: what it needs besides may lie far before it. */
export function* pairs({ start, steps }: FailingWalk): Generator<FailingWalk> {
  const last = steps.at(-1);
  if (last === undefined || steps.length < 3) return;
  for (const before of steps.slice(0, -1).reverse()) yield { start, steps: [before, last] };
}

/** The same walk without one of its steps. */
function* withoutOne({ start, steps }: FailingWalk): Generator<FailingWalk> {
  for (let at = 0; at < steps.length - 1; at += 1) yield { start, steps: steps.toSpliced(at, 1) };
}

/** The smallest walk that still fails in the same way, as far as `more` allows to try. */
export async function shrink(
  failing: FailingWalk,
  stillFails: (walk: FailingWalk) => Promise<boolean>,
  more: () => boolean,
): Promise<FailingWalk> {
  const firstOf = async (candidates: Iterable<FailingWalk>): Promise<FailingWalk | null> => {
    for (const candidate of candidates) if (more() && (await stillFails(candidate))) return candidate;
    return null;
  };
  let smallest = (await firstOf(ends(failing))) ?? (await firstOf(pairs(failing))) ?? failing;
  for (let next: FailingWalk | null = smallest; next !== null; next = await firstOf(withoutOne(smallest))) smallest = next;
  return smallest;
}
