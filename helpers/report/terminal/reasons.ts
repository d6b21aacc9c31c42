import { describeDoubt, lookUpFirst } from '../decision/effects.ts';
import type { Doubt } from '../decision/rows.ts';
import { countChecks } from '../model/count-checks.ts';
import { groupByReason, groupsWithVerdict, groupUncheckedClauses, selectChecks, type ReasonGroup } from '../model/groups.ts';
import { describeAction, findAction } from '../model/owners.ts';
import type { Cause, NotJudged, VerdictFile } from '../model/verdict-file.ts';
import { gravestFirst } from '../model/risk.ts';
import { pluralize, firstLine, toOneLine, shortenAtWord } from '../../core/text.ts';
import { detailLine, formatFirstFive } from './failures.ts';
import { indent, padLabel, type Paint, type Style } from './paint.ts';

const maxOfKind = 12;

export function cappedLines<One>(
  all: readonly One[],
  what: string,
  show: (one: One) => readonly string[],
  limit = maxOfKind,
): readonly string[] {
  // A line that tells of one more is no shorter than the line itself.
  const rest = all.length === limit + 1 ? 0 : all.length - limit;
  return [
    ...all.slice(0, rest === 0 ? limit + 1 : limit).flatMap(show),
    ...(rest > 0 ? [`${indent}… and ${rest} more ${what} in the report`] : []),
  ];
}

const reasonLine = (
  word: string,
  style: Style,
  what: string,
  { reason, action }: Pick<ReasonGroup, 'reason' | 'action'>,
  paint: Paint,
): string =>
  [`${paint(style, padLabel(word))}${what}   ${shortenAtWord(toOneLine(firstLine(reason)), 300)}`, ...describeAction(action)].join(' · ');

/** `BLOCKED  23 checks of 4 clauses   because …` */
export function groupLine(word: string, style: Style, file: VerdictFile, group: Omit<ReasonGroup, 'owner'>, paint: Paint): string {
  const taken = selectChecks(file, group.ids);
  const clauses = new Set(taken.map(({ clause }) => clause)).size;
  return reasonLine(word, style, `${countChecks(taken)} of ${pluralize(clauses, 'clause')}`, group, paint);
}

/** Without its query, which the report has. Empty when the reason already has an address. */
function describeAddress({ checks }: VerdictFile, { checks: ids, reason }: Cause): string {
  const at = checks.find(({ id, address }) => address !== null && ids.includes(id))?.address ?? null;
  return at === null || reason.includes('://') ? '' : ` (${at.replace(/\?.*$/, '')})`;
}

export function blockedLines(file: VerdictFile, causes: readonly Cause[], paint: Paint): readonly string[] {
  return cappedLines(causes, 'causes', (cause) => [
    groupLine(
      'BLOCKED',
      'yellow',
      file,
      {
        ids: cause.checks,
        reason: `because ${firstLine(cause.reason)}${describeAddress(file, cause)}`,
        action: findAction(cause.owner, cause.reason),
      },
      paint,
    ),
  ]);
}

/** One error of the suite may affect many checks, so they share a line. */
export const errorLines = (file: VerdictFile, paint: Paint): readonly string[] =>
  cappedLines(groupsWithVerdict(file, 'error'), 'errors', (group) => [
    groupLine('ERROR', 'magenta', file, group, paint),
    ...detailLine('in', formatFirstFive(group.ids)),
  ]);

/** Those that UNJUDGED counts are not counted again. */
function groupOtherUnchecked(file: VerdictFile): readonly ReasonGroup[] {
  const open = new Set(findOpenClauses(file).map(({ clause }) => clause));
  return groupUncheckedClauses(file).flatMap((group) => {
    const ids = group.ids.filter((id) => !open.has(id));
    return ids.length === 0 ? [] : [{ ...group, ids }];
  });
}

/** Where some clauses without a check are listed, this line counts the others. */
function otherUncheckedLines(file: VerdictFile, paint: Paint): readonly string[] {
  const count = (groups: readonly ReasonGroup[]): number => groups.flatMap(({ ids }) => ids).length;
  const listed = count(actionableClauses(file));
  const all = count(groupOtherUnchecked(file));
  if (listed === 0 || listed === all) return [];
  const reason = 'no setting of a run tries them: summary.md says why';
  return [reasonLine('UNTRIED', 'cyan', pluralize(all - listed, 'other clause'), { reason, action: null }, paint)];
}

/** The report alone lists clauses that no setting of this run changes: those outside a selection, and those of campaigns on prod. */
const actionableClauses = (file: VerdictFile): readonly ReasonGroup[] =>
  file.run.target === 'prod' || file.run.selection !== null
    ? []
    : groupOtherUnchecked(file).filter(({ owner }) => owner === 'configuration');

export const untriedLines = (file: VerdictFile, paint: Paint): readonly string[] => [
  ...cappedLines(groupsWithVerdict(file, 'untried'), 'reasons', (group) => [groupLine('UNTRIED', 'cyan', file, group, paint)]),
  ...actionableClauses(file).map((group) => reasonLine('UNTRIED', 'cyan', pluralize(group.ids.length, 'other clause'), group, paint)),
  ...otherUncheckedLines(file, paint),
];

const mostDoubts = 5;

/** Calls with an effect whose end is unknown: repeating one may move its money twice. */
export const doubtLines = (doubts: readonly Doubt[], paint: Paint): readonly string[] =>
  doubts.length === 0
    ? []
    : [
        `${paint('magenta', padLabel('DOUBT'))}${pluralize(doubts.length, 'call')}   ${lookUpFirst}`,
        ...cappedLines(doubts, 'in doubt', (one) => [`${indent}${toOneLine(describeDoubt(one))}`], mostDoubts),
        '',
      ];

const mostOpen = 5;

/** Clauses that wait for one thing share a line. */
function openGroup({ ids, reason, action }: ReasonGroup, paint: Paint): readonly string[] {
  const [only = '', ...others] = ids;
  const what = others.length === 0 ? only : pluralize(ids.length, 'binding clause');
  return [
    reasonLine('UNJUDGED', 'yellow', what, { reason: `not judged: ${firstLine(reason)}`, action }, paint),
    ...(others.length === 0 ? [] : detailLine('in', formatFirstFive(ids))),
  ];
}

/** The binding clauses that are not judged. After an interruption, and on PROD, they are too many to be news. */
function findOpenClauses({ run, clauses, binding }: VerdictFile): readonly NotJudged[] {
  if (run.interrupted || run.target === 'prod') return [];
  const broken = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  return binding.notJudged.filter(({ clause, accepted }) => !accepted && !broken.has(clause));
}

/** Gravest first. */
export function openLines(file: VerdictFile, paint: Paint): readonly string[] {
  const open = gravestFirst(findOpenClauses(file), ({ clause }) => clause);
  const groups = groupByReason(open.map(({ clause, reason, owner }) => ({ id: clause, reason, owner })));
  return cappedLines(groups, 'reasons', (group) => openGroup(group, paint), mostOpen);
}
