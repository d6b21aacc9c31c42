import { actionByOwner, formatActions } from '../model/owners.ts';
import type { VerdictFile } from '../model/verdict-file.ts';

/** Whether a person may sign the run, and every reason against it. */
export interface Signable {
  readonly signable: boolean;
  readonly against: readonly string[];
}

/** Something about the run as a whole that prevents a signature. */
export interface Condition {
  readonly about: 'verdict' | 'run';
  readonly words: string;
  readonly mover: string;
}

interface ConditionRule {
  readonly about: Condition['about'];
  readonly mover: string | ((file: VerdictFile) => string);
  readonly find: (file: VerdictFile) => readonly string[];
}

/** Advice for a run that may be signed does not apply there. */
const isProd = ({ target }: VerdictFile['run']): boolean => target === 'prod';

const reasonIf = (against: boolean, words: string): readonly string[] => (against ? [words] : []);

const { configuration, suite } = actionByOwner;

/** What people have to correct first is not cured by running again. */
function findMover({ run, causes }: VerdictFile): string {
  const owners = causes.map(({ owner }) => owner);
  if (run.inconclusive === null || owners.length === 0 || owners.includes('environment')) return 'run again';
  return formatActions(owners);
}

/** The rule and its reasons are in decision 13. */
const conditionRules: readonly ConditionRule[] = [
  {
    about: 'verdict',
    mover: findMover,
    find: ({ verdict, because, run }) =>
      reasonIf(!isProd(run) && !['conformant', 'conformant-with-deviations'].includes(verdict), `the verdict is ${verdict}: ${because}`),
  },
  {
    about: 'verdict',
    mover: 'nobody',
    find: ({ run }) => reasonIf(isProd(run), 'PROD is only read; a certification run on UAT is signed'),
  },
  { about: 'run', mover: 'run again', find: ({ run }) => reasonIf(run.interrupted, 'the run was interrupted') },
  {
    about: 'run',
    mover: configuration,
    find: ({ run }) => reasonIf(run.target === 'sandbox', 'a sandbox was judged, not the service'),
  },
  {
    about: 'run',
    mover: configuration,
    find: ({ run }) => reasonIf(run.selection !== null, `only selected checks were run: ${run.selection?.join(', ') ?? ''}`),
  },
  {
    about: 'run',
    mover: configuration,
    find: ({ run }) =>
      reasonIf(
        !isProd(run) && run.profile !== 'certification',
        `the profile is ${run.profile}; only a certification run may be signed (DMT_PROFILE)`,
      ),
  },
  {
    about: 'run',
    mover: configuration,
    find: ({ run }) =>
      reasonIf(run.safety !== true, 'clauses that protect money and consent were only observed, or DMT_SAFETY is not recorded'),
  },
  {
    about: 'run',
    mover: suite,
    find: ({ run }) => reasonIf((run.plantedFaultsSeen ?? 0) === 0, 'no self-check with planted faults is recorded'),
  },
  {
    about: 'run',
    mover: configuration,
    find: ({ run }) => reasonIf(run.targetBuild === null, 'the judged build is not stated (DMT_TARGET_BUILD)'),
  },
  { about: 'run', mover: suite, find: ({ trouble }) => reasonIf(trouble.length > 0, `the record has faults: ${trouble[0] ?? ''}`) },
  { about: 'run', mover: 'approver', find: ({ unfit }) => unfit },
];

export const findConditions = (file: VerdictFile): readonly Condition[] =>
  conditionRules.flatMap(({ about, mover, find }) =>
    find(file).map((words) => ({ about, words, mover: typeof mover === 'string' ? mover : mover(file) })),
  );

export function judgeSignable(file: VerdictFile): Signable {
  const against = findConditions(file).map(({ words }) => words);
  return { signable: against.length === 0, against };
}
