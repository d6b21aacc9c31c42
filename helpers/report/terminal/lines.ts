import { styleText } from 'node:util';
import { collectBrokenRows, rowsWithVerdict, type BrokenRow, type CheckRow } from '../model/check-row.ts';
import { groupsWithVerdict, describeCounts, groupUncheckedClauses, type ReasonGroup } from '../model/groups.ts';
import { summarizeChanges } from '../compare/formats.ts';
import type { Comparison } from '../compare/compare.ts';
import { formatHeadline } from '../verdict/headline.ts';
import { pluralize, firstLine, toOneLine, shorten } from '../../core/text.ts';
import type { Cause, RunVerdict, VerdictFile } from '../model/verdict-file.ts';
import { describeStarved } from '../model/describe-starved.ts';
import { describeWaits } from '../model/describe-waits.ts';

interface TerminalOptions {
  readonly color: boolean;
  /** As the reader can open it; null when no page was made. */
  readonly report: string | null;
  readonly decision?: string;
  /** The map of the specification. */
  readonly map?: string;
  readonly changes?: Comparison | null;
  readonly folder?: string;
}

type Style = 'bold' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'dim';
type Paint = (style: Style, text: string) => string;

const createPainter = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;

const maxOfKind = 12;
const indent = ' '.repeat(9);
const padLabel = (word: string): string => word.padEnd(9);

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

/** No check of this run tries these clauses, and no owner can act on them, so a few lines are enough. */
const maxClauseGroups = 2;

function cappedLines<One>(all: readonly One[], what: string, show: (one: One) => readonly string[], limit = maxOfKind): readonly string[] {
  const rest = all.length - limit;
  return [...all.slice(0, limit).flatMap(show), ...(rest > 0 ? [`${indent}… and ${rest} more ${what} in the report`] : [])];
}

const headlineLines = (file: VerdictFile, changes: Comparison | null, paint: Paint): readonly string[] => [
  paint('bold', paint(headlineStyle[file.verdict], toOneLine(formatHeadline(file, changes)))),
  `${indent}${describeCounts(file).join(' · ')}`,
  '',
];

export const detailLine = (word: string, text: string | null): readonly string[] =>
  text === null ? [] : [`${indent}${word.padEnd(10)}${shorten(toOneLine(text), 400)}`];

function failLines(broken: BrokenRow, paint: Paint): readonly string[] {
  const { clause, title, section, certainty, owner, seen, place, expected, received, address, also, signature, blocked, repeat, cost } =
    broken;
  const about = [
    section ?? broken.subject,
    certainty ?? 'unknown clause',
    ...(owner === null ? [] : [owner]),
    ...(seen === null ? [] : [`seen ${seen}`]),
  ];
  return [
    `${paint('red', padLabel('FAIL'))}${paint('bold', clause)}   ${toOneLine(title)}`,
    `${indent}${toOneLine(about.join(' · '))}`,
    ...(place === null ? [] : [`${indent}${toOneLine(place)}`]),
    ...detailLine('expected', expected),
    ...detailLine('received', received),
    ...detailLine('from', address),
    ...(also.length === 0 ? [] : detailLine('also in', formatFirstIds(also))),
    ...detailLine('signature', signature),
    ...(blocked === null ? [] : detailLine('blocks', `${blocked} from being tested`)),
    ...detailLine('repeat', `${repeat}${cost === '' ? '' : `   (${cost})`}`),
    '',
  ];
}

const formatFirstIds = (ids: readonly string[]): string =>
  `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? `, and ${ids.length - 5} more` : ''}`;

const groupLine = (word: string, style: Style, what: string, { ids, reason, owner }: ReasonGroup, paint: Paint): string =>
  `${paint(style, padLabel(word))}${pluralize(ids.length, what).padStart(11)}   ${shorten(toOneLine(firstLine(reason)), 300)}${owner === null ? '' : ` · ${owner}`}`;

/** Empty when the reason already has an address. */
function describeAddress({ checks }: VerdictFile, { checks: ids, reason }: Cause): string {
  const at = checks.find(({ id, address }) => address !== null && ids.includes(id))?.address ?? null;
  return at === null || reason.includes('://') ? '' : ` (${at})`;
}

function blockedLines(file: VerdictFile, paint: Paint): readonly string[] {
  return cappedLines(file.causes, 'causes', (cause) => [
    groupLine(
      'BLOCKED',
      'yellow',
      'check',
      { ids: cause.checks, reason: `because ${firstLine(cause.reason)}${describeAddress(file, cause)}`, owner: cause.owner },
      paint,
    ),
  ]);
}

/** One error of the suite may affect many checks, so they share a line. */
const errorLines = (file: VerdictFile, paint: Paint): readonly string[] =>
  cappedLines(groupsWithVerdict(file, 'error'), 'errors', (group) => [
    groupLine('ERROR', 'magenta', 'check', group, paint),
    ...detailLine('in', formatFirstIds(group.ids)),
  ]);

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

const untriedLines = (file: VerdictFile, paint: Paint): readonly string[] => [
  ...cappedLines(groupsWithVerdict(file, 'untried'), 'reasons', (group) => [groupLine('UNTRIED', 'cyan', 'check', group, paint)]),
  ...cappedLines(
    groupUncheckedClauses(file),
    'reasons',
    (group) => [groupLine('UNTRIED', 'cyan', 'clause', group, paint)],
    maxClauseGroups,
  ),
];

/** Leaves out empty sections and ends the others with a blank line. */
const separateSections = (sections: readonly (readonly string[])[]): readonly string[] =>
  sections.flatMap((section) => (section.length === 0 || section.at(-1) === '' ? section : [...section, '']));

/**
 * True when the run did not finish or the environment blocked checks. An embedded sandbox has lost its state, so its run cannot be resumed.
 */
const canResume = ({ run, checks }: VerdictFile): boolean =>
  run.target !== 'sandbox' && (run.interrupted || checks.some(({ verdict, owner }) => verdict === 'blocked' && owner === 'environment'));

function resumeLine({ run: { selection } }: VerdictFile, folder: string | undefined): string {
  const chosen = selection === null ? '' : ` --check ${selection.map((pattern) => `'${toOneLine(pattern)}'`).join(' ')}`;
  const where = folder === undefined ? '' : ` --report-dir ${folder}`;
  return `${padLabel('resume')}npm run conformance -- run --resume${where}${chosen}   (tries only unfinished checks)`;
}

export function summaryLines(
  file: VerdictFile,
  { color, report, decision, map, changes = null, folder }: TerminalOptions,
): readonly string[] {
  const paint = createPainter(color);
  const [waited, starved] = [describeWaits(file.run), describeStarved(file.run)];
  const where = report ?? 'not written (see above), but verdict.json, junit.xml and summary.md are';
  return [
    ...headlineLines(file, changes, paint),
    ...separateSections([
      cappedLines(file.unfit, 'waivers', (about) => [`${paint('magenta', padLabel('UNFIT'))}${toOneLine(about)}`]),
      cappedLines(collectBrokenRows(file), 'broken clauses', (broken) => failLines(broken, paint)),
      errorLines(file, paint),
      file.trouble.map((trouble) => `${paint('magenta', padLabel('ERROR'))}${toOneLine(trouble)}`),
      blockedLines(file, paint),
      untriedLines(file, paint),
      cappedLines(groupsWithVerdict(file, 'waived'), 'waivers', (group) => [groupLine('WAIVED', 'yellow', 'check', group, paint)]),
      cappedLines(file.expiring, 'waivers', (about) => [`${paint('yellow', padLabel('EXPIRING'))}${toOneLine(about)}`]),
      warnLines(rowsWithVerdict(file, 'warn'), paint),
    ]),
    ...(waited === null ? [] : [`${padLabel('waited')}${shorten(toOneLine(waited), 300)}`]),
    ...(starved === null ? [] : [`${padLabel('starved')}${shorten(toOneLine(starved), 300)}`]),
    ...(canResume(file) ? [resumeLine(file, folder)] : []),
    ...(file.failedOn ?? []).map(({ on, words }) => `${padLabel('fail-on')}${on}: ${words}`),
    ...(changes === null ? [] : [`${padLabel('changes')}${toOneLine(`${summarizeChanges(changes)}, since ${changes.before.startedAt}`)}`]),
    ...(decision === undefined ? [] : [`${padLabel('decision')}${toOneLine(decision)}`]),
    ...(map === undefined ? [] : [`${padLabel('map')}${toOneLine(map)}`]),
    `${padLabel('report')}${toOneLine(where)}   exit ${file.exitCode}`,
  ];
}
