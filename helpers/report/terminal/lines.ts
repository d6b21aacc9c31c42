import { collectBrokenRows, rowsWithVerdict, type CheckRow } from '../model/check-row.ts';
import { collectBrokenClauses, groupsWithVerdict, describeCheckCounts } from '../model/groups.ts';
import { groupByLikelyCause } from '../model/likely-causes.ts';
import { summarizeChanges } from '../compare/formats.ts';
import type { Comparison } from '../compare/compare.ts';
import { describeClauses } from '../verdict/counted-clauses.ts';
import { formatHeadline, listUnanswered } from '../verdict/headline.ts';
import { firstLine, toOneLine, shorten, shortenAtWord } from '../../core/text.ts';
import type { Cause, RunVerdict, VerdictFile } from '../model/verdict-file.ts';
import { formatRecordedCommand } from '../../config/environment.ts';
import { describeCutOff, describeWaits } from '../model/describe-run.ts';
import { failLines, fixFirstLines } from './failures.ts';
import type { Doubt } from '../decision/rows.ts';
import { blockedLines, cappedLines, doubtLines, errorLines, groupLine, untriedLines } from './reasons.ts';
import { openLines } from './unjudged.ts';
import { createPainter, indent, padLabel, type Paint, type Style } from './paint.ts';
import { wrapLine } from './wrap.ts';

interface TerminalOptions {
  readonly color: boolean;
  /** Columns; null where nothing is wrapped. */
  readonly width?: number | null;
  /** As the reader can open it; null when no page was made. */
  readonly report: string | null;
  readonly decision?: string;
  /** The map of the specification. */
  readonly map?: string;
  readonly changes?: Comparison | null;
  /** Calls whose end is unknown. */
  readonly doubts?: readonly Doubt[];
  readonly folder?: string;
}

const headlineStyle: Readonly<Record<RunVerdict, Style>> = {
  conformant: 'green',
  'conformant-selection': 'green',
  'conformant-with-deviations': 'green',
  'conformant-with-deviations-selection': 'green',
  'judged-in-part': 'cyan',
  'non-conformant': 'red',
  incomplete: 'yellow',
  inconclusive: 'magenta',
  'unfit-waivers': 'magenta',
};

const headlineLines = (file: VerdictFile, changes: Comparison | null, paint: Paint): readonly string[] => [
  paint('bold', paint(headlineStyle[file.verdict], toOneLine(formatHeadline(file, changes)))),
  `${padLabel('clauses')}${describeClauses(file)}`,
  ...describeCheckCounts(file).map(([name, words]) => `${padLabel(name)}${words}`),
  '',
];

const describeReceived = ({ mismatch, received, reason }: CheckRow): string =>
  mismatch === null || received === null ? (reason ?? '') : `expected ${mismatch.expected}, received ${received}`;

/** Equal warnings of several checks share a line. */
function warnLines(warned: readonly CheckRow[], paint: Paint): readonly string[] {
  const alike = Map.groupBy(warned, ({ clause, received, reason }) => `${clause} ${received ?? reason ?? ''}`);
  return cappedLines([...alike.values()], 'warnings', ([first, ...others]) => {
    if (first === undefined) return [];
    const where = others.length > 0 ? `, in ${others.length + 1} checks` : first.place === null ? '' : ` · ${first.place}`;
    return [`${paint('yellow', padLabel('WARN'))}${first.clause}   ${shorten(toOneLine(describeReceived(first)), 300)}${toOneLine(where)}`];
  });
}

/** Leaves out empty sections and ends the others with a blank line. */
const separateSections = (sections: readonly (readonly string[])[]): readonly string[] =>
  sections.flatMap((section) => (section.length === 0 || section.at(-1) === '' ? section : [...section, '']));

/**
 * True when the run did not finish or the environment blocked checks. An embedded sandbox has lost its state, so its run cannot be resumed.
 * With a corrected address it is another run, and where no answer came there is nothing to keep.
 */
function canResume(file: VerdictFile): boolean {
  const { run, checks } = file;
  if (run.target === 'sandbox' || listUnanswered(file).length > 0) return false;
  return run.interrupted || checks.some(({ verdict, owner }) => verdict === 'blocked' && owner === 'environment');
}

function resumeLine({ run }: VerdictFile, folder: string | undefined): string {
  const { selection } = run;
  const chosen = selection === null ? '' : ` --check ${selection.map((pattern) => `'${toOneLine(pattern)}'`).join(' ')}`;
  const where = folder === undefined ? '' : ` --report-dir ${folder}`;
  return `${padLabel('resume')}${formatRecordedCommand(run, `run --resume${where}${chosen}`)}   (tries only unfinished checks)`;
}

/** Nothing was judged, and one cause explains it: then nothing else matters. */
const isExplainedAlone = ({ run, causes, counts }: VerdictFile): boolean =>
  run.inconclusive !== null && new Set(causes.map(({ reason }) => reason)).size < 2 && counts.fail + counts.error + counts.warn === 0;

/** Causes whose reason the headline does not tell. */
const findUnnamedCauses = ({ causes }: VerdictFile, headline: string): readonly Cause[] =>
  causes.filter(({ reason }) => !headline.includes(firstLine(reason)));

function findingLines(file: VerdictFile, paint: Paint): readonly string[] {
  return separateSections([
    cappedLines(file.unfit, 'waivers', (about) => [`${paint('magenta', padLabel('UNFIT'))}${toOneLine(about)}`]),
    fixFirstLines(groupByLikelyCause(collectBrokenClauses(file)), paint),
    cappedLines(collectBrokenRows(file), 'broken clauses', (broken) => failLines(broken, paint)),
    errorLines(file, paint),
    file.trouble.map((trouble) => `${paint('magenta', padLabel('ERROR'))}${toOneLine(trouble)}`),
    openLines(file, paint),
    blockedLines(file, file.causes, paint),
    untriedLines(file, paint),
    cappedLines(groupsWithVerdict(file, 'waived'), 'waivers', (group) => [groupLine('WAIVED', 'yellow', file, group, paint)]),
    cappedLines(file.expiring, 'waivers', (about) => [`${paint('yellow', padLabel('EXPIRING'))}${toOneLine(about)}`]),
    warnLines(rowsWithVerdict(file, 'warn'), paint),
  ]);
}

function closingLines(file: VerdictFile, { changes = null, decision, map, folder }: TerminalOptions): readonly string[] {
  const waited = describeWaits(file.run);
  const cutOff = describeCutOff(file.run);
  return [
    ...(waited === null ? [] : [`${padLabel('waited')}${shortenAtWord(toOneLine(waited), 300)}`]),
    ...(cutOff === null ? [] : [`${padLabel('cut off')}${shortenAtWord(toOneLine(cutOff), 300)}`]),
    ...(canResume(file) ? [resumeLine(file, folder)] : []),
    ...(file.failedOn ?? []).map(({ on, words }) => `${padLabel('fail-on')}${on}: ${words}`),
    ...(changes === null ? [] : [`${padLabel('changes')}${toOneLine(`${summarizeChanges(changes)}, since ${changes.before.startedAt}`)}`]),
    ...(decision === undefined ? [] : [`${padLabel('decision')}${toOneLine(decision)}`]),
    ...(map === undefined ? [] : [`${padLabel('map')}${toOneLine(map)}`]),
  ];
}

const detailIndent = 19;

function wrapToWidth(line: string, width: number | null): string {
  if (width === null) return line;
  return wrapLine(line, width, /^ {9}(?:expected|received|also in|signature|blocks|in) /.test(line) ? detailIndent : indent.length);
}

export function summaryLines(file: VerdictFile, options: TerminalOptions): readonly string[] {
  const { color, report, changes = null, doubts = [], width = null } = options;
  const paint = createPainter(color);
  const where = report ?? 'not written (see above), but verdict.json, junit.xml and summary.md are';
  const isAlone = isExplainedAlone(file);
  const [headline = '', ...counts] = headlineLines(file, changes, paint);
  return [
    headline,
    ...(isAlone
      ? doubtLines(doubts, paint)
      : [...counts, ...doubtLines(doubts, paint), ...findingLines(file, paint), ...closingLines(file, options)]),
    ...(isAlone ? blockedLines(file, findUnnamedCauses(file, headline), paint) : []),
    ...(isAlone && canResume(file) ? [resumeLine(file, options.folder)] : []),
    `${padLabel('report')}${toOneLine(where)}   exit ${file.exitCode}`,
  ].map((line) => wrapToWidth(line, width));
}
