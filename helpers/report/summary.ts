import {
  brokenClauses,
  checksWith,
  costWords,
  effectWords,
  groupsWith,
  subjectTitle,
  tally,
  uncheckedGroups,
  type Broken,
  type Group,
} from './model/groups.ts';
import type { Comparison } from './compare/compare.ts';
import { changeTally, comparisonSections, runWords } from './compare/rendered.ts';
import { headlineOf } from './verdict/headline.ts';
import { ownerWords } from './model/owners.ts';
import { plural, code, firstLine, markdown, oneLine, shorten } from '../core/text.ts';
import { sittingWords } from './model/sitting-words.ts';
import type { NotJudged, VerdictClause, VerdictFile } from './model/verdict-file.ts';
import { acceptanceWords, answerWords } from './waivers/words.ts';
import { waitWords } from './model/waits.ts';

/** Longer lists are cut: the report beside this page has the rest. */
const most = 50;

type Section = readonly [title: string, lines: readonly string[]];

const value = (text: string): string => code(shorten(oneLine(text), 600));

const row = (name: string, text: string | null): readonly string[] =>
  text === null ? [] : [`| ${name} | ${text.replaceAll(/(?<!\\)\|/g, '\\|')} |`];

function runTable({ run, exitCode, because, failedOn = [] }: VerdictFile): readonly string[] {
  const waited = waitWords(run);
  return [
    '| | |',
    '| --- | --- |',
    ...row('Ground', `${markdown(because)} (exit ${exitCode})`),
    ...row('Fail on', failedOn.length === 0 ? null : markdown(failedOn.map(({ on, words }) => `${on}: ${words}`).join('; '))),
    ...row('Target', markdown(`${run.target} at ${run.hosts.join(', ')}${run.targetBuild === null ? '' : `, build ${run.targetBuild}`}`)),
    ...row('Run', markdown(`${run.id}${run.runBy === null ? '' : ` by ${run.runBy}`}`)),
    ...row('Time', markdown(`${run.startedAt} to ${run.finishedAt}${run.interrupted ? ' (interrupted)' : ''}`)),
    ...(run.sittings.length < 2 ? [] : run.sittings.flatMap((sitting, nth) => row(`Sitting ${nth + 1}`, markdown(sittingWords(sitting))))),
    ...row('Waited', waited === null ? null : markdown(waited)),
    ...row('Suite', markdown(`${run.suiteVersion}, profile ${run.profile}, seed ${run.seed}`)),
    ...row('Selection', run.selection === null ? null : markdown(run.selection.join(', '))),
  ];
}

function card({ clause, check, also, blocks }: Broken): readonly string[] {
  const cost = costWords(check);
  const about = [
    clause?.section,
    clause?.certainty,
    check.owner === null ? null : ownerWords[check.owner],
    check.seen === null ? null : `seen ${check.seen}`,
  ];
  return [
    `### ${markdown(`${check.clause}: ${check.title}`)}`,
    '',
    ...(clause === undefined ? [] : [`> ${markdown(clause.text)}`, '']),
    markdown(about.filter((part) => part != null).join(' · ')),
    '',
    '| | |',
    '| --- | --- |',
    ...row('Operation', markdown(subjectTitle(check.operation))),
    ...row('Place', check.place === null ? null : value(check.place)),
    ...row('Expected', check.expected === null ? null : value(check.expected)),
    ...row('Received', check.received === null ? null : value(check.received)),
    ...row('From', check.address === null ? null : value(check.address)),
    ...row('Reason', check.reason === null || check.reason === clause?.text ? null : markdown(firstLine(check.reason))),
    ...row('Also in', also.length === 0 ? null : also.map(({ id }) => value(id)).join(', ')),
    ...row('Keeps from being tested', blocks === 0 ? null : plural(blocks, 'check')),
    ...row('Signature', check.signature === null ? null : value(check.signature)),
    ...row('Evidence', check.evidence.length === 0 ? null : markdown(check.evidence.slice(0, most).join(', '))),
    ...row('Repeat', `${value(check.reproduce)}${cost === '' ? '' : ` (${cost})`}`),
    '',
  ];
}

const groupLine = (what: string, { ids, reason, owner }: Group): string =>
  `- ${plural(ids.length, what)}: ${markdown(firstLine(reason))}${owner === null ? '' : ` (${ownerWords[owner]})`}`;

const notJudgedLine = ({ clause, reason, owner, accepted }: NotJudged): string =>
  `- ${markdown(`${clause}: ${firstLine(reason)}`)}${accepted ? ' (accepted in writing)' : owner === null ? '' : ` (${ownerWords[owner]})`}`;

const gapLine = ({ id, gap }: VerdictClause): readonly string[] =>
  gap === null ? [] : [`- ${markdown(`${id}: untested, ${acceptanceWords(gap)}`)}`];

const answerLines = ({ id, clarifications }: VerdictClause): readonly string[] =>
  clarifications.map((one) => `- ${markdown(`${id}: ${answerWords(one)}`)}`);

function cut(lines: readonly string[]): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `- … and ${lines.length - most} more in the report`];
}

const since = (changes: Comparison | null): readonly Section[] =>
  changes === null
    ? []
    : [
        [
          'Since the last run',
          [
            `Compared with ${markdown(runWords(changes.before))}: ${markdown(changeTally(changes))}.`,
            ...comparisonSections(changes, '###'),
          ],
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
    ['Failures', brokenClauses(file).flatMap(card)],
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
    [
      'Warnings',
      cut(
        checksWith(file, 'warn').map(
          ({ clause, expected, received, reason }) =>
            `- ${markdown(clause)}: ${received === null ? markdown(reason ?? '') : `expected ${value(expected ?? 'otherwise')}, received ${value(received)}`}`,
        ),
      ),
    ],
    ['Effects', [`- ${effectWords(file)}`]],
    [
      'Observed where the specification leaves it open',
      cut(file.profile.map(({ clause, fact }) => `- ${markdown(clause)}: ${markdown(shorten(fact, 300))}`)),
    ],
  ];
}

/** `summary.md`: the first page, for a pull request or a ticket. */
export function summaryOf(file: VerdictFile, changes: Comparison | null = null): string {
  const parts = [...sections(file), ...since(changes)].flatMap(([title, lines]) =>
    lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines],
  );
  return [`# ${markdown(headlineOf(file, changes))}`, '', markdown(tally(file).join(' · ')), '', ...runTable(file), ...parts, '']
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}
