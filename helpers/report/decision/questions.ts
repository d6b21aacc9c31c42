import { checksWith } from '../model/groups.ts';
import type { VerdictCheck, VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import type { Question } from './rows.ts';

const answers = (clause: VerdictClause | undefined): readonly string[] =>
  clause === undefined ? [] : clause.clarifications.map(({ answer, by, date }) => `${by}, ${date}: ${answer}`);

function warned(checks: readonly VerdictCheck[], clause: VerdictClause | undefined): Question {
  const first = checks[0];
  const received = [...new Set(checks.flatMap((check) => check.received ?? check.reason ?? []))];
  return {
    clause: first?.clause ?? '',
    check: first?.id ?? null,
    saying: clause?.text ?? null,
    seen: `Expected ${first?.expected ?? 'otherwise'}; received ${received.join('; ') || 'nothing'}`,
    asked: 'Is this intended, and may a partner rely on it?',
    answers: answers(clause),
  };
}

/** Where two forms are stated, what the service does tells which one it took. */
function ambiguous({ profile, clauses }: VerdictFile): readonly Question[] {
  const facts = Map.groupBy(profile, ({ clause }) => clause);
  return clauses
    .filter(({ certainty, verdict }) => certainty === 'ambiguous' && (verdict === 'pass' || verdict === 'observed'))
    .flatMap((clause) => {
      const seen = facts.get(clause.id)?.map(({ fact }) => fact) ?? [];
      if (seen.length === 0) return [];
      const asked = 'The specification states two forms. Which one will stay?';
      return [
        { clause: clause.id, check: clause.checks[0] ?? null, saying: clause.text, seen: seen.join('; '), asked, answers: answers(clause) },
      ];
    });
}

/** What the operator is asked after the run, those without an answer first. */
export function questionsOf(file: VerdictFile): readonly Question[] {
  const clauses = new Map(file.clauses.map((clause) => [clause.id, clause]));
  const warnings = [...Map.groupBy(checksWith(file, 'warn'), ({ clause }) => clause)].map(([id, checks]) =>
    warned(checks, clauses.get(id)),
  );
  return [...warnings, ...ambiguous(file)].toSorted((one, other) => Number(one.answers.length > 0) - Number(other.answers.length > 0));
}
