import { pluralize, toOneLine } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { groupFindings, formatComparisonHeadline, type ShownComparison, type FindingGroup } from './groups.ts';

const textRow = (name: string, text: string): string => `         ${name.padEnd(10)}${toOneLine(text)}`;

const groupLines = ({ first, places }: FindingGroup): readonly string[] => [
  `${first.severity.toUpperCase().padEnd(9)}${first.rule}  ${toOneLine(first.place)}`,
  ...(places.length > 1 ? [textRow('also', pluralize(places.length - 1, 'more place'))] : []),
  textRow('expected', first.expected),
  textRow('live', first.live),
  textRow('effect', first.effect),
  '',
];

export const renderComparisonText = (comparison: ShownComparison): string =>
  [
    `expected ${toOneLine(comparison.expectedFrom)}`,
    `live     ${toOneLine(comparison.liveFrom)}`,
    '',
    ...severities.flatMap((severity) => groupFindings(comparison.findings, severity).flatMap(groupLines)),
    formatComparisonHeadline(comparison),
    '',
  ].join('\n');
