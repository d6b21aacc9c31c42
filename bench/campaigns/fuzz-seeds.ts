import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { suites } from '../../suites/index.ts';
import { oddCalls } from '../../suites/fuzz/odd-calls.ts';
import type { CampaignTrial } from './trial.ts';
import { judgeCampaigns } from './campaigns.ts';

/** As in the default campaign. */
const runs = 100;
/** Runs for a variant, and for a slow variant, so that it ends within minutes. */
const runsForVariants = 25;
const runsForSlow = 2;

/** The odd calls, and the passive checks that judge their answers. */
const judges = [
  oddCalls.name,
  ...suites
    .flatMap(({ checks }) => checks)
    .filter(({ kind }) => kind === 'passive')
    .map(({ id }) => id),
];

/**
 * Reports how surely odd calls find each planted fault, and how small the reproducers are. A fault's campaign runs the chapters that can
 * notice it, each up to its first finding. Every seed runs the full campaign on the honest sandbox; one seed runs a quarter of it on each
 * variant.
 */
export function seeds(tell: (line: string) => void, wanted = '20'): Promise<boolean> {
  const all = Array.from({ length: Number(wanted) }, (_, at) => at + 1);
  const planted = [...faults.values()].flatMap(({ id, fuzz }): (readonly [string, CampaignTrial[]])[] =>
    fuzz === undefined ? [] : [[id, all.map((seed) => ({ id, seed, runs, checks: fuzz.chapters, untilFound: true }))]],
  );
  const different = [...variants.values()].filter(({ ends }) => ends !== 'blocked');
  return judgeCampaigns(
    {
      planted: new Map(planted),
      clean: [
        ...all.map((seed) => ({ id: '', seed, runs, checks: judges, untilFound: false })),
        ...different.map(({ id, latencyMs = 0 }) => ({
          id,
          seed: 1,
          runs: latencyMs > 0 ? runsForSlow : runsForVariants,
          checks: judges,
          untilFound: false,
        })),
      ],
    },
    tell,
  );
}
