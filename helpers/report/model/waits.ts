import type { VerdictRun } from './verdict-file.ts';
import { plural } from '../../core/text.ts';

/** That the run stood still, how long and why; null when it did not. */
export function waitWords({ waits = [] }: Pick<VerdictRun, 'waits'>): string | null {
  if (waits.length === 0) return null;
  const seconds = waits.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const reasons = [...new Set(waits.map(({ reason }) => reason))];
  const more = reasons.length > 3 ? `, and ${plural(reasons.length - 3, 'other reason')}` : '';
  return `${seconds.toFixed(1)} s in ${plural(waits.length, 'wait')} for the target: ${reasons.slice(0, 3).join('; ')}${more}`;
}
