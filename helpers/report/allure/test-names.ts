import { describeAction } from '../model/owners.ts';
import type { CheckRow } from '../model/check-row.ts';
import { toVisibleLines } from '../../core/text.ts';
import type { VerdictCheck } from '../model/verdict-file.ts';

export const formatTestName = ({ id, title }: Pick<VerdictCheck, 'id' | 'title'>): string => `${id} ${title}`;

/** Ids have no blanks. */
export const parseCheckId = (name: string): string => name.split(' ', 1)[0] ?? '';

export function formatMessage({ verdict, mismatch, reason, owner, address }: CheckRow): string {
  const from = address === null || reason?.includes('://') === true ? [] : [`from ${address}`];
  const found = mismatch === null ? [] : [`expected ${mismatch.expected}`, `received ${mismatch.received}`];
  if (verdict === 'fail') return toVisibleLines([...found, ...from].join('\n'));
  const words = [...(verdict === 'error' ? [] : [verdict.toUpperCase()]), ...(reason === null ? [] : [reason])].join(': ');
  return toVisibleLines([...found, ...(words === '' ? [] : [words]), ...from, ...describeAction(owner)].join('\n'));
}
