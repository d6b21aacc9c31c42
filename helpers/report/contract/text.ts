import { pluralize, toOneLine } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { groupFindings, formatComparisonHeadline, type ShownComparison, type FindingGroup } from './groups.ts';
import { describeDifference } from '../../contract/compare/words.ts';

const textRow = (name: string, text: string): string => `         ${name.padEnd(10)}${toOneLine(text)}`;

const groupLines = ({ first, places }: FindingGroup): readonly string[] => {
  const { what, contract, live } = describeDifference(first);
  return [
    `${first.severity.toUpperCase().padEnd(9)}${what}: contract ${toOneLine(contract)}, live ${toOneLine(live)}   (${first.rule})`,
    textRow('place', first.place),
    ...(places.length > 1 ? [textRow('also', pluralize(places.length - 1, 'more place'))] : []),
    textRow('effect', first.effect),
    '',
  ];
};

export const renderComparisonText = (comparison: ShownComparison): string =>
  [
    `contract ${toOneLine(comparison.expectedFrom)}`,
    `live     ${toOneLine(comparison.liveFrom)}`,
    '',
    ...severities.flatMap((severity) => groupFindings(comparison.findings, severity).flatMap(groupLines)),
    formatComparisonHeadline(comparison),
    '',
  ].join('\n');
