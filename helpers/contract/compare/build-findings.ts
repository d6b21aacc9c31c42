import { shorten } from '../../core/text.ts';
import type { ContractFinding, Severity } from '../../core/records/contract-finding.ts';
import type { Difference } from './difference.ts';
import { rules } from './rules.ts';
import { joinPlace } from '../read/operation.ts';

/** Names and values of a live document may have any length. */
const longest = 300;

type FindingContext = Pick<ContractFinding, 'operation' | 'role'>;

/** One finding, or none where the rule table is silent. */
export function buildFindings(
  { operation, role }: FindingContext,
  { kind, place, expected, live }: Difference,
): readonly ContractFinding[] {
  const { rule, severity: by, effect } = rules[kind];
  const severity: Severity | 'silent' = by[role ?? 'plain'];
  if (severity === 'silent') return [];
  return [
    {
      rule,
      kind,
      severity,
      operation: operation === null ? null : shorten(operation, longest),
      role,
      place: shorten(joinPlace(operation ?? '', place), longest),
      expected: shorten(expected, longest),
      live: shorten(live, longest),
      effect,
    },
  ];
}

export const isContradiction = ({ severity }: ContractFinding): boolean => severity === 'fail';
