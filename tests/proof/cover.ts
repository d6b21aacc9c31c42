import type { Matrix } from './matrix.ts';

type FaultRow = Pick<Matrix['faults'][number], 'id' | 'breaks' | 'warns' | 'seenBy'>;

/** By fault: the checks that it shows first, and one check of each other clause that it breaks. */
export type Cover = Readonly<Record<string, readonly string[]>>;

const findUnseen = ({ seenBy }: FaultRow, unseen: ReadonlySet<string>): readonly string[] => seenBy.filter((check) => unseen.has(check));

const isOf =
  (clause: string) =>
  (check: string): boolean =>
    check.startsWith(`${clause}~`);

/** One check of each clause that none of these checks is of. */
const findOthers = ({ breaks, warns, seenBy }: FaultRow, first: readonly string[]): readonly string[] =>
  [...breaks, ...warns].filter((clause) => !first.some(isOf(clause))).flatMap((clause) => seenBy.find(isOf(clause)) ?? []);

/** Few faults that together make every check fail which any fault makes fail: always the one next that shows most of what is left. */
export function chooseCover(faults: readonly FaultRow[]): Cover {
  const unseen = new Set(faults.flatMap(({ seenBy }) => seenBy));
  const chosen = new Map<string, readonly string[]>();
  while (unseen.size > 0) {
    const counts = faults.map((fault) => findUnseen(fault, unseen).length);
    const best = faults[counts.indexOf(Math.max(...counts))];
    if (best === undefined) break;
    const first = findUnseen(best, unseen);
    chosen.set(best.id, [...first, ...findOthers(best, first)]);
    for (const check of first) unseen.delete(check);
  }
  return Object.fromEntries([...chosen].toSorted(([one], [other]) => one.localeCompare(other)));
}
