import { styleText } from 'node:util';
import { brokenRows, rowsWith, type BrokenRow, type CheckRow } from '../model/check-row.ts';
import { groupsWith, countsInWords, uncheckedGroups, type ReasonGroup } from '../model/groups.ts';
import { changeTally } from '../compare/formats.ts';
import type { Comparison } from '../compare/compare.ts';
import { headlineOf } from '../verdict/headline.ts';
import { plural, firstLine, oneLine, shorten } from '../../core/text.ts';
import type { Cause, RunVerdict, VerdictFile } from '../model/verdict-file.ts';
import { waitWords } from '../model/waits.ts';

interface TerminalOptions {
  readonly color: boolean;
  /** Path of the report, as the reader may open it; null when it could not be made. */
  readonly report: string | null;
  /** The page people sign on, likewise. */
  readonly decision?: string;
  /** What changed since the last run; null when none is known. */
  readonly changes?: Comparison | null;
  /** The folder of the run, where it is not the usual one. */
  readonly folder?: string;
}

type Style = 'bold' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'dim';
type Paint = (style: Style, text: string) => string;

const painter = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text;

/** More than this of one kind is left to the report. */
const most = 12;
const indent = ' '.repeat(9);
const label = (word: string): string => word.padEnd(9);

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

/** Clauses that no check of this run looks at stand open for nobody to move: a reader of the terminal needs no more of them. */
const mostForClauses = 2;

function capped<One>(all: readonly One[], what: string, show: (one: One) => readonly string[], limit = most): readonly string[] {
  const rest = all.length - limit;
  return [...all.slice(0, limit).flatMap(show), ...(rest > 0 ? [`${indent}… and ${rest} more ${what} in the report`] : [])];
}

const headline = (file: VerdictFile, changes: Comparison | null, paint: Paint): readonly string[] => [
  paint('bold', paint(headlineStyle[file.verdict], oneLine(headlineOf(file, changes)))),
  `${indent}${countsInWords(file).join(' · ')}`,
  '',
];

const row = (word: string, text: string | null): readonly string[] =>
  text === null ? [] : [`${indent}${word.padEnd(10)}${shorten(oneLine(text), 400)}`];

function failBlock(broken: BrokenRow, paint: Paint): readonly string[] {
  const { clause, title, section, certainty, owner, seen, place, expected, received, address, also, signature, blocked, repeat, cost } =
    broken;
  const about = [
    section ?? broken.subject,
    certainty ?? 'unknown clause',
    ...(owner === null ? [] : [owner]),
    ...(seen === null ? [] : [`seen ${seen}`]),
  ];
  return [
    `${paint('red', label('FAIL'))}${paint('bold', clause)}   ${oneLine(title)}`,
    `${indent}${oneLine(about.join(' · '))}`,
    ...(place === null ? [] : [`${indent}${oneLine(place)}`]),
    ...row('expected', expected),
    ...row('received', received),
    ...row('from', address),
    ...(also.length === 0 ? [] : row('also in', someOf(also))),
    ...row('signature', signature),
    ...(blocked === null ? [] : row('keeps', `${blocked} from being tested`)),
    ...row('repeat', `${repeat}${cost === '' ? '' : `   (${cost})`}`),
    '',
  ];
}

const someOf = (ids: readonly string[]): string => `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? `, and ${ids.length - 5} more` : ''}`;

const groupLine = (word: string, style: Style, what: string, { ids, reason, owner }: ReasonGroup, paint: Paint): string =>
  `${paint(style, label(word))}${plural(ids.length, what).padStart(11)}   ${shorten(oneLine(firstLine(reason)), 300)}${owner === null ? '' : ` · ${owner}`}`;

/** Where it was seen, unless the reason says so itself. */
function seenAt({ checks }: VerdictFile, { checks: ids, reason }: Cause): string {
  const at = checks.find(({ id, address }) => address !== null && ids.includes(id))?.address ?? null;
  return at === null || reason.includes('://') ? '' : ` (${at})`;
}

function blockedLines(file: VerdictFile, paint: Paint): readonly string[] {
  return capped(file.causes, 'causes', (cause) => [
    groupLine(
      'BLOCKED',
      'yellow',
      'check',
      { ids: cause.checks, reason: `because ${firstLine(cause.reason)}${seenAt(file, cause)}`, owner: cause.owner },
      paint,
    ),
  ]);
}

/** One mishap of the suite takes many checks with it: they are told together. */
const errorLines = (file: VerdictFile, paint: Paint): readonly string[] =>
  capped(groupsWith(file, 'error'), 'errors', (group) => [
    groupLine('ERROR', 'magenta', 'check', group, paint),
    ...row('in', someOf(group.ids)),
  ]);

const seenIn = ({ mismatch, received, reason }: CheckRow): string =>
  mismatch === null || received === null ? (reason ?? '') : `expected ${mismatch.expected}, received ${received}`;

/** The same thing seen in several checks is told once. */
function warnLines(warned: readonly CheckRow[], paint: Paint): readonly string[] {
  const alike = Map.groupBy(warned, ({ clause, received, reason }) => `${clause} ${received ?? reason ?? ''}`);
  return capped([...alike.values()], 'warnings', ([first, ...others]) => {
    if (first === undefined) return [];
    const where = others.length > 0 ? `, in ${others.length + 1} checks` : first.place === null ? '' : ` · ${first.place}`;
    return [`${paint('yellow', label('WARN'))}${first.clause}   ${shorten(oneLine(seenIn(first)), 300)}${oneLine(where)}`];
  });
}

const untriedLines = (file: VerdictFile, paint: Paint): readonly string[] => [
  ...capped(groupsWith(file, 'untried'), 'reasons', (group) => [groupLine('UNTRIED', 'cyan', 'check', group, paint)]),
  ...capped(uncheckedGroups(file), 'reasons', (group) => [groupLine('UNTRIED', 'cyan', 'clause', group, paint)], mostForClauses),
];

/** Sections that say something, each followed by a blank line. */
const spaced = (sections: readonly (readonly string[])[]): readonly string[] =>
  sections.flatMap((section) => (section.length === 0 || section.at(-1) === '' ? section : [...section, '']));

/** It came to no end, or the environment kept something from being judged; what an embedded sandbox knew is gone with it. */
const mayGoOn = ({ run, checks }: VerdictFile): boolean =>
  run.target !== 'sandbox' && (run.interrupted || checks.some(({ verdict, owner }) => verdict === 'blocked' && owner === 'environment'));

function resumeLine({ run: { selection } }: VerdictFile, folder: string | undefined): string {
  const chosen = selection === null ? '' : ` --check ${selection.map((pattern) => `'${oneLine(pattern)}'`).join(' ')}`;
  const where = folder === undefined ? '' : ` --report-dir ${folder}`;
  return `${label('resume')}npm run conformance -- run --resume${where}${chosen}   (only what is unfinished is tried)`;
}

/** The end of a run as it stands on the terminal: the verdict, what broke, what was not tested and why, where to read on. */
export function summaryLines(file: VerdictFile, { color, report, decision, changes = null, folder }: TerminalOptions): readonly string[] {
  const paint = painter(color);
  const waited = waitWords(file.run);
  const where = report ?? 'not written, see above; verdict.json, junit.xml and summary.md are';
  return [
    ...headline(file, changes, paint),
    ...spaced([
      capped(file.unfit, 'waivers', (about) => [`${paint('magenta', label('UNFIT'))}${oneLine(about)}`]),
      capped(brokenRows(file), 'broken clauses', (broken) => failBlock(broken, paint)),
      errorLines(file, paint),
      file.trouble.map((trouble) => `${paint('magenta', label('ERROR'))}${oneLine(trouble)}`),
      blockedLines(file, paint),
      untriedLines(file, paint),
      capped(groupsWith(file, 'waived'), 'waivers', (group) => [groupLine('WAIVED', 'yellow', 'check', group, paint)]),
      capped(file.expiring, 'waivers', (about) => [`${paint('yellow', label('EXPIRING'))}${oneLine(about)}`]),
      warnLines(rowsWith(file, 'warn'), paint),
    ]),
    ...(waited === null ? [] : [`${label('waited')}${shorten(oneLine(waited), 300)}`]),
    ...(mayGoOn(file) ? [resumeLine(file, folder)] : []),
    ...(file.failedOn ?? []).map(({ on, words }) => `${label('fail-on')}${on}: ${words}`),
    ...(changes === null ? [] : [`${label('changes')}${oneLine(`${changeTally(changes)}, since ${changes.before.startedAt}`)}`]),
    ...(decision === undefined ? [] : [`${label('decision')}${oneLine(decision)}`]),
    `${label('report')}${oneLine(where)}   exit ${file.exitCode}`,
  ];
}
