import type { Clarification } from '../model/acceptances.ts';
import { rowsWithVerdict, type CheckRow } from '../model/check-row.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { findShownAmbiguities } from '../verdict/question-clauses.ts';
import type { Question } from './rows.ts';

const formatDatedAnswer = ({ answer, by, date }: Clarification): string => `${by}, ${date}: ${answer}`;

function toQuestion(rows: readonly [CheckRow, ...CheckRow[]]): Question {
  const [{ clause, id, sentence, mismatch, answers }] = rows;
  const received = [...new Set(rows.flatMap((row) => row.received ?? row.reason ?? []))];
  return {
    clause,
    check: id,
    saying: sentence,
    seen: `Expected ${mismatch?.expected ?? 'something else'}; received ${received.join('; ') || 'nothing'}`,
    asked: 'Is this intended, and may a partner rely on it?',
    answers: answers.map(formatDatedAnswer),
  };
}

function collectAmbiguities({ profile, clauses }: VerdictFile): readonly Question[] {
  const facts = Map.groupBy(profile, ({ clause }) => clause);
  return findShownAmbiguities(clauses, profile).map((clause) => ({
    clause: clause.id,
    check: clause.checks[0] ?? null,
    saying: clause.text,
    seen: (facts.get(clause.id) ?? []).map(({ fact }) => fact).join('; '),
    asked: 'The specification states two forms. Which one will stay?',
    answers: clause.clarifications.map(formatDatedAnswer),
  }));
}

/** Unanswered questions come first. */
export function collectQuestions(file: VerdictFile): readonly Question[] {
  const byClause = Map.groupBy(rowsWithVerdict(file, 'warn'), ({ clause }) => clause);
  const warnings = [...byClause.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [toQuestion([first, ...others])]));
  return [...warnings, ...collectAmbiguities(file)].toSorted(
    (one, other) => Number(one.answers.length > 0) - Number(other.answers.length > 0),
  );
}
