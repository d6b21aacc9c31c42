import { plural } from '../decide.ts';
import type { VerdictFile } from '../verdict-file.ts';

/** Whether a person may put a name under the run; if not, everything that stands against it, in words. */
export interface Signable {
  readonly signable: boolean;
  readonly against: readonly string[];
}

const when = (against: boolean, words: string): readonly string[] => (against ? [words] : []);

/** Stated clauses nobody tested and nobody accepted as a gap. */
function openGaps({ clauses }: VerdictFile): readonly string[] {
  const open = clauses.filter((clause) => clause.certainty === 'stated' && clause.verdict === 'untried' && clause.gap === null);
  return when(
    open.length > 0,
    `${plural(open.length, 'sentence')} the specification states ${open.length === 1 ? 'was' : 'were'} not tried, and that is not accepted in writing`,
  );
}

/** One sentence for each thing that stands against a signature; the rule and its reasons are decision 13. */
const grounds: readonly ((file: VerdictFile) => readonly string[])[] = [
  ({ verdict, because }) => when(!['conformant', 'conformant-with-deviations'].includes(verdict), `the verdict is ${verdict}: ${because}`),
  ({ run }) => when(run.interrupted, 'the run was interrupted'),
  ({ run }) => when(run.target === 'sandbox', 'a sandbox was judged, not the service'),
  ({ run }) => when(run.selection !== null, `only selected checks were run: ${run.selection?.join(', ') ?? ''}`),
  ({ run }) => when(run.profile === 'essential', 'the essential profile leaves checks out; sign on full or certification'),
  ({ run }) => when((run.plantedFaultsSeen ?? 0) === 0, 'it is not recorded that the suite saw planted faults before it judged'),
  ({ run }) => when(run.targetBuild === null, 'it is not told which build was judged (DMT_TARGET_BUILD)'),
  ({ trouble }) => when(trouble.length > 0, `the record has faults: ${trouble[0] ?? ''}`),
  ({ unfit }) => unfit,
  openGaps,
];

export function signableOf(file: VerdictFile): Signable {
  const against = grounds.flatMap((ground) => ground(file));
  return { signable: against.length === 0, against };
}
