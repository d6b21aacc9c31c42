import type { VerdictFile } from '../model/verdict-file.ts';

/** Whether a person may put a name under the run; if not, everything that stands against it, in words. */
export interface Signable {
  readonly signable: boolean;
  readonly against: readonly string[];
}

const when = (against: boolean, words: string): readonly string[] => (against ? [words] : []);

/** One sentence for each thing that stands against a signature; the rule and its reasons are decision 13. */
const reasonsAgainst: readonly ((file: VerdictFile) => readonly string[])[] = [
  ({ verdict, because }) => when(!['conformant', 'conformant-with-deviations'].includes(verdict), `the verdict is ${verdict}: ${because}`),
  ({ run }) => when(run.interrupted, 'the run was interrupted'),
  ({ run }) => when(run.target === 'sandbox', 'a sandbox was judged, not the service'),
  ({ run }) => when(run.selection !== null, `only selected checks were run: ${run.selection?.join(', ') ?? ''}`),
  ({ run }) => when(run.profile !== 'certification', `the profile is ${run.profile}; a certification run is signed (DMT_PROFILE)`),
  ({ run }) => when(run.safety !== true, 'clauses that protect money and consent were only observed, or it is not recorded (DMT_SAFETY)'),
  ({ run }) => when((run.plantedFaultsSeen ?? 0) === 0, 'it is not recorded that the suite saw planted faults before it judged'),
  ({ run }) => when(run.targetBuild === null, 'it is not told which build was judged (DMT_TARGET_BUILD)'),
  ({ trouble }) => when(trouble.length > 0, `the record has faults: ${trouble[0] ?? ''}`),
  ({ unfit }) => unfit,
];

export function signableOf(file: VerdictFile): Signable {
  const against = reasonsAgainst.flatMap((ground) => ground(file));
  return { signable: against.length === 0, against };
}
