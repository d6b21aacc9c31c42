import type { Certainty } from '../../../specs/clause.ts';
import { findRisk } from './risk.ts';
import type { VerdictCheck, VerdictClause } from './verdict-file.ts';

export type Severity = 'blocker' | 'normal' | 'minor' | 'trivial';

const byCertainty: Readonly<Record<Certainty, Severity>> = {
  stated: 'normal',
  implied: 'normal',
  exemplified: 'minor',
  ambiguous: 'minor',
  silent: 'trivial',
};

/** Money, secrets and consent first; the rest by how certain the specification is. */
export function rateSeverity({ clause: id }: Pick<VerdictCheck, 'clause'>, clause: VerdictClause | undefined): Severity {
  return findRisk(id) === 'other' ? byCertainty[clause?.certainty ?? 'stated'] : 'blocker';
}
