import type { VerdictFile } from '../model/verdict-file.ts';

/** Whether a person may sign the run, and every reason against it. */
export interface Signable {
  readonly signable: boolean;
  readonly against: readonly string[];
}

const reasonIf = (against: boolean, words: string): readonly string[] => (against ? [words] : []);

/** The rule and its reasons are in decision 13. */
const reasonsAgainst: readonly ((file: VerdictFile) => readonly string[])[] = [
  ({ verdict, because }) =>
    reasonIf(!['conformant', 'conformant-with-deviations'].includes(verdict), `the verdict is ${verdict}: ${because}`),
  ({ run }) => reasonIf(run.interrupted, 'the run was interrupted'),
  ({ run }) => reasonIf(run.target === 'sandbox', 'a sandbox was judged, not the service'),
  ({ run }) => reasonIf(run.selection !== null, `only selected checks were run: ${run.selection?.join(', ') ?? ''}`),
  ({ run }) =>
    reasonIf(run.profile !== 'certification', `the profile is ${run.profile}; only a certification run may be signed (DMT_PROFILE)`),
  ({ run }) => reasonIf(run.safety !== true, 'clauses that protect money and consent were only observed, or DMT_SAFETY is not recorded'),
  ({ run }) => reasonIf((run.plantedFaultsSeen ?? 0) === 0, 'no self-check with planted faults is recorded'),
  ({ run }) => reasonIf(run.targetBuild === null, 'the judged build is not stated (DMT_TARGET_BUILD)'),
  ({ trouble }) => reasonIf(trouble.length > 0, `the record has faults: ${trouble[0] ?? ''}`),
  ({ unfit }) => unfit,
];

export function judgeSignable(file: VerdictFile): Signable {
  const against = reasonsAgainst.flatMap((reasons) => reasons(file));
  return { signable: against.length === 0, against };
}
