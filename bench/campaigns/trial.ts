import type { Edit } from '../../helpers/fuzz/cases/edit.ts';
import type { Finding } from '../../helpers/fuzz/findings/finding.ts';
import { accusingVerdicts, judgedVerdicts, type Verdict } from '../../helpers/core/records/verdicts.ts';
import { conductTrial } from '../../helpers/runner/trial.ts';
import type { Difference } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { variants } from '../../sandbox/variants.ts';
import { planFor } from '../../suites/plan-for.ts';
import { readSandboxConfig } from '../sandbox-config.ts';

export interface CampaignTrial {
  /** A fault, a variant, or empty for the honest sandbox. */
  readonly id: string;
  readonly seed: number;
  readonly runs: number;
  /** Ids of checks, or names of suites. */
  readonly checks: readonly string[];
  /** A chapter ends with its first finding. */
  readonly untilFound: boolean;
}

interface Reproducer {
  /** A race counts as one call. */
  readonly calls: number;
  /** Odd places in the odd call. */
  readonly odd: number;
  readonly firm: boolean;
}

export interface CheckStatement {
  readonly check: string;
  readonly clause: string;
  readonly verdict: Verdict;
  readonly text: string;
}

export interface CampaignRow extends CampaignTrial {
  /** Checks that failed or warned. */
  readonly accused: readonly CheckStatement[];
  /** Checks that were blocked, untried or ended in an error of the suite. */
  readonly unjudged: readonly CheckStatement[];
  readonly reproducers: readonly Reproducer[];
  readonly requests: number;
  readonly seconds: number;
}

/** Some clauses are about a missing token or about GET, so these edits do not count as odd. */
const isExpectedEdit = (edit: Edit): boolean =>
  (edit.on === 'method' && edit.method === 'GET') ||
  (edit.on === 'header' && edit.name.toLowerCase() === 'authorization' && edit.values.length === 0);

function toReproducer({ recipe, exchanges, firmness }: Finding): Reproducer {
  const firm = firmness === 'firm';
  switch (recipe.kind) {
    case 'case':
      return { calls: exchanges.length, odd: recipe.edits.filter((edit) => !isExpectedEdit(edit)).length, firm };
    case 'sequence':
      return { calls: recipe.steps.length, odd: 0, firm };
    case 'race':
      return { calls: 1, odd: 0, firm };
  }
}

const findDifference = (id: string): Difference => faults.get(id) ?? variants.get(id) ?? {};

/** The clock never ends a campaign, so that a busy machine counts like an idle one. */
const timeLimits = { DMT_FUZZ_SECONDS: '100000', DMT_PENDING_TIMEOUT_MS: '1000', DMT_TIMEOUT_MS: '30000' };

export async function tryCampaign(trial: CampaignTrial): Promise<CampaignRow> {
  const { id, seed, runs, checks, untilFound } = trial;
  const sandbox = await startSandbox(findDifference(id));
  const began = performance.now();
  try {
    const size = { DMT_SEED: String(seed), DMT_FUZZ_RUNS: String(runs) };
    const config = readSandboxConfig({ ...sandbox.environment, ...timeLimits, ...size });
    const { entries } = planFor({ ...config, selection: { ...config.selection, checks } });
    const clauses = new Map(entries.map(({ planned }) => [planned.id, planned.clause]));
    const planned = entries.map(({ check }) => check);
    const { outcomes, findings, totals } = await conductTrial(config, planned, null, untilFound);
    const words = (isListed: (verdict: Verdict) => boolean): CheckStatement[] =>
      outcomes
        .filter(({ verdict }) => isListed(verdict))
        .map(({ check, verdict, expected, received, reason }) => {
          const text = accusingVerdicts.has(verdict) ? `expected ${expected ?? ''}, received ${received ?? ''}` : (reason ?? '');
          return { check, clause: clauses.get(check) ?? '', verdict, text };
        });
    return {
      ...trial,
      accused: words((verdict) => accusingVerdicts.has(verdict)),
      unjudged: words((verdict) => !judgedVerdicts.has(verdict)),
      reproducers: findings.map(toReproducer),
      requests: totals.requests,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    await sandbox.close();
  }
}
