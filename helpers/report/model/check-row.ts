import type { Certainty, Subject } from '../../../specs/clause.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { pluralize } from '../../core/text.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { Clarification } from './acceptances.ts';
import { collectBrokenClauses, checksWithVerdict, describeCost, formatSubject, type BrokenClause } from './groups.ts';
import { ownerDescriptions } from './owners.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from './verdict-file.ts';

/** What is recorded of a check, and every report shows as it is. */
type RecordedFields = Pick<
  VerdictCheck,
  'id' | 'title' | 'verdict' | 'place' | 'address' | 'seen' | 'cause' | 'signature' | 'facts' | 'evidence' | 'where'
>;

/** What was expected and what came instead, where either is known. */
interface Mismatch {
  readonly expected: string;
  readonly received: string;
}

export type Label = readonly [name: string, value: string];

/** A check as every report tells it: all words are made here, and a report only lays them out. */
export interface CheckRow extends RecordedFields {
  readonly clause: string;
  /** The clause in words; null for one that is not in the catalogue, as all that follows of it. */
  readonly sentence: string | null;
  readonly section: string | null;
  readonly certainty: Certainty | null;
  /** With what it means for a verdict. */
  readonly certaintyWords: string | null;
  readonly isSafety: boolean;
  /** What the operator answered about the clause. */
  readonly answers: readonly Clarification[];
  /** `OP-9`, and `OP-9 Request a fund transfer` */
  readonly subject: Subject;
  readonly operation: string;
  readonly expected: string | null;
  readonly received: string | null;
  readonly mismatch: Mismatch | null;
  readonly reason: string | null;
  /** The same, unless it only repeats the clause. */
  readonly ownReason: string | null;
  /** Who has to move, in words. */
  readonly owner: string | null;
  /** Who accepted it; null when nobody did. */
  readonly accepted: string | null;
  /** The command that repeats it, and what that costs; empty when it costs nothing. */
  readonly repeat: string;
  readonly cost: string;
  /** Names and ids that a report of few statuses carries besides, so that nothing is lost. */
  readonly labels: readonly Label[];
}

/** How firmly the specification says it, and what that means for a verdict. */
const certaintyMeanings: Readonly<Record<Certainty, string>> = {
  stated: 'stated',
  implied: 'implied by what the specification says elsewhere',
  exemplified: 'exemplified: the value merely occurs, another one is a warning at most',
  ambiguous: 'ambiguous: two forms are stated, either one is right',
  silent: 'silent: the specification leaves it open, so it is only observed',
};

const toMismatch = ({ expected, received }: VerdictCheck): Mismatch | null =>
  expected === null && received === null ? null : { expected: expected ?? 'otherwise', received: received ?? 'nothing' };

function describeAccepted({ verdict, waiver, reason }: VerdictCheck): string | null {
  if (verdict !== 'waived') return null;
  return waiver === null ? reason : describeAcceptance(waiver);
}

const pickClauseFields = (clause: VerdictClause | undefined) => ({
  sentence: clause?.text ?? null,
  section: clause?.section ?? null,
  certainty: clause?.certainty ?? null,
  certaintyWords: clause === undefined ? null : certaintyMeanings[clause.certainty],
  isSafety: clause?.safety ?? false,
  answers: clause?.clarifications ?? [],
});

function buildLabels(check: VerdictCheck, clause: VerdictClause | undefined): readonly Label[] {
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ['verdict', check.verdict],
    ['clause', check.clause],
    ['certainty', clause?.certainty],
    ['section', clause?.section],
    ['operation', check.operation],
    ['cause', check.cause],
    ['owner', check.owner],
  ];
  return rows.flatMap(([name, value]): Label[] => (value == null ? [] : [[name, value]]));
}

/** The clause is undefined where the catalogue does not have it. */
export function toCheckRow(check: VerdictCheck, clause: VerdictClause | undefined): CheckRow {
  const { id, title, verdict, place, address, seen, cause, signature, facts, evidence, where, expected, received, reason } = check;
  return {
    ...{ id, title, verdict, place, address, seen, cause, signature, facts, evidence, where },
    ...{ clause: check.clause, ...pickClauseFields(clause) },
    ...{ expected, received, mismatch: toMismatch(check), reason, ownReason: reason === clause?.text ? null : reason },
    subject: check.operation,
    operation: formatSubject(check.operation),
    owner: check.owner === null ? null : ownerDescriptions[check.owner],
    accepted: describeAccepted(check),
    repeat: check.reproduce,
    cost: describeCost(check),
    labels: buildLabels(check, clause),
  };
}

export function rowsWithVerdict(file: VerdictFile, verdict: Verdict): readonly CheckRow[] {
  const clauses = new Map(file.clauses.map((clause) => [clause.id, clause]));
  return checksWithVerdict(file, verdict).map((check) => toCheckRow(check, clauses.get(check.clause)));
}

/** The row of a broken clause: the first of the checks that broke it stands for the others. */
export interface BrokenRow extends CheckRow {
  /** Ids of the other checks. */
  readonly also: readonly string[];
  /** How many checks were not tested because of it: in number, and in words unless none was. */
  readonly blocks: number;
  readonly blocked: string | null;
}

const toBrokenRow = ({ clause, check, also, blocks }: BrokenClause): BrokenRow => ({
  ...toCheckRow(check, clause),
  also: also.map(({ id }) => id),
  blocks,
  blocked: blocks === 0 ? null : pluralize(blocks, 'check'),
});

/** Causes first: what kept most checks from being tested is read first. */
export const collectBrokenRows = (file: VerdictFile, verdict: Verdict = 'fail'): readonly BrokenRow[] =>
  collectBrokenClauses(file, verdict).map(toBrokenRow);
