import type { Matrix } from './matrix.ts';

type FaultRow = Pick<Matrix['faults'][number], 'id' | 'breaks' | 'warns' | 'seenBy'>;

/** By fault: `own` where the checks of what it breaks show all that is wanted of it, `usual` where checks of other suites do too. */
export type Cover = Readonly<Record<string, 'own' | 'usual'>>;

const findUnseen = ({ seenBy }: FaultRow, unseen: ReadonlySet<string>): readonly string[] => seenBy.filter((check) => unseen.has(check));

const isOwn =
  ({ breaks, warns }: FaultRow) =>
  (check: string): boolean =>
    [...breaks, ...warns].includes(check.replace(/~.*/, ''));

/** Few faults that together make every check fail which any fault makes fail: always the one next that shows most of what is left. */
export function chooseCover(faults: readonly FaultRow[]): Cover {
  const unseen = new Set(faults.flatMap(({ seenBy }) => seenBy));
  const chosen = new Map<string, 'own' | 'usual'>();
  while (unseen.size > 0) {
    const counts = faults.map((fault) => findUnseen(fault, unseen).length);
    const best = faults[counts.indexOf(Math.max(...counts))];
    if (best === undefined) break;
    chosen.set(best.id, findUnseen(best, unseen).every(isOwn(best)) ? 'own' : 'usual');
    for (const check of best.seenBy) unseen.delete(check);
  }
  return Object.fromEntries([...chosen].toSorted(([one], [other]) => one.localeCompare(other)));
}
