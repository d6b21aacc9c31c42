import type { VerdictRun } from './verdict-file.ts';
import { pluralize } from '../../core/text.ts';

/** Null when the run never waited. */
export function describeWaits({ waits = [] }: Pick<VerdictRun, 'waits'>): string | null {
  if (waits.length === 0) return null;
  const seconds = waits.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const reasons = [...new Set(waits.map(({ reason }) => reason))];
  const more = reasons.length > 3 ? `, and ${pluralize(reasons.length - 3, 'other reason')}` : '';
  return `${seconds.toFixed(1)} s in ${pluralize(waits.length, 'wait')}: ${reasons.slice(0, 3).join('; ')}${more}`;
}
