import type { Exchange } from '../../core/exchange.ts';
import { describeSightings } from '../../fuzz/findings/describe-sightings.ts';
import type { Finding } from '../../fuzz/findings/finding.ts';
import { formatAttachmentName, type ResultFiles } from './results.ts';
import { formatRecordedCommand } from '../../config/environment.ts';
import type { VerdictCheck, VerdictRun } from '../model/verdict-file.ts';

const maxFindings = 12;

/** With the command that tries it again. */
export interface ReplayedFinding extends Finding {
  readonly replay: string;
}

export const withReplay = (findings: readonly Finding[], run: VerdictRun): readonly ReplayedFinding[] =>
  findings.map((finding) => ({ ...finding, replay: formatRecordedCommand(run, `replay ${finding.id}`) }));

export const findingsShownBy = ({ evidence, verdict }: VerdictCheck, findings: readonly ReplayedFinding[]): readonly ReplayedFinding[] =>
  verdict === 'pass' ? [] : findings.filter(({ exchanges }) => exchanges.some((id) => evidence.includes(id))).slice(0, maxFindings);

export interface ShownFinding {
  readonly finding: ReplayedFinding;
  /** The body of the odd call as it was sent; null where it has none that is text. */
  readonly payload: string | null;
}

/** Of a case the odd call is the last one of its operation: what is read after it has another. */
export function showFinding(finding: ReplayedFinding, exchanges: ReadonlyMap<string, Exchange>): ShownFinding {
  const { recipe } = finding;
  const odd = finding.exchanges
    .flatMap((id) => exchanges.get(id) ?? [])
    .findLast(({ operation }) => recipe.kind === 'case' && operation === recipe.operation);
  const body = odd?.request.body;
  return { finding, payload: body?.encoding === 'utf8' ? body.text : null };
}

const findingFileName = ({ id }: Finding, check: VerdictCheck): string => formatAttachmentName(check.id, `${id}-attachment.txt`);

const formatScript = ({ recipe }: Finding): readonly string[] =>
  recipe.kind === 'case' ? ['', 'As a command (fill in the words that begin with $):', '', recipe.script] : [];

const formatFinding = (finding: ReplayedFinding): string =>
  [
    `${finding.id}  ${finding.clause}`,
    '',
    `Change    ${finding.mutation}`,
    `Place     ${finding.place}`,
    `Expected  ${finding.expected}`,
    `Received  ${finding.received}`,
    `Seen      ${describeSightings(finding)}`,
    `Shown by  ${finding.exchanges.join(', ')}`,
    `Repeat    ${finding.replay}`,
    ...formatScript(finding),
    '',
    'Recipe:',
    '',
    JSON.stringify(finding.recipe, null, 2),
    '',
  ].join('\n');

export const findingAttachments = (
  check: VerdictCheck,
  findings: readonly ReplayedFinding[],
): { name: string; source: string; type: string }[] =>
  findingsShownBy(check, findings).map((finding) => ({
    name: `finding ${finding.id}`,
    source: findingFileName(finding, check),
    type: 'text/plain',
  }));

export function addFindingTexts(results: ResultFiles, checks: readonly VerdictCheck[], findings: readonly ReplayedFinding[]): void {
  for (const check of checks)
    for (const finding of findingsShownBy(check, findings)) results.set(findingFileName(finding, check), formatFinding(finding));
}
