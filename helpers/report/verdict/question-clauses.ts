import { soundVerdicts } from '../../core/records/verdicts.ts';
import type { VerdictClause, VerdictFile } from '../model/verdict-file.ts';

type Profile = VerdictFile['profile'];

/** Where the specification states two forms, the service's behavior shows which one it took. */
export function findShownAmbiguities(clauses: readonly VerdictClause[], profile: Profile): readonly VerdictClause[] {
  const seen = new Set(profile.map(({ clause }) => clause));
  return clauses.filter(({ id, certainty, verdict }) => certainty === 'ambiguous' && soundVerdicts.has(verdict) && seen.has(id));
}

/** The clauses that the operator is asked about. */
export function findQuestionClauses({ checks, clauses, profile }: VerdictFile): ReadonlySet<string> {
  const warned = checks.filter(({ verdict }) => verdict === 'warn').map(({ clause }) => clause);
  return new Set([...warned, ...findShownAmbiguities(clauses, profile).map(({ id }) => id)]);
}
