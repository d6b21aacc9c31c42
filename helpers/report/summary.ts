import { collectBrokenRows, rowsWithVerdict, type BrokenRow, type CheckRow } from './model/check-row.ts';
import {
  collectBrokenClauses,
  describeCheckCounts,
  describeEffects,
  groupsWithVerdict,
  groupUncheckedClauses,
  selectChecks,
  type ReasonGroup,
} from './model/groups.ts';
import { cutList as cutTo, factTable, section, type FactRow } from './pages/markdown.ts';
import type { Comparison } from './compare/compare.ts';
import { summarizeChanges, renderMarkdownSections, describeRun } from './compare/formats.ts';
import { countChecks } from './model/count-checks.ts';
import { groupByLikelyCause, type LikelyCause } from './model/likely-causes.ts';
import { specificationPage } from './model/file-names.ts';
import { describeClauses } from './verdict/counted-clauses.ts';
import { formatHeadline } from './verdict/headline.ts';
import { gravestFirst } from './model/risk.ts';
import { describeDoubt, lookUpFirst } from './decision/effects.ts';
import type { Doubt } from './decision/rows.ts';
import { describeAction, findAction } from './model/owners.ts';
import { capitalize, pluralize, markdownCode, firstLine, escapeMarkdown, markdownProse, toOneLine, shortenAtWord } from '../core/text.ts';
import type { Cause, NotJudged, VerdictClause, VerdictFile } from './model/verdict-file.ts';
import { describeAcceptance, describeAnswer } from './model/describe-acceptance.ts';
import { describeCutOff, describeSitting, describeWaits } from './model/describe-run.ts';

const maxItems = 50;

type Section = readonly [title: string, lines: readonly string[]];

const inlineCode = (text: string): string => markdownCode(shortenAtWord(toOneLine(text), 600));

const escapeIfAny = (words: string | null): string | null => (words === null ? null : escapeMarkdown(words));

function runTable({ run, exitCode, because, failedOn = [] }: VerdictFile): readonly string[] {
  const sittings = run.sittings.length < 2 ? [] : run.sittings;
  return factTable([
    ['Because', `${escapeMarkdown(because)} (exit ${exitCode})`],
    ['Fail on', failedOn.length === 0 ? null : escapeMarkdown(failedOn.map(({ on, words }) => `${on}: ${words}`).join('; '))],
    ['Target', escapeMarkdown(`${run.target} at ${run.hosts.join(', ')}${run.targetBuild === null ? '' : `, build ${run.targetBuild}`}`)],
    ['Run', escapeMarkdown(`${run.id}${run.runBy === null ? '' : ` by ${run.runBy}`}`)],
    ['Time', escapeMarkdown(`${run.startedAt} to ${run.finishedAt}${run.interrupted ? ' (interrupted)' : ''}`)],
    ...sittings.map((sitting, nth): FactRow => [`Sitting ${nth + 1}`, escapeMarkdown(describeSitting(sitting))]),
    ['Waited', escapeIfAny(describeWaits(run))],
    ['Cut off', escapeIfAny(describeCutOff(run))],
    ['Suite', escapeMarkdown(`${run.suiteVersion}, profile ${run.profile}, seed ${run.seed}`)],
    ['Every sentence', `[${specificationPage}](${specificationPage})`],
    ['Selection', run.selection === null ? null : escapeMarkdown(run.selection.join(', '))],
  ]);
}

/** Clauses first; checks second. */
const countTable = (file: VerdictFile): readonly string[] =>
  [['clauses', describeClauses(file)] as const, ...describeCheckCounts(file)].map(([name, words]) => `- ${name} ${escapeMarkdown(words)}`);

/** With one cause or one broken clause there is nothing to choose. */
function fixFirst(file: VerdictFile): readonly string[] {
  const causes = groupByLikelyCause(collectBrokenClauses(file));
  const line = ({ clauses, checks }: LikelyCause): string =>
    `- ${escapeMarkdown(clauses.map(({ check }) => check.clause).join(', '))}: ${countChecks(checks)} that failed or were not tested`;
  return causes.flatMap(({ clauses }) => clauses).length < 2 ? [] : causes.map(line);
}

const inlineCodeOrNull = (content: string | null): string | null => (content === null ? null : inlineCode(content));

function renderFailure(broken: BrokenRow): readonly string[] {
  const { clause, title, sentence, section: heading, certainty, owner, seen, also, evidence, repeat, cost, ownReason } = broken;
  const about = [heading, certainty, ...describeAction(owner), seen === null ? null : `seen ${seen}`];
  return [
    `### ${escapeMarkdown(`${clause}: ${title}`)}`,
    '',
    ...(sentence === null ? [] : [`> ${markdownProse(sentence)}`, '']),
    escapeMarkdown(about.filter((part) => part !== null).join(' · ')),
    '',
    ...factTable([
      ['Operation', escapeMarkdown(broken.operation)],
      ['Place', inlineCodeOrNull(broken.place)],
      ['Expected', inlineCodeOrNull(broken.expected)],
      ['Received', inlineCodeOrNull(broken.received)],
      ['From', inlineCodeOrNull(broken.address)],
      ['Reason', ownReason === null ? null : escapeMarkdown(firstLine(ownReason))],
      ['Also in', also.length === 0 ? null : also.map(inlineCode).join(', ')],
      ['Blocks', broken.blocked],
      ['Signature', inlineCodeOrNull(broken.signature)],
      ['Evidence', evidence.length === 0 ? null : escapeMarkdown(evidence.slice(0, maxItems).join(', '))],
      ['Repeat', `${inlineCode(repeat)}${cost === '' ? '' : ` (${cost})`}`],
    ]),
    '',
  ];
}

/** ` (action: service team)`; empty where no action is needed. */
const formatAction = (action: string | null): string =>
  describeAction(action)
    .map((words) => ` (${words})`)
    .join('');

const groupLine = (what: string, { reason, action }: Pick<ReasonGroup, 'reason' | 'action'>): string =>
  `- ${what}: ${escapeMarkdown(firstLine(reason))}${formatAction(action)}`;

const checkLines = (file: VerdictFile, groups: readonly Omit<ReasonGroup, 'owner'>[]): readonly string[] =>
  groups.map((group) => groupLine(countChecks(selectChecks(file, group.ids)), group));

/** Clauses of which the same is said share a line. */
const alikeLines = (said: readonly (readonly [clause: string, words: string])[]): readonly string[] =>
  [...Map.groupBy(said, ([, words]) => words)].map(([words, own]) => {
    const ids = own.map(([id]) => escapeMarkdown(id)).join(', ');
    return own.length === 1 ? `- ${ids}: ${words}` : `- ${pluralize(own.length, 'clause')}: ${words}: ${ids}`;
  });

const describeNotJudged = ({ reason, owner, accepted }: NotJudged): string =>
  `${escapeMarkdown(firstLine(reason))}${accepted ? ' (accepted in writing)' : formatAction(findAction(owner, reason))}`;

const notJudgedLines = (all: readonly NotJudged[]): readonly string[] =>
  alikeLines(gravestFirst(all, ({ clause }) => clause).map((one) => [one.clause, describeNotJudged(one)]));

const gapLines = (clauses: readonly VerdictClause[]): readonly string[] =>
  alikeLines(
    clauses.flatMap(({ id, gap }) => (gap === null ? [] : [[id, escapeMarkdown(`untested, ${describeAcceptance(gap)}`)] as const])),
  );

const answerLines = ({ id, clarifications }: VerdictClause): readonly string[] =>
  clarifications.map((one) => `- ${escapeMarkdown(`${id}: ${describeAnswer(one)}`)}`);

const cutToMax = (items: readonly string[]): readonly string[] => cutTo(items, maxItems, ' in the report');

const warningLine = ({ clause, mismatch, received, reason }: CheckRow): string =>
  `- ${escapeMarkdown(clause)}: ${mismatch === null || received === null ? escapeMarkdown(reason ?? '') : `expected ${inlineCode(mismatch.expected)}, received ${inlineCode(received)}`}`;

const changeSections = (changes: Comparison | null): readonly Section[] =>
  changes === null
    ? []
    : [
        [
          'Since the last run',
          [
            `Compared with ${escapeMarkdown(describeRun(changes.before))}: ${escapeMarkdown(summarizeChanges(changes))}.`,
            ...renderMarkdownSections(changes, 3),
          ],
        ],
      ];

const doubtSections = (doubts: readonly Doubt[]): readonly Section[] =>
  doubts.length === 0
    ? []
    : [
        [
          'Calls in doubt',
          [`${capitalize(lookUpFirst)}.`, '', ...cutToMax(doubts.map((one) => `- ${escapeMarkdown(describeDoubt(one))}`))],
        ],
      ];

const toBlockedGroup = ({ reason, owner, checks: ids }: Cause): Omit<ReasonGroup, 'owner'> => ({
  ids,
  reason: `not tested because ${reason}`,
  action: findAction(owner, reason),
});

function buildSections(file: VerdictFile): readonly Section[] {
  return [
    ['Waivers and accepted gaps that do not fit', cutToMax(file.unfit.map((about) => `- ${escapeMarkdown(about)}`))],
    ['Causes', cutToMax(checkLines(file, file.causes.map(toBlockedGroup)))],
    ['Fix these first: broken clauses by likely cause', cutToMax(fixFirst(file))],
    ['Failures', collectBrokenRows(file).flatMap(renderFailure)],
    [
      'Errors of the suite',
      cutToMax([...checkLines(file, groupsWithVerdict(file, 'error')), ...file.trouble.map((trouble) => `- ${escapeMarkdown(trouble)}`)]),
    ],
    ['Accepted deviations', cutToMax(checkLines(file, groupsWithVerdict(file, 'waived')))],
    ['Accepted gaps', cutToMax(gapLines(file.clauses))],
    ['Ending soon', cutToMax(file.expiring.map((about) => `- ${escapeMarkdown(about)}`))],
    ['Settled by the operator', cutToMax(file.clauses.flatMap(answerLines))],
    [
      'Untried',
      cutToMax([
        ...checkLines(file, groupsWithVerdict(file, 'untried')),
        ...groupUncheckedClauses(file).map((group) => groupLine(pluralize(group.ids.length, 'clause'), group)),
      ]),
    ],
    ['What no run can try', file.binding.cannotBeTried.map(({ clause, reason }) => `- ${escapeMarkdown(`${clause}: ${reason}`)}`)],
    ['Binding clauses not judged', cutToMax(notJudgedLines(file.binding.notJudged))],
    ['Warnings', cutToMax(rowsWithVerdict(file, 'warn').map(warningLine))],
    ['Effects', [`- ${describeEffects(file)}`]],
    [
      'Observed where the specification leaves it open',
      cutToMax(file.profile.map(({ clause, fact }) => `- ${escapeMarkdown(clause)}: ${escapeMarkdown(shortenAtWord(fact, 300))}`)),
    ],
  ];
}

/** `summary.md`: the first page, for a pull request or a ticket. */
export function renderSummary(file: VerdictFile, changes: Comparison | null = null, doubts: readonly Doubt[] = []): string {
  const parts = [...doubtSections(doubts), ...buildSections(file), ...changeSections(changes)].flatMap(([title, lines]) =>
    lines.length === 0 ? [] : section(2, title, lines),
  );
  return [`# ${escapeMarkdown(formatHeadline(file, changes))}`, '', ...countTable(file), '', ...runTable(file), ...parts, '']
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');
}
