import { openTarget } from '../target/client.ts';
import type { Finding } from '../fuzz/finding.ts';
import type { Config } from '../target/config.ts';
import { budgeted } from './budgeted.ts';
import { conduct } from './conduct.ts';
import { groundOf, type Register } from './ground.ts';
import type { Outcome, RunTotals } from './outcome.ts';
import type { Check } from './check.ts';

/** What became of checks that were tried for the suite's own sake. */
export interface Trial {
  readonly outcomes: readonly Outcome[];
  readonly totals: RunTotals;
  /** Of its campaigns. */
  readonly findings: readonly Finding[];
}

/** Conducts checks against a target and leaves nothing behind: outside evidence, bill and ledger. */
export async function tryOut(
  config: Config,
  checks: readonly Check[],
  register: Register | null = null,
  untilFound = false,
): Promise<Trial> {
  const target = openTarget(budgeted(config, checks), { journal: null, ledger: null });
  const ground = groundOf(target, register, { untilFound });
  const outcomes: Outcome[] = [];
  try {
    await conduct(checks, ground, (outcome) => outcomes.push(outcome));
  } finally {
    await Promise.all([target.close(), ground.close()]);
  }
  return { outcomes, totals: target.totals(), findings: ground.journey.fuzz.findings.all() };
}
