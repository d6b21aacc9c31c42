import type { Certainty } from '../../../specs/clause.ts';
import { clauses } from '../../../specs/clauses.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';

export type Severity = 'blocker' | 'critical' | 'normal' | 'minor' | 'trivial';

const guarded = new Map(clauses.flatMap(({ id, guards }) => (guards === undefined ? [] : [[id, guards] as const])));

const byCertainty: Readonly<Record<Certainty, Severity>> = {
  stated: 'normal',
  implied: 'normal',
  exemplified: 'minor',
  ambiguous: 'minor',
  silent: 'trivial',
};

export const guardsSecret = (clause: string): boolean => guarded.get(clause) === 'leak';

/** Money and secrets first, then consent and what else goes beyond the letter for safety. */
export function rateSeverity({ clause: id, area }: Pick<VerdictCheck, 'clause' | 'area'>, clause: VerdictClause | undefined): Severity {
  if (guarded.has(id)) return 'blocker';
  if (area === 'Consent' || clause?.safety === true) return 'critical';
  return byCertainty[clause?.certainty ?? 'stated'];
}
