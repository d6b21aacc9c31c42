import type { CheckRow } from '../model/check-row.ts';
import { toVisibleLines } from '../../core/text.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

/** Under this name the check is a Vitest test, and its result is found again. */
export const formatTestName = ({ id, title }: Pick<VerdictCheck, 'id' | 'title'>): string => `${id} ${title}`;

/** The id of the check a test is named after: ids hold no blanks. */
export const parseCheckId = (name: string): string => name.split(' ', 1)[0] ?? '';

/** What is read first of an ending: what was expected and what came instead, or why there was nothing to judge, and who has to move. */
export function formatMessage({ verdict, mismatch, reason, owner, address }: CheckRow): string {
  const from = address === null || reason?.includes('://') === true ? [] : [`from ${address}`];
  const found = mismatch === null ? [] : [`expected ${mismatch.expected}`, `received ${mismatch.received}`];
  if (verdict === 'fail') return toVisibleLines([...found, ...from].join('\n'));
  const words = [...(verdict === 'error' ? [] : [verdict.toUpperCase()]), ...(reason === null ? [] : [reason])].join(': ');
  return toVisibleLines([...found, ...(words === '' ? [] : [words]), ...from, ...(owner === null ? [] : [owner])].join('\n'));
}
