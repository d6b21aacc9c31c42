import type { Finding } from '../../fuzz/findings/finding.ts';
import { formatAttachmentName, type ResultFiles } from './results.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

const maxFindings = 12;

export const findingsShownBy = ({ evidence, verdict }: VerdictCheck, findings: readonly Finding[]): readonly Finding[] =>
  verdict === 'pass' ? [] : findings.filter(({ exchanges }) => exchanges.some((id) => evidence.includes(id))).slice(0, maxFindings);

const findingFileName = ({ id }: Finding, check: VerdictCheck): string => formatAttachmentName(check.id, `${id}-attachment.txt`);

const formatScript = ({ recipe }: Finding): readonly string[] =>
  recipe.kind === 'case' ? ['', 'As a command (fill in the words that begin with $):', '', recipe.script] : [];

const formatFinding = (finding: Finding): string =>
  [
    `${finding.id}  ${finding.clause}`,
    '',
    `Mutation  ${finding.mutation}`,
    `Place     ${finding.place}`,
    `Expected  ${finding.expected}`,
    `Received  ${finding.received}`,
    `Seen      in ${finding.seen} ${finding.seen === 1 ? 'call' : 'calls'}, ${finding.firmness}, seed ${finding.seed}`,
    `Shown by  ${finding.exchanges.join(', ')}`,
    `Repeat    npx dmt-conformance replay ${finding.id}`,
    ...formatScript(finding),
    '',
    'Recipe:',
    '',
    JSON.stringify(finding.recipe, null, 2),
    '',
  ].join('\n');

export const findingAttachments = (check: VerdictCheck, findings: readonly Finding[]): { name: string; source: string; type: string }[] =>
  findingsShownBy(check, findings).map((finding) => ({
    name: `finding ${finding.id}`,
    source: findingFileName(finding, check),
    type: 'text/plain',
  }));

export function addFindingTexts(results: ResultFiles, checks: readonly VerdictCheck[], findings: readonly Finding[]): void {
  for (const check of checks)
    for (const finding of findingsShownBy(check, findings)) results.set(findingFileName(finding, check), formatFinding(finding));
}
