import { countChecks } from '../model/count-checks.ts';
import { checksWithVerdict, type ReasonGroup } from '../model/groups.ts';
import type { VerdictFile } from '../model/verdict-file.ts';
import { firstLine, pluralize } from '../../core/text.ts';
import { detailLine, formatFirstFive } from './failures.ts';
import { groupOpen } from './open-clauses.ts';
import type { Paint } from './paint.ts';
import { cappedLines, reasonLine } from './reasons.ts';

/** ` (9 checks)`: all that wait for it, also those of clauses that are judged or do not bind. */
function describeWaiting(file: VerdictFile, { reason }: ReasonGroup): string {
  const waiting = checksWithVerdict(file, 'untried').filter((check) => check.reason === reason);
  return waiting.length === 0 ? '' : ` (${countChecks(waiting)})`;
}

/** Clauses that wait for one thing share a line. */
function openGroup(file: VerdictFile, group: ReasonGroup, paint: Paint): readonly string[] {
  const { ids, reason, action } = group;
  const [only = '', ...others] = ids;
  const what = `${others.length === 0 ? only : pluralize(ids.length, 'binding clause')}${describeWaiting(file, group)}`;
  return [
    reasonLine('UNJUDGED', 'yellow', what, { reason: `not judged: ${firstLine(reason)}`, action }, paint),
    ...(others.length === 0 ? [] : detailLine('in', formatFirstFive(ids))),
  ];
}

export const openLines = (file: VerdictFile, paint: Paint): readonly string[] =>
  cappedLines(groupOpen(file), 'reasons', (group) => openGroup(file, group, paint));
