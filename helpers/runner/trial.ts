import { openTarget } from '../client/client.ts';
import type { Finding } from '../fuzz/findings/finding.ts';
import type { Config } from '../config/config.ts';
import { noRecord } from '../redaction/redactor.ts';
import { withCampaignBudget } from './campaign-budget.ts';
import { conduct } from './conduct.ts';
import { createRunContext, type Register } from './run-context.ts';
import type { Outcome } from '../core/records/outcome.ts';
import type { RunTotals } from '../core/records/journal-lines.ts';
import type { Check } from './check.ts';

export interface Trial {
  readonly outcomes: readonly Outcome[];
  readonly totals: RunTotals;
  readonly findings: readonly Finding[];
}

/** Runs checks against a target and writes nothing: no evidence, bill or ledger. */
export async function conductTrial(
  config: Config,
  checks: readonly Check[],
  register: Register | null = null,
  untilFound = false,
): Promise<Trial> {
  const target = openTarget(withCampaignBudget(config, checks), { journal: null, ledger: null, redactor: noRecord });
  const runContext = createRunContext(target, register, { untilFound });
  const outcomes: Outcome[] = [];
  try {
    await conduct({ checks, runContext, onOutcome: (outcome) => outcomes.push(outcome) });
  } finally {
    await Promise.all([target.close(), runContext.close()]);
  }
  return { outcomes, totals: target.totals(), findings: runContext.campaigns.fuzz.findings.all() };
}
