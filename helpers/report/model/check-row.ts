import type { Certainty, Subject } from '../../../specs/clause.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { Clarification } from './acceptances.ts';
import { countChecks } from './count-checks.ts';
import { collectBrokenClauses, checksWithVerdict, describeCost, formatSubject } from './groups.ts';
import type { BrokenClause } from './likely-causes.ts';
import { findAction } from './owners.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from './verdict-file.ts';
import { byId } from '../../core/by-id.ts';

type RecordedFields = Pick<
  VerdictCheck,
  | 'id'
  | 'title'
  | 'verdict'
  | 'place'
  | 'address'
  | 'seen'
  | 'cause'
  | 'signature'
  | 'facts'
  | 'evidence'
  | 'beside'
  | 'where'
  | 'deviation'
>;

interface Mismatch {
  readonly expected: string;
  readonly received: string;
}

type Label = readonly [name: string, value: string];

/** `1 of 7, intermittent`: seen once of several times. */
export const describeSeen = (seen: string | null): string | null =>
  seen !== null && /^1 of (?!1$)/.test(seen) ? `${seen}, intermittent` : seen;

/** A check as every report shows it. All words are made here; a report only arranges them. */
export interface CheckRow extends RecordedFields {
  readonly clause: string;
  /** The clause in words. This and the other clause fields are null when the catalogue lacks the clause. */
  readonly sentence: string | null;
  readonly section: string | null;
  readonly certainty: Certainty | null;
  readonly certaintyWords: string | null;
  readonly isSafety: boolean;
  readonly answers: readonly Clarification[];
  /** `OP-9`, and `OP-9 Request a fund transfer` */
  readonly subject: Subject;
  readonly operation: string;
  readonly expected: string | null;
  readonly received: string | null;
  readonly mismatch: Mismatch | null;
  readonly reason: string | null;
  /** As `reason`, but null when the reason only repeats the clause. */
  readonly ownReason: string | null;
  /** Who has to act, in a few words. */
  readonly owner: string | null;
  readonly accepted: string | null;
  /** The command that repeats the check. `cost` is empty when the command costs nothing. */
  readonly repeat: string;
  readonly cost: string;
  /** Names and ids for reports with few statuses. */
  readonly labels: readonly Label[];
}

export const certaintyMeanings: Readonly<Record<Certainty, string>> = {
  stated: 'stated',
  implied: 'implied by what the specification says elsewhere',
  exemplified: 'exemplified: the value merely occurs, another one is a warning at most',
  ambiguous: 'ambiguous: two forms are stated, either one is right',
  silent: 'silent: the specification leaves it open, so it is only observed',
};

const toMismatch = ({ expected, received }: VerdictCheck): Mismatch | null =>
  expected === null && received === null ? null : { expected: expected ?? 'something else', received: received ?? 'nothing' };

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

/** Of a pass its verdict alone: most checks pass, and `verdict.json` has the rest. */
function buildLabels(check: VerdictCheck, clause: VerdictClause | undefined): readonly Label[] {
  if (check.verdict === 'pass') return [['verdict', check.verdict]];
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

export function toCheckRow(check: VerdictCheck, clause: VerdictClause | undefined): CheckRow {
  const { id, title, verdict, place, address, seen, cause, signature, facts, evidence, where, expected, received, reason } = check;
  const { beside, deviation } = check;
  return {
    id,
    title,
    verdict,
    place,
    address,
    seen: describeSeen(seen),
    cause,
    signature,
    facts,
    evidence,
    where,
    ...(beside !== undefined && { beside }),
    ...(deviation !== undefined && { deviation }),
    clause: check.clause,
    ...pickClauseFields(clause),
    expected,
    received,
    mismatch: toMismatch(check),
    reason,
    ownReason: reason === clause?.text ? null : reason,
    subject: check.operation,
    operation: formatSubject(check.operation),
    owner: findAction(check.owner, reason),
    accepted: describeAccepted(check),
    repeat: check.reproduce,
    cost: describeCost(check),
    labels: buildLabels(check, clause),
  };
}

export function rowsWithVerdict(file: VerdictFile, verdict: Verdict): readonly CheckRow[] {
  const clauses = byId(file.clauses);
  return checksWithVerdict(file, verdict).map((check) => toCheckRow(check, clauses.get(check.clause)));
}

/** The gravest failure of the clause represents the others. */
export interface BrokenRow extends CheckRow {
  readonly also: readonly string[];
  /** Number of checks that were not tested because of it. `blocked` is the same in words, or null when there are none. */
  readonly blocks: number;
  readonly blocked: string | null;
}

const toBrokenRow = ({ clause, check, also, blocks }: BrokenClause): BrokenRow => ({
  ...toCheckRow(check, clause),
  also: also.map(({ id }) => id),
  blocks: blocks.length,
  blocked: blocks.length === 0 ? null : countChecks(blocks),
});

/** In the order of `collectBrokenClauses`. */
export const collectBrokenRows = (file: VerdictFile, verdict: Verdict = 'fail'): readonly BrokenRow[] =>
  collectBrokenClauses(file, verdict).map(toBrokenRow);
