import { clauses as catalogue } from '../../../specs/clauses.ts';
import { byId } from '../../core/by-id.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { pluralize } from '../../core/text.ts';
import type { VerdictClause, VerdictFile } from '../model/verdict-file.ts';
import { isBinding, isCounted } from './coverage.ts';
import { findQuestionClauses } from './question-clauses.ts';

const catalogueById = byId(catalogue);

/** The clauses of `binding.total`. */
export function findCountedClauses({ run, checks, clauses, binding }: VerdictFile): ReadonlySet<string> {
  const outside = new Set(binding.cannotBeTried.map(({ clause }) => clause));
  const counted = clauses.filter((clause) => {
    const byCampaigns = catalogueById.get(clause.id)?.byCampaigns;
    return isBinding(clause) && !outside.has(clause.id) && isCounted({ id: clause.id, ...(byCampaigns && { byCampaigns }) }, run, checks);
  });
  return new Set(counted.map(({ id }) => id));
}

/** Each binding clause counts once: the first of these that is true of it. */
export type Standing = 'broken' | 'accepted' | 'not judged' | 'question' | 'noted' | 'not applicable' | 'kept';

export interface ClauseCounts {
  readonly total: number;
  readonly by: Readonly<Record<Standing, number>>;
  /** Those that are broken, of the accepted ones; the others are not judged. */
  readonly acceptedBroken: number;
  /** Forms and circumstances that the binding clauses have to be judged in. */
  readonly situations: { readonly judged: number; readonly total: number };
  /** About clauses that do not bind. */
  readonly otherQuestions: number;
}

const standingByVerdict: Partial<Record<Verdict, Standing>> = { warn: 'question', observed: 'noted', 'not-applicable': 'not applicable' };

/** A clause of which other parts of a split run try their share is not judged by one part. */
function isShared({ checks }: VerdictClause, { shard }: VerdictFile['run']): boolean {
  return shard?.everywhere.some((check) => checks.includes(check)) === true;
}

function findStanding({ id, verdict }: VerdictClause, open: ReadonlyMap<string, { readonly accepted: boolean }>): Standing {
  if (verdict === 'fail') return 'broken';
  const gap = open.get(id);
  if (verdict === 'waived' || gap?.accepted === true) return 'accepted';
  if (gap !== undefined) return 'not judged';
  return standingByVerdict[verdict] ?? 'kept';
}

export function findStandings(file: VerdictFile): ReadonlyMap<string, Standing> {
  const counted = findCountedClauses(file);
  const open = new Map(file.binding.notJudged.map((one) => [one.clause, one]));
  const standingOf = (clause: VerdictClause): Standing => {
    const standing = findStanding(clause, open);
    return standing !== 'broken' && isShared(clause, file.run) ? 'not judged' : standing;
  };
  return new Map(file.clauses.filter(({ id }) => counted.has(id)).map((clause) => [clause.id, standingOf(clause)]));
}

const verdictByStanding: Readonly<Record<Exclude<Standing, 'not judged'>, Verdict>> = {
  broken: 'fail',
  accepted: 'waived',
  question: 'warn',
  noted: 'observed',
  'not applicable': 'not-applicable',
  kept: 'pass',
};

function showVerdict({ verdict }: VerdictClause, standing: Standing | undefined, hasQuestion: boolean): Verdict {
  if (standing === undefined) return hasQuestion ? 'warn' : verdict;
  if (standing !== 'not judged') return verdictByStanding[standing];
  return verdict === 'blocked' || verdict === 'error' ? verdict : 'untried';
}

/** The verdict that pages show and count each clause by. A binding clause counts as in `countClauses`, so that each word has one number. */
export function findShownVerdicts(file: VerdictFile): ReadonlyMap<string, Verdict> {
  const standings = findStandings(file);
  const questions = findQuestionClauses(file);
  return new Map(file.clauses.map((clause) => [clause.id, showVerdict(clause, standings.get(clause.id), questions.has(clause.id))]));
}

export function countClauses(file: VerdictFile): ClauseCounts {
  const standings = findStandings(file);
  const by = { broken: 0, accepted: 0, 'not judged': 0, question: 0, noted: 0, 'not applicable': 0, kept: 0 };
  for (const standing of standings.values()) by[standing] += 1;
  const situations = file.clauses.filter(({ id }) => standings.has(id)).flatMap(({ situations: each = [] }) => each);
  return {
    total: standings.size,
    by,
    acceptedBroken: file.clauses.filter(({ id, verdict }) => verdict === 'waived' && standings.get(id) === 'accepted').length,
    situations: { judged: situations.filter(({ judged }) => judged).length, total: situations.length },
    otherQuestions: [...findQuestionClauses(file)].filter((id) => !standings.has(id)).length,
  };
}

const partIfAny = (count: number, words: string): readonly string[] => (count === 0 ? [] : [words]);

/** `338 binding: 335 kept, 1 broken, 2 not judged · 175 of 177 forms and circumstances · 3 questions about clauses that do not bind` */
export function describeClauses(file: VerdictFile): string {
  const { total, by, situations, otherQuestions } = countClauses(file);
  const parts = [
    `${by.kept} kept`,
    ...partIfAny(by.noted, `${by.noted} noted`),
    ...partIfAny(by['not applicable'], `${by['not applicable']} not applicable`),
    `${by.broken} broken`,
    ...partIfAny(by.question, pluralize(by.question, 'question')),
    `${by['not judged']} not judged`,
    ...partIfAny(by.accepted, `${by.accepted} accepted`),
  ];
  return [
    `${total} binding: ${parts.join(', ')}`,
    ...partIfAny(situations.total, `${situations.judged} of ${situations.total} forms and circumstances`),
    ...partIfAny(otherQuestions, `${pluralize(otherQuestions, 'question')} about clauses that do not bind`),
  ].join(' · ');
}
