import { isRecord, type Json } from '../../core/json.ts';
import { isComparable, toComparableRun, type ComparableCheck, type ComparableRun } from './comparable.ts';

/** A check of a kept run has the time at which its run started, and no clause, because its id begins with it. */
const toKeptCheck = ({ id, verdict, received, reason, durationMs }: ComparableCheck): object => ({
  id,
  verdict,
  ...(received !== null && { received }),
  ...(reason !== null && { reason }),
  durationMs: Math.round(durationMs),
});

/** A run for the state folder, or for the history of a report; without the end of the line. */
export function formatKeptRun(whole: ComparableRun): string {
  const run = toComparableRun(whole);
  return JSON.stringify({ ...run, checks: run.checks.map(toKeptCheck) });
}

function readKeptCheck(check: unknown, startedAt: unknown): unknown {
  if (!isRecord(check) || typeof check['id'] !== 'string') return check;
  const { id } = check;
  return { clause: id.slice(0, id.indexOf('~')), received: null, reason: null, startedAt, ...check };
}

const readStart = ({ run }: Json): unknown => (isRecord(run) ? run['startedAt'] : undefined);

/** Null for anything else. A run that an earlier release kept has everything already. */
export function readKeptRun(value: unknown): ComparableRun | null {
  if (!isRecord(value) || !Array.isArray(value['checks'])) return null;
  const run: unknown = { ...value, checks: value['checks'].map((check: unknown) => readKeptCheck(check, readStart(value))) };
  return isComparable(run) ? run : null;
}
