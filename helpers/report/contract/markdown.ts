import { code, markdown } from '../../core/text.ts';
import { severities } from '../../core/records/contract-finding.ts';
import { groupsOf, headline, severityWords, type Comparison, type Group } from './rendered.ts';

/** A bar ends a cell even inside code. */
const cell = (text: string): string => text.replaceAll(/(?<!\\)\|/g, '\\|');

const placesOf = (places: readonly string[]): string => places.map(code).join('<br>');

const line = ({ first, places }: Group): string =>
  `| ${[first.rule, placesOf(places), code(first.expected), code(first.live), markdown(first.effect)].map(cell).join(' | ')} |`;

function section(comparison: Comparison, severity: (typeof severities)[number]): readonly string[] {
  const groups = groupsOf(comparison.findings, severity);
  if (groups.length === 0) return [];
  const head = ['| rule | place | expected | live | effect on a partner |', '| --- | --- | --- | --- | --- |'];
  return [`## ${severityWords[severity]} (${severity})`, '', ...head, ...groups.map(line), ''];
}

/** A page of Markdown; whatever the documents hold can neither leave its cell nor become a link or a tag. */
export const comparisonMarkdown = (comparison: Comparison): string =>
  [
    '# Contract comparison',
    '',
    `- expected: ${code(comparison.expectedFrom)}`,
    `- live: ${code(comparison.liveFrom)}`,
    '',
    `**${headline(comparison)}**`,
    '',
    ...severities.flatMap((severity) => section(comparison, severity)),
  ].join('\n');
