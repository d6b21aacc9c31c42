import { code, markdown } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { bullet, section, table } from '../pages/markdown.ts';
import { groupsOf, headline, severityWords, type ShownComparison, type FindingGroup } from './groups.ts';

const head = ['rule', 'place', 'expected', 'live', 'effect on a partner'];

const cells = ({ first, places }: FindingGroup): readonly string[] => [
  first.rule,
  places.map(code).join('<br>'),
  code(first.expected),
  code(first.live),
  markdown(first.effect),
];

function part(comparison: ShownComparison, severity: (typeof severities)[number]): readonly string[] {
  const groups = groupsOf(comparison.findings, severity);
  return groups.length === 0 ? [] : section(2, `${severityWords[severity]} (${severity})`, table(head, groups.map(cells)));
}

/** A page of Markdown; whatever the documents hold can neither leave its cell nor become a link or a tag. */
export const comparisonMarkdown = (comparison: ShownComparison): string =>
  [
    '# Contract comparison',
    '',
    bullet(`expected: ${code(comparison.expectedFrom)}`),
    bullet(`live: ${code(comparison.liveFrom)}`),
    '',
    `**${headline(comparison)}**`,
    ...severities.flatMap((severity) => part(comparison, severity)),
    '',
  ].join('\n');
