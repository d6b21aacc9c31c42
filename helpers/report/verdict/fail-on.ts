import type { FailOn } from '../../core/records/verdicts.ts';
import { changesOf, type Comparison } from '../compare/compare.ts';
import { openOf } from './decide.ts';
import { plural } from '../../core/text.ts';
import type { FailedOn, VerdictFile } from '../model/verdict-file.ts';

type Ground = Omit<FailedOn, 'on'>;

const counted = (count: number, one: string, many?: string): Ground => ({
  holds: count > 0,
  words: count === 0 ? 'none' : plural(count, one, many),
});

/** What was not so in the run before: `newly-failing` among it, which ends with 1 unless it is waived. */
function newly(changes: Comparison | null): Ground {
  if (changes === null) return { holds: false, words: 'nothing is known to be new without an earlier run to compare with (DMT_PREVIOUS)' };
  const worse = [...changesOf(changes, 'newly-failing'), ...changesOf(changes, 'newly-untested')].map(({ check }) => check);
  const warned = changes.behavior.filter(({ sign, warning }) => sign === 'came' && warning === true);
  return counted(worse.length + warned.length, 'check newly failing, untested or warning', 'checks newly failing, untested or warning');
}

const grounds: Readonly<Record<FailOn, (file: VerdictFile, changes: Comparison | null) => Ground>> = {
  untested: ({ binding }) => counted(openOf(binding).length, 'binding clause not judged', 'binding clauses not judged'),
  warn: ({ counts }) => counted(counts.warn, 'warning'),
  new: (_file, changes) => newly(changes),
};

/** Ends with 5 what would have ended with 0, where the run was asked to (DMT_FAIL_ON). */
export function failOn(file: VerdictFile, changes: Comparison | null): VerdictFile {
  const { failOn: asked = [] } = file.run;
  if (asked.length === 0 || file.exitCode !== 0) return file;
  const failedOn = asked.map((on) => ({ on, ...grounds[on](file, changes) }));
  return { ...file, exitCode: failedOn.some(({ holds }) => holds) ? 5 : 0, failedOn };
}
