import { cardFile } from '../cards/name.ts';
import type { Comparison } from '../compare/compare.ts';
import { brokenRows, type BrokenRow } from '../model/check-row.ts';
import { headlineOf } from '../verdict/headline.ts';
import type { ExitCode, RunVerdict, VerdictFile } from '../model/verdict-file.ts';
import { effectsOf } from './effects.ts';
import { judgedFacts } from './judged.ts';
import type { LedgerCall } from '../journal/ledger.ts';
import { matrixOf } from './matrix.ts';
import { questionsOf } from './questions.ts';
import { signableOf, type Signable } from './signable.ts';
import { untestedByOwner } from './untested.ts';
import type { ChapterRow, Deviation, Effects, NamedFact, OwnerGroup, Question } from './rows.ts';

/** `decision.json`: what a person signs on. Derived from `verdict.json` and the ledger, shown by `decision.html`. */
export interface Decision extends Signable {
  readonly schemaVersion: 1;
  readonly run: string;
  readonly verdict: RunVerdict;
  readonly headline: string;
  readonly exitCode: ExitCode;
  readonly because: string;
  readonly judged: readonly NamedFact[];
  readonly failures: readonly Deviation[];
  readonly accepted: readonly Deviation[];
  /** What was accepted and soon is no longer. */
  readonly expiring: readonly string[];
  readonly untested: readonly OwnerGroup[];
  readonly effects: Effects;
  /** Null when no earlier run is known. */
  readonly changes: Comparison | null;
  readonly questions: readonly Question[];
  readonly matrix: readonly ChapterRow[];
  /** Clauses outside the count, each with the reason. */
  readonly cannotBeTried: readonly NamedFact[];
  /** SHA-256 of `verdict.json`, in hexadecimal: what the signature stands under. */
  readonly evidence: string;
}

interface DecisionInputs {
  readonly calls: readonly LedgerCall[];
  readonly changes: Comparison | null;
  readonly evidence: string;
}

const deviationOf = (row: BrokenRow, card: string | null): Deviation => ({
  clause: row.clause,
  section: row.section,
  text: row.sentence,
  checks: [row.id, ...row.also],
  expected: row.expected,
  received: row.received,
  seen: row.seen,
  owner: row.owner,
  blocks: row.blocks,
  repeat: row.repeat,
  repeatCosts: row.cost,
  accepted: row.accepted,
  card,
});

export function decisionOf(file: VerdictFile, { calls, changes, evidence }: DecisionInputs): Decision {
  const { run, verdict, exitCode, because, clauses, binding } = file;
  return {
    schemaVersion: 1,
    run: run.id,
    verdict,
    headline: headlineOf(file, changes),
    exitCode,
    because,
    ...signableOf(file),
    judged: judgedFacts(file),
    failures: brokenRows(file).map((row, index) => deviationOf(row, `${cardFile(row.clause, index)}.html`)),
    accepted: brokenRows(file, 'waived').map((row) => deviationOf(row, null)),
    expiring: file.expiring,
    untested: untestedByOwner(file),
    effects: effectsOf(file, calls),
    changes,
    questions: questionsOf(file),
    matrix: matrixOf(clauses),
    cannotBeTried: binding.cannotBeTried.map(({ clause, reason }) => ({ name: clause, value: reason })),
    evidence,
  };
}
