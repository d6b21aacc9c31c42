import { pluralize, shorten, toOneLine } from '../../core/text.ts';
import type { BrokenRow } from '../model/check-row.ts';
import { describeAction } from '../model/owners.ts';
import { countChecks } from '../model/count-checks.ts';
import type { LikelyCause } from '../model/likely-causes.ts';
import { indent, padLabel, type Paint } from './paint.ts';

export const detailLine = (word: string, text: string | null): readonly string[] =>
  text === null ? [] : [`${indent}${word.padEnd(10)}${shorten(toOneLine(text), 400)}`];

export function failLines(broken: BrokenRow, paint: Paint): readonly string[] {
  const { clause, title, section, certainty, owner, seen, place, expected, received, address, also, signature, blocked, repeat, cost } =
    broken;
  const about = [
    section ?? broken.subject,
    certainty ?? 'unknown clause',
    ...describeAction(owner),
    ...(seen === null ? [] : [`seen ${seen}`]),
  ];
  return [
    `${paint('red', padLabel('FAIL'))}${paint('bold', clause)}   ${toOneLine(title)}`,
    `${indent}${toOneLine(about.join(' · '))}`,
    ...(place === null ? [] : [`${indent}${toOneLine(place)}`]),
    ...detailLine('expected', expected),
    ...detailLine('received', received),
    ...detailLine('from', address),
    ...(also.length === 0 ? [] : detailLine('also in', formatFirstFive(also))),
    ...detailLine('signature', signature),
    ...(blocked === null ? [] : detailLine('blocks', `${blocked} from being tested`)),
    ...detailLine('repeat', `${repeat}${cost === '' ? '' : `   (${cost})`}`),
    '',
  ];
}

export const formatFirstFive = (ids: readonly string[]): string =>
  `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? `, and ${ids.length - 5} more` : ''}`;

const mostCauses = 3;

const causeLine = ({ clauses: [{ check }, ...others], checks }: LikelyCause, nth: number): string => {
  const what = others.length === 0 ? check.clause : `${check.clause} and ${pluralize(others.length, 'more clause')}`;
  return `${indent}${nth + 1}. ${what}: explains ${countChecks(checks)} that failed or ${checks.length === 1 ? 'was' : 'were'} not tested`;
};

/** Where several clauses are broken: what explains most comes first. */
export function fixFirstLines(causes: readonly LikelyCause[], paint: Paint): readonly string[] {
  const broken = causes.reduce((sum, { clauses }) => sum + clauses.length, 0);
  if (broken < 2) return [];
  const rest = causes.length - mostCauses;
  return [
    `${paint('bold', padLabel('FIX'))}these first: ${pluralize(broken, 'broken clause')}, ${pluralize(causes.length, 'likely cause')}`,
    ...causes.slice(0, mostCauses).map(causeLine),
    ...(rest > 0 ? [`${indent}… and ${pluralize(rest, 'more likely cause')} below`] : []),
    '',
  ];
}
