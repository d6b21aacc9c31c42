import { pluralize } from '../../core/text.ts';
import { type ContractFinding, severities } from '../../core/records/contract-finding.ts';
import { isContradiction } from '../../contract/compare/build-findings.ts';

export interface ShownComparison {
  /** As the user named them. */
  readonly expectedFrom: string;
  readonly liveFrom: string;
  readonly findings: readonly ContractFinding[];
}

/** Equal findings about the same name; one definition often occurs in many places. */
export interface FindingGroup {
  readonly first: ContractFinding;
  readonly places: readonly string[];
}

const lastName = (place: string): string => place.slice(place.lastIndexOf(' › ') + 1);

const groupKey = ({ kind, severity, place, expected, live }: ContractFinding): string =>
  JSON.stringify([kind, severity, lastName(place), expected, live]);

/** Sorted by rule, then in the order of the findings. */
export function groupFindings(findings: readonly ContractFinding[], severity: ContractFinding['severity']): readonly FindingGroup[] {
  const groups = Map.groupBy(
    findings.filter((finding) => finding.severity === severity),
    groupKey,
  );
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ first, places: group.map(({ place }) => place) })))
    .sort((one, other) => (one.first.rule < other.first.rule ? -1 : one.first.rule > other.first.rule ? 1 : 0));
}

export const severityTitles = { fail: 'Contradictions', warn: 'Questions', observed: 'Observations' } as const;

export function formatComparisonHeadline({ findings }: ShownComparison): string {
  const counts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const contradictions = findings.filter(isContradiction).length;
  const word = contradictions === 0 ? 'NO CONTRADICTION' : pluralize(contradictions, 'CONTRADICTION', 'CONTRADICTIONS');
  return counts.length === 0 ? `${word}   no difference` : `${word}   ${counts.join(' · ')}`;
}
