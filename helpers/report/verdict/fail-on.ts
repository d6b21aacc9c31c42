import type { FailOn } from '../../core/records/verdicts.ts';
import { changesOfKind, type Comparison } from '../compare/compare.ts';
import { findOpenClauses } from './decide.ts';
import { pluralize } from '../../core/text.ts';
import type { FailedOn, VerdictFile } from '../model/verdict-file.ts';

type ConditionResult = Omit<FailedOn, 'on'>;

const toConditionResult = (count: number, one: string, many?: string): ConditionResult => ({
  holds: count > 0,
  words: count === 0 ? 'none' : pluralize(count, one, many),
});

/** Counts what the run before did not have. `newly-failing` counts too; it ends with 1 unless it is waived. */
function countNew(changes: Comparison | null): ConditionResult {
  if (changes === null) return { holds: false, words: 'unknown, since there is no earlier run to compare with (DMT_PREVIOUS)' };
  const worse = [...changesOfKind(changes, 'newly-failing'), ...changesOfKind(changes, 'newly-untested')].map(({ check }) => check);
  const warned = changes.behavior.filter(({ sign, warning }) => sign === 'came' && warning === true);
  const { holds, words } = toConditionResult(
    worse.length + warned.length,
    'check newly broken, not judged or warning',
    'checks newly broken, not judged or warning',
  );
  return { holds, words: changes.scope === null ? words : `${words}; ${changes.scope}` };
}

const resultByCondition: Readonly<Record<FailOn, (file: VerdictFile, changes: Comparison | null) => ConditionResult>> = {
  untested: ({ binding }) => toConditionResult(findOpenClauses(binding).length, 'binding clause not judged', 'binding clauses not judged'),
  warn: ({ counts }) => toConditionResult(counts.warn, 'warning'),
  new: (_file, changes) => countNew(changes),
};

/** Changes exit code 0 to 5 when a condition of DMT_FAIL_ON holds. */
export function applyFailOn(file: VerdictFile, changes: Comparison | null): VerdictFile {
  const { failOn: asked = [] } = file.run;
  // Of a split run, the merged whole is asked.
  if (asked.length === 0 || file.exitCode !== 0 || file.run.shard !== undefined) return file;
  const failedOn = asked.map((on) => ({ on, ...resultByCondition[on](file, changes) }));
  return { ...file, exitCode: failedOn.some(({ holds }) => holds) ? 5 : 0, failedOn };
}
