import { plural, oneLine } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { groupsOf, headline, type ShownComparison, type FindingGroup } from './groups.ts';

const row = (name: string, text: string): string => `         ${name.padEnd(10)}${oneLine(text)}`;

const block = ({ first, places }: FindingGroup): readonly string[] => [
  `${first.severity.toUpperCase().padEnd(9)}${first.rule}  ${oneLine(first.place)}`,
  ...(places.length > 1 ? [row('also', plural(places.length - 1, 'more place'))] : []),
  row('expected', first.expected),
  row('live', first.live),
  row('effect', first.effect),
  '',
];

/** For a terminal: plain lines, no control characters of the documents. */
export const comparisonText = (comparison: ShownComparison): string =>
  [
    `expected ${oneLine(comparison.expectedFrom)}`,
    `live     ${oneLine(comparison.liveFrom)}`,
    '',
    ...severities.flatMap((severity) => groupsOf(comparison.findings, severity).flatMap(block)),
    headline(comparison),
    '',
  ].join('\n');
