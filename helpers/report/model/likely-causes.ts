import { findRisk, risks } from './risk.ts';
import type { VerdictCheck, VerdictClause } from './verdict-file.ts';

/** A broken clause and the checks that broke it. The gravest failure represents the others. */
export interface BrokenClause {
  readonly clause: VerdictClause | undefined;
  readonly check: VerdictCheck;
  readonly also: readonly VerdictCheck[];
  /** Checks that were not tested because of it. */
  readonly blocks: readonly VerdictCheck[];
}

/** Broken clauses that probably have one cause. The first one stands for the others. */
export interface LikelyCause {
  readonly clauses: readonly [BrokenClause, ...BrokenClause[]];
  /** Failed checks, and checks that were not tested because of them. */
  readonly checks: readonly VerdictCheck[];
}

const isFilled = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;

/** A check that judges every answer reports its first breach. For any other check the last exchange decides. */
const decisiveExchange = ({ seen, evidence }: VerdictCheck): string | undefined => (seen === null ? evidence.at(-1) : evidence[0]);

/** What one failure was seen in, and of which field. */
interface Mark {
  readonly answer: string | undefined;
  readonly field: string | null;
  readonly received: string | null;
}

const collectMarks = ({ check, also }: BrokenClause): readonly Mark[] =>
  [check, ...also].map((failed) => ({ answer: decisiveExchange(failed), field: failed.field ?? null, received: failed.received }));

const isWithin = (field: string, whole: string): boolean => field === whole || field.startsWith(`${whole}.`);

/** A missing object explains its missing fields. Two fields beside each other are broken by two causes. */
const mayExplain = (one: string | null, other: string | null): boolean =>
  one === null || other === null || isWithin(one, other) || isWithin(other, one);

/** Failures that probably have one cause: one answer broke both, or the same field differs in the same way. */
function areAlike(one: Mark, other: Mark): boolean {
  const isSameField = one.field !== null && one.field === other.field && one.received !== null && one.received === other.received;
  return isSameField || (one.answer !== undefined && one.answer === other.answer && mayExplain(one.field, other.field));
}

const gravest = (clauses: readonly BrokenClause[]): number =>
  Math.min(...clauses.map(({ check }) => risks.indexOf(findRisk(check.clause))));

const explained = ({ check, also, blocks }: BrokenClause): readonly VerdictCheck[] => [check, ...also, ...blocks];

interface Group {
  readonly marks: readonly Mark[];
  readonly clauses: readonly BrokenClause[];
}

const sharesMark = (group: Group, marks: readonly Mark[]): boolean =>
  marks.some((mark) => group.marks.some((known) => areAlike(mark, known)));

/** What endangers money, consent or secrets comes first, then what explains most checks: "fix these first". */
export function groupByLikelyCause(broken: readonly BrokenClause[]): readonly LikelyCause[] {
  let groups: readonly Group[] = [];
  for (const one of broken) {
    const marks = collectMarks(one);
    const { alike = [], others = [] } = Object.groupBy(groups, (group) => (sharesMark(group, marks) ? 'alike' : 'others'));
    const clauses = [...alike.flatMap((group) => group.clauses), one];
    groups = [...others, { marks: [...marks, ...alike.flatMap((group) => group.marks)], clauses }];
  }
  return groups
    .flatMap(({ clauses }) => {
      const sorted = clauses.toSorted((one, other) => gravest([one]) - gravest([other]) || explained(other).length - explained(one).length);
      return isFilled(sorted) ? [{ clauses: sorted, checks: sorted.flatMap(explained) }] : [];
    })
    .toSorted((one, other) => gravest(one.clauses) - gravest(other.clauses) || other.checks.length - one.checks.length);
}
