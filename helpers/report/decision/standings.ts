import { countClauses } from '../verdict/counted-clauses.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import type { Coverage } from './rows.ts';

/** The counts of every page, and what no run can try. */
export function countCoverage(file: VerdictFile): Coverage {
  const { total, by, acceptedBroken, situations, otherQuestions } = countClauses(file);
  return {
    binding: total,
    kept: by.kept,
    noted: by.noted,
    notApplicable: by['not applicable'],
    broken: by.broken,
    questions: by.question,
    otherQuestions,
    accepted: by.accepted,
    acceptedBroken,
    notJudged: by['not judged'],
    situations: situations.total,
    situationsJudged: situations.judged,
    cannotBeTried: file.binding.cannotBeTried.length,
  };
}

/** ` (1 broken, 85 not judged)`; empty where nothing is accepted. */
export const describeAccepted = ({ accepted, acceptedBroken }: Coverage): string =>
  accepted === 0 ? '' : ` (${acceptedBroken} broken, ${accepted - acceptedBroken} not judged)`;
