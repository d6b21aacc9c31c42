import { pickFindingClause } from '../../helpers/contract/compare/finding-clause.ts';
import type { ContractFinding } from '../../helpers/core/records/contract-finding.ts';
import { rules } from '../../helpers/contract/compare/rules.ts';
import { describeDifference } from '../../helpers/contract/compare/words.ts';

/** A finding that no check accuses: it is only observed, or has no clause. */
const isFact = (finding: ContractFinding): boolean => finding.severity === 'observed' || pickFindingClause(finding) === null;

const shortenText = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 200)}…`);

/** The other findings of the comparison, one line for each kind. */
export function summaryFacts(findings: readonly ContractFinding[], unread: readonly string[]): readonly string[] {
  const kinds = Map.groupBy(findings.filter(isFact), ({ kind }) => kind);
  const lines = [...kinds].flatMap(([kind, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, and in ${others.length} more`;
    return [`${shortenText(`${describeDifference(first).what} in ${first.place}: ${first.live}`)}${more} (rule ${rules[kind].rule})`];
  });
  return [...lines, ...unread.map((what) => shortenText(`not read: ${what}`))];
}

const mostPlaces = 5;

/** Text for the findings after the first, as in ` (and 3 more: GET /error; …)`; empty when there are none. */
export function describeOtherPlaces(findings: readonly { readonly place: string }[]): string {
  const rest = findings.slice(1);
  if (rest.length === 0) return '';
  const places = rest.slice(0, mostPlaces).map(({ place }) => place);
  const more = rest.length > mostPlaces ? ', …' : '';
  return ` (and ${rest.length} more: ${places.join('; ')}${more})`;
}
