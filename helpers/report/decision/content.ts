import { toCardPath } from '../cards/card-path.ts';
import type { Comparison } from '../compare/compare.ts';
import { collectBrokenRows, type BrokenRow } from '../model/check-row.ts';
import { formatHeadline } from '../verdict/headline.ts';
import type { ExitCode, RunVerdict, VerdictFile } from '../model/verdict-file.ts';
import { collectEffects } from './effects.ts';
import { listJudgedFacts } from './judged.ts';
import type { LedgerCall } from '../journal/ledger.ts';
import { buildMatrix } from './matrix.ts';
import { collectQuestions } from './questions.ts';
import { judgeSignable, type Signable } from '../verdict/signable.ts';
import { buildSheet } from './sheet.ts';
import { groupUntestedByOwner } from './untested.ts';
import type { ChapterRow, DeviationEntry, Effects, NamedFact, OwnerGroup, Question, Sheet } from './rows.ts';

/** `decision.json`: what a person signs. Derived from `verdict.json` and the ledger, shown by `decision.html`. */
export interface Decision extends Signable {
  readonly schemaVersion: 1;
  readonly run: string;
  readonly verdict: RunVerdict;
  readonly headline: string;
  readonly exitCode: ExitCode;
  readonly because: string;
  readonly judged: readonly NamedFact[];
  readonly failures: readonly DeviationEntry[];
  readonly accepted: readonly DeviationEntry[];
  readonly expiring: readonly string[];
  readonly untested: readonly OwnerGroup[];
  readonly effects: Effects;
  /** Null when no earlier run is known. */
  readonly changes: Comparison | null;
  readonly questions: readonly Question[];
  readonly matrix: readonly ChapterRow[];
  readonly cannotBeTried: readonly NamedFact[];
  /** The page to sign; everything else is its annex. */
  readonly sheet: Sheet;
  /** Behavior that the specification leaves open, by clause. */
  readonly profile: readonly NamedFact[];
  /** SHA-256 of `verdict.json` in hexadecimal; the signature covers it. */
  readonly evidence: string;
}

interface DecisionInputs {
  readonly calls: readonly LedgerCall[];
  readonly changes: Comparison | null;
  readonly evidence: string;
}

const toDeviationEntry = (row: BrokenRow, card: string | null): DeviationEntry => ({
  clause: row.clause,
  section: row.section,
  text: row.sentence,
  checks: [row.id, ...row.also],
  expected: row.expected,
  received: row.received,
  seen: row.seen,
  owner: row.owner,
  blocks: row.blocks,
  blocked: row.blocked,
  repeat: row.repeat,
  repeatCosts: row.cost,
  accepted: row.accepted,
  card,
});

const collectProfile = ({ profile }: VerdictFile): readonly NamedFact[] =>
  [...Map.groupBy(profile, ({ clause }) => clause)].map(([name, facts]) => ({ name, value: facts.map(({ fact }) => fact).join('; ') }));

export function buildDecision(file: VerdictFile, { calls, changes, evidence }: DecisionInputs): Decision {
  const { run, verdict, exitCode, because, binding } = file;
  return {
    schemaVersion: 1,
    run: run.id,
    verdict,
    headline: formatHeadline(file, changes),
    exitCode,
    because,
    ...judgeSignable(file),
    judged: listJudgedFacts(file),
    failures: collectBrokenRows(file).map((row, index) => toDeviationEntry(row, `${toCardPath(row.clause, index)}.html`)),
    accepted: collectBrokenRows(file, 'waived').map((row) => toDeviationEntry(row, null)),
    expiring: file.expiring,
    untested: groupUntestedByOwner(file),
    effects: collectEffects(file, calls),
    changes,
    questions: collectQuestions(file),
    matrix: buildMatrix(file),
    cannotBeTried: binding.cannotBeTried.map(({ clause, reason }) => ({ name: clause, value: reason })),
    sheet: buildSheet(file, calls, changes),
    profile: collectProfile(file),
    evidence,
  };
}
