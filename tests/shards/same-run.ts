import { readFindings } from '../../helpers/fuzz/findings/journal.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';

/** What has to be the same, however a run is split. */
export interface Judged {
  readonly verdict: string;
  readonly exitCode: number;
  readonly trouble: readonly string[];
  readonly judged: number;
  /** `CLAUSE~way fail` */
  readonly checks: readonly string[];
  readonly findings: readonly string[];
}

export const readJudged = (folder: string, { verdict, exitCode, trouble, binding, checks }: VerdictFile): Judged => ({
  verdict,
  exitCode,
  trouble,
  judged: binding.judged,
  checks: checks.map((check) => `${check.id} ${check.verdict}`),
  findings: readFindings(folder)
    .map(({ id }) => id)
    .sort(),
});
