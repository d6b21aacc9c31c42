import { findCountedClauses } from '../verdict/counted-clauses.ts';
import { findOpenClauses } from '../verdict/decide.ts';
import type { VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import type { Coverage } from './rows.ts';

type Standing = 'broken' | 'notJudged' | 'accepted' | 'kept';

/** A clause has one standing, the worst that fits. */
function findStanding({ id, verdict, gap }: VerdictClause, open: ReadonlySet<string>): Standing {
  if (verdict === 'fail') return 'broken';
  if (open.has(id)) return 'notJudged';
  return verdict === 'waived' || gap !== null ? 'accepted' : 'kept';
}

/** Counts the binding clauses of `binding.total`, each once, and the forms and circumstances in which they were judged. */
export function countCoverage(file: VerdictFile): Coverage {
  const [counted, open] = [findCountedClauses(file), new Set(findOpenClauses(file.binding))];
  const clauses = file.clauses.filter(({ id }) => counted.has(id));
  const found = clauses.map((clause) => findStanding(clause, open));
  const situations = clauses.flatMap((clause) => clause.situations ?? []);
  const count = (standing: Standing): number => found.filter((one) => one === standing).length;
  return {
    binding: file.binding.total,
    kept: count('kept'),
    broken: count('broken'),
    accepted: count('accepted'),
    notJudged: count('notJudged'),
    situations: situations.length,
    situationsJudged: situations.filter(({ judged }) => judged).length,
    cannotBeTried: file.binding.cannotBeTried.length,
  };
}
