import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import type { CampaignTrial } from './trial.ts';
import { judgeCampaigns } from './campaigns.ts';

/** The full campaign for faults and the honest sandbox; a part of it for each variant. */
const runs = 100;
const runsForVariants = 15;

const statefulSuites = ['Sequences', 'Races'];

/** Reports how surely sequences and races find each planted fault, how small the reproducers are, and any wrong accusation. */
export function walks(tell: (line: string) => void, wanted = '20'): Promise<boolean> {
  const seeds = Array.from({ length: Number(wanted) }, (_, at) => at + 1);
  const buildTrials = (id: string, checks: readonly string[]): CampaignTrial[] =>
    seeds.map((seed) => ({ id, seed, runs, checks, untilFound: false }));
  const planted = [...faults.values()].filter(({ id }) => /^(walk|race)-/.test(id));
  const different = [...variants.values()].filter(({ ends }) => ends !== 'blocked');
  return judgeCampaigns(
    {
      planted: new Map(planted.map(({ id, checks = statefulSuites }) => [id, buildTrials(id, checks)])),
      clean: [
        ...buildTrials('', statefulSuites),
        ...different.map(({ id }) => ({ id, seed: 1, runs: runsForVariants, checks: statefulSuites, untilFound: false })),
      ],
    },
    tell,
  );
}
