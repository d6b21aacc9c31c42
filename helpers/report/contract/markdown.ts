import { markdownCode, escapeMarkdown } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { bullet, section, table } from '../pages/markdown.ts';
import { groupFindings, formatComparisonHeadline, severityTitles, type ShownComparison, type FindingGroup } from './groups.ts';
import { describeDifference } from '../../contract/compare/words.ts';

const head = ['difference', 'place', 'effect on a partner', 'rule'];

function toCells({ first, places }: FindingGroup): readonly string[] {
  const { what, contract, live } = describeDifference(first);
  return [
    `${what}: contract ${markdownCode(contract)}, live ${markdownCode(live)}`,
    places.map(markdownCode).join('<br>'),
    escapeMarkdown(first.effect),
    first.rule,
  ];
}

function renderSeverity(comparison: ShownComparison, severity: (typeof severities)[number]): readonly string[] {
  const groups = groupFindings(comparison.findings, severity);
  return groups.length === 0 ? [] : section(2, `${severityTitles[severity]} (${severity})`, table(head, groups.map(toCells)));
}

/** Text of the documents cannot leave its cell or become a link or a tag. */
export const renderComparisonMarkdown = (comparison: ShownComparison): string =>
  [
    '# Contract comparison',
    '',
    bullet(`contract: ${markdownCode(comparison.expectedFrom)}`),
    bullet(`live: ${markdownCode(comparison.liveFrom)}`),
    '',
    `**${formatComparisonHeadline(comparison)}**`,
    ...severities.flatMap((severity) => renderSeverity(comparison, severity)),
    '',
  ].join('\n');
