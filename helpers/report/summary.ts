import { brokenRows, rowsWith, type BrokenRow, type CheckRow } from './model/check-row.ts';
import { effectWords, groupsWith, countsInWords, uncheckedGroups, type ReasonGroup } from './model/groups.ts';
import { cut as cutTo, factTable, section, type FactRow } from './pages/markdown.ts';
import type { Comparison } from './compare/compare.ts';
import { changeTally, comparisonSections, runWords } from './compare/formats.ts';
import { headlineOf } from './verdict/headline.ts';
import { ownerWords } from './model/owners.ts';
import { plural, code, firstLine, markdown, oneLine, shorten } from '../core/text.ts';
import { sittingWords } from './model/sitting-words.ts';
import type { NotJudged, VerdictClause, VerdictFile } from './model/verdict-file.ts';
import { acceptanceWords, answerWords } from './model/acceptance-words.ts';
import { waitWords } from './model/waits.ts';

/** Longer lists are cut: the report beside this page has the rest. */
const most = 50;

type Section = readonly [title: string, lines: readonly string[]];

const value = (text: string): string => code(shorten(oneLine(text), 600));

function runTable({ run, exitCode, because, failedOn = [] }: VerdictFile): readonly string[] {
  const waited = waitWords(run);
  const sittings = run.sittings.length < 2 ? [] : run.sittings;
  return factTable([
    ['Ground', `${markdown(because)} (exit ${exitCode})`],
    ['Fail on', failedOn.length === 0 ? null : markdown(failedOn.map(({ on, words }) => `${on}: ${words}`).join('; '))],
    ['Target', markdown(`${run.target} at ${run.hosts.join(', ')}${run.targetBuild === null ? '' : `, build ${run.targetBuild}`}`)],
    ['Run', markdown(`${run.id}${run.runBy === null ? '' : ` by ${run.runBy}`}`)],
    ['Time', markdown(`${run.startedAt} to ${run.finishedAt}${run.interrupted ? ' (interrupted)' : ''}`)],
    ...sittings.map((sitting, nth): FactRow => [`Sitting ${nth + 1}`, markdown(sittingWords(sitting))]),
    ['Waited', waited === null ? null : markdown(waited)],
    ['Suite', markdown(`${run.suiteVersion}, profile ${run.profile}, seed ${run.seed}`)],
    ['Selection', run.selection === null ? null : markdown(run.selection.join(', '))],
  ]);
}

const known = (content: string | null): string | null => (content === null ? null : value(content));

function card(broken: BrokenRow): readonly string[] {
  const { clause, title, sentence, section: heading, certainty, owner, seen, also, evidence, repeat, cost, ownReason } = broken;
  const about = [heading, certainty, owner, seen === null ? null : `seen ${seen}`];
  return [
    `### ${markdown(`${clause}: ${title}`)}`,
    '',
    ...(sentence === null ? [] : [`> ${markdown(sentence)}`, '']),
    markdown(about.filter((part) => part !== null).join(' · ')),
    '',
    ...factTable([
      ['Operation', markdown(broken.operation)],
      ['Place', known(broken.place)],
      ['Expected', known(broken.expected)],
      ['Received', known(broken.received)],
      ['From', known(broken.address)],
      ['Reason', ownReason === null ? null : markdown(firstLine(ownReason))],
      ['Also in', also.length === 0 ? null : also.map(value).join(', ')],
      ['Keeps from being tested', broken.blocked],
      ['Signature', known(broken.signature)],
      ['Evidence', evidence.length === 0 ? null : markdown(evidence.slice(0, most).join(', '))],
      ['Repeat', `${value(repeat)}${cost === '' ? '' : ` (${cost})`}`],
    ]),
    '',
  ];
}

const groupLine = (what: string, { ids, reason, owner }: ReasonGroup): string =>
  `- ${plural(ids.length, what)}: ${markdown(firstLine(reason))}${owner === null ? '' : ` (${ownerWords[owner]})`}`;

const notJudgedLine = ({ clause, reason, owner, accepted }: NotJudged): string =>
  `- ${markdown(`${clause}: ${firstLine(reason)}`)}${accepted ? ' (accepted in writing)' : owner === null ? '' : ` (${ownerWords[owner]})`}`;

const gapLine = ({ id, gap }: VerdictClause): readonly string[] =>
  gap === null ? [] : [`- ${markdown(`${id}: untested, ${acceptanceWords(gap)}`)}`];

const answerLines = ({ id, clarifications }: VerdictClause): readonly string[] =>
  clarifications.map((one) => `- ${markdown(`${id}: ${answerWords(one)}`)}`);

const cut = (items: readonly string[]): readonly string[] => cutTo(items, most, ' in the report');

const warningLine = ({ clause, mismatch, received, reason }: CheckRow): string =>
  `- ${markdown(clause)}: ${mismatch === null || received === null ? markdown(reason ?? '') : `expected ${value(mismatch.expected)}, received ${value(received)}`}`;

const since = (changes: Comparison | null): readonly Section[] =>
  changes === null
    ? []
    : [
        [
          'Since the last run',
          [`Compared with ${markdown(runWords(changes.before))}: ${markdown(changeTally(changes))}.`, ...comparisonSections(changes, 3)],
        ],
      ];

function sections(file: VerdictFile): readonly Section[] {
  return [
    ['Waivers and accepted gaps that do not fit', cut(file.unfit.map((about) => `- ${markdown(about)}`))],
    [
      'Causes',
      cut(
        file.causes.map(({ reason, owner, checks }) => groupLine('check', { ids: checks, reason: `not tested because ${reason}`, owner })),
      ),
    ],
    ['Failures', brokenRows(file).flatMap(card)],
    [
      'Errors of the suite',
      cut([
        ...groupsWith(file, 'error').map((group) => groupLine('check', group)),
        ...file.trouble.map((trouble) => `- ${markdown(trouble)}`),
      ]),
    ],
    ['Accepted deviations', cut(groupsWith(file, 'waived').map((group) => groupLine('check', group)))],
    ['Accepted gaps', cut(file.clauses.flatMap(gapLine))],
    ['Ending soon', cut(file.expiring.map((about) => `- ${markdown(about)}`))],
    ['Settled by the operator', cut(file.clauses.flatMap(answerLines))],
    [
      'Untried',
      cut([
        ...groupsWith(file, 'untried').map((group) => groupLine('check', group)),
        ...uncheckedGroups(file).map((group) => groupLine('clause', group)),
      ]),
    ],
    ['What no run can try', file.binding.cannotBeTried.map(({ clause, reason }) => `- ${markdown(`${clause}: ${reason}`)}`)],
    ['Binding clauses not judged', cut(file.binding.notJudged.map(notJudgedLine))],
    ['Warnings', cut(rowsWith(file, 'warn').map(warningLine))],
    ['Effects', [`- ${effectWords(file)}`]],
    [
      'Observed where the specification leaves it open',
      cut(file.profile.map(({ clause, fact }) => `- ${markdown(clause)}: ${markdown(shorten(fact, 300))}`)),
    ],
  ];
}

/** `summary.md`: the first page, for a pull request or a ticket. */
export function summaryOf(file: VerdictFile, changes: Comparison | null = null): string {
  const parts = [...sections(file), ...since(changes)].flatMap(([title, lines]) => (lines.length === 0 ? [] : section(2, title, lines)));
  return [`# ${markdown(headlineOf(file, changes))}`, '', markdown(countsInWords(file).join(' · ')), '', ...runTable(file), ...parts, '']
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}
