import { ownerWords } from '../model/owners.ts';
import { lines } from '../../core/text.ts';
import type { VerdictCheck, VerdictClause } from '../model/verdict-file.ts';

/** Under this name the check is a Vitest test, and its result is found again. */
export const testName = ({ id, title }: Pick<VerdictCheck, 'id' | 'title'>): string => `${id} ${title}`;

/** The id of the check a test is named after: ids hold no blanks. */
export const checkIn = (name: string): string => name.split(' ', 1)[0] ?? '';

/** What a report of few statuses has to carry besides, so that nothing is lost. */
export function exactly(
  check: VerdictCheck,
  clause: VerdictClause | undefined,
): readonly (readonly [name: string, value: string | null | undefined])[] {
  return [
    ['verdict', check.verdict],
    ['clause', check.clause],
    ['certainty', clause?.certainty],
    ['section', clause?.section],
    ['operation', check.operation],
    ['cause', check.cause],
    ['owner', check.owner],
  ];
}

/** What is read first of an ending: what was expected and what came instead, or why there was nothing to judge, and who has to move. */
export function messageOf({ verdict, expected, received, reason, owner, address }: VerdictCheck): string {
  const from = address === null || reason?.includes('://') === true ? [] : [`from ${address}`];
  const found = expected === null && received === null ? [] : [`expected ${expected ?? 'otherwise'}`, `received ${received ?? 'nothing'}`];
  if (verdict === 'fail') return lines([...found, ...from].join('\n'));
  const ground = [...(verdict === 'error' ? [] : [verdict.toUpperCase()]), ...(reason === null ? [] : [reason])].join(': ');
  return lines([...found, ...(ground === '' ? [] : [ground]), ...from, ...(owner === null ? [] : [ownerWords[owner]])].join('\n'));
}
