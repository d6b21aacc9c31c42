import { describeDoubt, lookUpFirst } from '../decision/effects.ts';
import type { Doubt } from '../decision/rows.ts';
import { countChecks } from '../model/count-checks.ts';
import { groupsWithVerdict, groupUncheckedClauses, selectChecks, type ReasonGroup } from '../model/groups.ts';
import { missingPartCause } from '../model/missing-parts.ts';
import { describeAction, findAction } from '../model/owners.ts';
import type { Cause, VerdictCheck, VerdictFile } from '../model/verdict-file.ts';
import { pluralize, firstLine, toOneLine, shortenAtWord } from '../../core/text.ts';
import { detailLine, formatFirstFive } from './failures.ts';
import { findOpenByCause, findOpenClauses, groupOpen } from './open-clauses.ts';
import { indent, padLabel, type Paint, type Style } from './paint.ts';

const maxOfKind = 12;

/** A line that tells of one more is no shorter than the line itself. */
const cutToLimit = <One>(all: readonly One[], limit = maxOfKind): readonly One[] =>
  all.slice(0, all.length === limit + 1 ? limit + 1 : limit);

export function cappedLines<One>(
  all: readonly One[],
  what: string,
  show: (one: One) => readonly string[],
  limit = maxOfKind,
): readonly string[] {
  const shown = cutToLimit(all, limit);
  const rest = all.length - shown.length;
  return [...shown.flatMap(show), ...(rest > 0 ? [`${indent}… and ${rest} more ${what} in the report`] : [])];
}

export const reasonLine = (
  word: string,
  style: Style,
  what: string,
  { reason, action }: Pick<ReasonGroup, 'reason' | 'action'>,
  paint: Paint,
): string =>
  [`${paint(style, padLabel(word))}${what}   ${shortenAtWord(toOneLine(firstLine(reason)), 300)}`, ...describeAction(action)].join(' · ');

const countOfClauses = (file: VerdictFile, ids: readonly string[]): string => {
  const taken = selectChecks(file, ids);
  const clauses = new Set(taken.map(({ clause }) => clause)).size;
  return `${countChecks(taken)} of ${pluralize(clauses, 'clause')}`;
};

/** `UNTRIED  23 checks of 4 clauses   no second agent …` */
export const groupLine = (word: string, style: Style, file: VerdictFile, group: Omit<ReasonGroup, 'owner'>, paint: Paint): string =>
  reasonLine(word, style, countOfClauses(file, group.ids), group, paint);

/** It names the setting that has the address in question. */
const namesSetting = /\bDMT_\w*(?:URL|FILE|COMMAND)\b/;

/**
 * Without its query, which the report has. Where a clause is the cause, it is the call that broke it; the last call of a blocked check meets
 * trouble of the environment alone. Empty when the reason already says where, or is about no place.
 */
function describeAddress({ checks }: VerdictFile, { cause, checks: ids, reason, owner }: Cause): string {
  if (cause === missingPartCause || reason.includes('://') || namesSetting.test(reason)) return '';
  const hasMetIt = ({ id, clause, verdict }: VerdictCheck): boolean =>
    owner === 'environment' ? ids.includes(id) : clause === cause && verdict === 'fail';
  const at = checks.find((check) => check.address !== null && hasMetIt(check))?.address ?? null;
  return at === null ? '' : ` (${at.replace(/\?.*$/, '')})`;
}

/** The binding clauses that it keeps open are counted here alone, not also by UNJUDGED. */
function causeLines(file: VerdictFile, cause: Cause, open: readonly string[], paint: Paint): readonly string[] {
  const reason = `because ${firstLine(cause.reason)}${describeAddress(file, cause)}`;
  const action = findAction(cause.owner, cause.reason);
  const what = open.length === 0 ? countOfClauses(file, cause.checks) : countChecks(selectChecks(file, cause.checks));
  return [
    reasonLine('BLOCKED', 'yellow', what, { reason, action }, paint),
    ...(open.length === 0 ? [] : detailLine('unjudged', `${pluralize(open.length, 'binding clause')}: ${formatFirstFive(open)}`)),
  ];
}

export function blockedLines(file: VerdictFile, causes: readonly Cause[], paint: Paint): readonly string[] {
  const openByCause = findOpenByCause(file);
  return cappedLines(causes, 'causes', (cause) => causeLines(file, cause, openByCause.get(cause.cause) ?? [], paint));
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

/** UNJUDGED lists its reasons with all their checks. They are not listed twice with different numbers. */
function groupOtherUntried(file: VerdictFile): readonly ReasonGroup[] {
  const told = new Set(cutToLimit(groupOpen(file)).map(({ reason }) => reason));
  return groupsWithVerdict(file, 'untried').filter(({ reason }) => !told.has(reason));
}

export const untriedLines = (file: VerdictFile, paint: Paint): readonly string[] => [
  ...cappedLines(groupOtherUntried(file), 'reasons', (group) => [groupLine('UNTRIED', 'cyan', file, group, paint)]),
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
