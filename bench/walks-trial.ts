import type { Finding } from '../helpers/fuzz/finding.ts';
import { tryOut } from '../helpers/run/trial.ts';
import { readConfig } from '../helpers/target/config.ts';
import type { Difference } from '../sandbox/catalogue.ts';
import { faults } from '../sandbox/faults.ts';
import { startSandbox } from '../sandbox/start.ts';
import { variants } from '../sandbox/variants.ts';
import { planFor } from '../suites/plan-for.ts';

/** One campaign of walks and races against one service. */
export interface CampaignTrial {
  /** A fault, a variant, or empty for the honest sandbox. */
  readonly id: string;
  readonly seed: number;
  readonly runs: number;
}

export interface CampaignRow extends CampaignTrial {
  /** Checks that failed or warned. */
  readonly accused: readonly string[];
  /** Calls of the smallest reproducer of each finding; a race counts as one step. */
  readonly steps: readonly number[];
  readonly flaky: number;
  readonly requests: number;
}

const stepsOf = ({ recipe }: Finding): number => (recipe.kind === 'sequence' ? recipe.steps.length : 1);

interface Chosen {
  readonly difference: Difference;
  readonly checks: readonly string[];
}

const both = ['Sequences', 'Races'];

/** Both suites, or of a fault the checks that can notice it. */
function chosen(id: string): Chosen {
  const found = faults.get(id) ?? variants.get(id);
  if (found === undefined) return { difference: {}, checks: both };
  const { checks = both, ...difference } = found;
  return { difference, checks: faults.has(id) ? checks : both };
}

/** Never ended by the clock, so that a busy machine counts like an idle one. */
export async function tryCampaign({ id, seed, runs }: CampaignTrial): Promise<CampaignRow> {
  const { difference, checks } = chosen(id);
  const sandbox = await startSandbox(difference);
  try {
    const size = { DMT_SEED: String(seed), DMT_FUZZ_RUNS: String(runs), DMT_FUZZ_SECONDS: '600' };
    const patience = { DMT_PENDING_TIMEOUT_MS: '1000', DMT_TIMEOUT_MS: '30000' };
    const read = readConfig({ ...sandbox.environment, ...patience, ...size, DMT_TARGET: 'sandbox' });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { entries } = planFor({ ...read.config, selection: { ...read.config.selection, checks } });
    const { outcomes, findings, totals } = await tryOut(
      read.config,
      entries.map(({ check }) => check),
    );
    return {
      id,
      seed,
      runs,
      accused: outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ check }) => check),
      steps: findings.map(stepsOf),
      flaky: findings.filter(({ firmness }) => firmness === 'flaky').length,
      requests: totals.requests,
    };
  } finally {
    await sandbox.close();
  }
}
