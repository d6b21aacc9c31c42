import { pluralize, markdownCode, toVisibleLines, escapeMarkdown, toOneLine, shortenAtWord } from '../../core/text.ts';
import type { Verdict } from '../../core/records/verdicts.ts';
import { verdictWords } from '../model/verdict-words.ts';
import { bullet, cutList, factTable, section } from '../pages/markdown.ts';
import { changeKinds, type Change, type ChangeKind } from './changes.ts';
import { changesOfKind, type ComparedRun, type Comparison, type Difference } from './compare.ts';

const changeTitles: Readonly<Record<ChangeKind, string>> = {
  'newly-failing': 'Newly broken',
  'newly-untested': 'Newly not judged',
  fixed: 'Fixed',
  'newly-accepted': 'Newly accepted',
  'newly-tested': 'Newly judged',
  'no-longer-applicable': 'No longer applicable',
};

/** `uat at uat.example, build 7: non-conformant, 2031-01-02T03:04:05.000Z` */
export const describeRun = ({ target, build, verdict, startedAt }: ComparedRun): string =>
  `${target}${build === null ? '' : `, build ${build}`}: ${verdict}, ${startedAt}`;

const isNewWarning = ({ sign, warning }: Difference): boolean => sign === 'came' && warning === true;
const findNewWarnings = ({ behavior }: Comparison): readonly Difference[] => behavior.filter(isNewWarning);
const findOtherBehavior = ({ behavior }: Comparison): readonly Difference[] => behavior.filter((each) => !isNewWarning(each));

const countClauses = (changes: readonly Change[]): string => pluralize(new Set(changes.map(({ clause }) => clause)).size, 'clause');

/** Clauses first; checks second. */
export function summarizeChanges(comparison: Comparison): string {
  const counted = changeKinds
    .map((kind) => [changesOfKind(comparison, kind), changeTitles[kind].toLowerCase()] as const)
    .filter(([changes]) => changes.length > 0)
    .map(([changes, title]) => `${countClauses(changes)} ${title} (${pluralize(changes.length, 'check')})`);
  const { description } = comparison;
  const warnings = findNewWarnings(comparison);
  const behavior = findOtherBehavior(comparison);
  const isBroken = changesOfKind(comparison, 'newly-failing').length > 0;
  const words = [
    ...counted.slice(0, isBroken ? 1 : 0),
    ...(warnings.length === 0 ? [] : [pluralize(warnings.length, 'new warning')]),
    ...counted.slice(isBroken ? 1 : 0),
    ...(behavior.length === 0 ? [] : [`behavior differs in ${pluralize(behavior.length, 'place')}`]),
    ...(description === null || description.length === 0
      ? []
      : [`the live description differs in ${pluralize(description.length, 'place')}`]),
  ];
  return words.join(', ') || 'no change';
}

const nameVerdict = (verdict: Verdict | null): string => (verdict === null ? 'not planned' : verdictWords[verdict][0]);

const describeChange = ({ before, after, words }: Change): string =>
  `${nameVerdict(before)}, now ${nameVerdict(after)}${words === null ? '' : `: ${words}`}`;

const describeDifference = ({ sign, words }: Difference): string => `${sign === 'came' ? 'now' : 'no longer'}: ${words}`;

interface Line {
  readonly key: string;
  readonly words: string;
}

/** Everything that is said of these checks or clauses. */
interface Group {
  readonly keys: readonly string[];
  readonly words: string;
}

type Section = readonly [title: string, groups: readonly Group[]];

const groupByWords = (lines: readonly Line[]): readonly Group[] =>
  [...Map.groupBy(lines, ({ words }) => words)].map(([words, own]) => ({ keys: own.map(({ key }) => key), words }));

const differenceLines = (differences: readonly Difference[]): readonly Line[] =>
  differences.map((difference) => ({ key: difference.clause, words: describeDifference(difference) }));

/**
 * Shared by all formats; empty sections are left out. What is newly broken comes first, then new warnings: they change no verdict, so
 * nothing else would point to them.
 */
export function buildSections(comparison: Comparison): readonly Section[] {
  const [broken, ...others] = changeKinds.map(
    (kind) =>
      [
        changeTitles[kind],
        changesOfKind(comparison, kind).map((change): Line => ({ key: change.check, words: describeChange(change) })),
      ] as const,
  );
  const sections: readonly (readonly [title: string, lines: readonly Line[]])[] = [
    ...(broken === undefined ? [] : [broken]),
    ['New warnings', findNewWarnings(comparison).map(({ clause, words }) => ({ key: clause, words }))],
    ...others,
    ['Behavior changed', differenceLines(findOtherBehavior(comparison))],
    ['Live description changed', differenceLines(comparison.description ?? [])],
    ['Other builds or inputs', comparison.moved.map(({ name, before, after }) => ({ key: name, words: `${before}, now ${after}` }))],
  ];
  return sections.filter(([, lines]) => lines.length > 0).map(([title, lines]) => [title, groupByWords(lines)]);
}

const longestLine = 400;

/** A pull request is read on one screen. */
const mostInMarkdown = 50;

function comparisonText(comparison: Comparison): string {
  const { before, after, scope } = comparison;
  const head = [`before  ${describeRun(before)}`, `after   ${describeRun(after)}`, ...(scope === null ? [] : [`scope   ${scope}`])];
  const groupLines = ({ keys, words }: Group): readonly string[] =>
    keys.length === 1 ? [`  ${keys.join('')}   ${words}`] : [`  ${keys.length} alike   ${words}`, ...keys.map((key) => `    ${key}`)];
  const body = buildSections(comparison).flatMap(([title, groups]) => ['', title.toUpperCase(), ...groups.flatMap(groupLines)]);
  return [...head, '', summarizeChanges(comparison), ...body].map((line) => `${shortenAtWord(toOneLine(line), longestLine)}\n`).join('');
}

const nameKeys = (keys: readonly string[]): string =>
  `${keys.slice(0, mostInMarkdown).map(markdownCode).join(', ')}${keys.length > mostInMarkdown ? ` and ${keys.length - mostInMarkdown} more` : ''}`;

export const renderMarkdownSections = (comparison: Comparison, depth: 2 | 3): readonly string[] =>
  buildSections(comparison).flatMap(([title, groups]) => {
    const items = groups.map(({ keys, words }) => bullet(`${nameKeys(keys)} ${escapeMarkdown(shortenAtWord(words, longestLine))}`));
    return section(depth, title, cutList(items, mostInMarkdown));
  });

function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, scope } = comparison;
  return [
    `# ${summarizeChanges(comparison)}`,
    '',
    ...factTable([
      ['Before', escapeMarkdown(describeRun(before))],
      ['After', escapeMarkdown(describeRun(after))],
      ['Scope', scope === null ? null : escapeMarkdown(scope)],
    ]),
    ...renderMarkdownSections(comparison, 2),
    '',
  ].join('\n');
}

export const comparisonFormats = {
  text: comparisonText,
  markdown: comparisonMarkdown,
  json: (comparison: Comparison) => `${toVisibleLines(JSON.stringify(comparison, null, 2))}\n`,
} as const;

export type ComparisonFormat = keyof typeof comparisonFormats;
