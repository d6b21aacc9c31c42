import type { Register } from '../../helpers/runner/run-context.ts';
import type { Outcome, PlannedCheck } from '../../helpers/core/records/outcome.ts';
import type { PlanEntry } from '../../helpers/runner/plan.ts';
import { conductTrial } from '../../helpers/runner/trial.ts';
import type { Verdict } from '../../helpers/core/records/verdicts.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';

export type EndedCheck = Outcome & Pick<PlannedCheck, 'clause' | 'operation'>;

/** Short for a test, but long enough for any PENDING transfer and callback of the sandbox. Without a campaign. */
const shortTimeouts: Environment = {
  DMT_FUZZ_RUNS: '0',
  DMT_PENDING_TIMEOUT_MS: '1000',
  DMT_TIMEOUT_MS: '5000',
  DMT_CALLBACK_TIMEOUT_MS: '2000',
};

/** These tests start every sandbox that they judge. Under another target name, they judge it as a foreign service. */
export const startedOrElsewhere = ({ DMT_TARGET: target }: Environment): 'started' | 'elsewhere' =>
  target === 'sandbox' ? 'started' : 'elsewhere';

type Arrange = (entries: readonly PlanEntry[]) => readonly PlanEntry[];

/** Without a selection, all checks. Writes no files. */
export async function judge(
  environment: Environment,
  selection: readonly string[] | null = null,
  register: Register | null = null,
  arrange: Arrange = (entries) => entries,
): Promise<readonly EndedCheck[]> {
  const read = readConfig({ ...shortTimeouts, ...environment }, startedOrElsewhere(environment));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { selection: chosen, safety, fuzz } = read.config;
  const { entries } = planFor({ selection: { ...chosen, checks: selection }, safety, fuzz });
  const plannedAs = new Map(entries.map(({ planned }) => [planned.id, planned]));
  const { outcomes } = await conductTrial(
    read.config,
    arrange(entries).map(({ check }) => check),
    register,
    true,
  );
  return outcomes.map((outcome) => {
    const planned = plannedAs.get(outcome.check);
    if (planned === undefined) throw new Error(`expected outcomes of planned checks only, received one of ${outcome.check}`);
    return { ...outcome, clause: planned.clause, operation: planned.operation };
  });
}

/** The sandbox lives for this one run. */
export async function judgeSandbox(
  options: SandboxOptions,
  environment: Environment | ((own: Environment) => Environment) = {},
  selection: readonly string[] | null = null,
  arrange?: Arrange,
): Promise<readonly EndedCheck[]> {
  const sandbox = await startSandbox(options);
  try {
    const own = { ...sandbox.environment, DMT_TARGET: 'sandbox' };
    const whole = typeof environment === 'function' ? environment(own) : { ...own, ...environment };
    return await judge(whole, selection, sandbox.setCallbackUrl, arrange);
  } finally {
    await sandbox.close();
  }
}

export const withVerdict = (ended: readonly EndedCheck[], ...verdicts: readonly Verdict[]): readonly EndedCheck[] =>
  ended.filter(({ verdict }) => verdicts.includes(verdict));

const describeEndedCheck = ({ check, verdict, expected, received, reason, cause }: EndedCheck): string =>
  `${check} ${verdict}: ${verdict === 'fail' || verdict === 'warn' ? `expected ${expected ?? ''}, received ${received ?? ''}` : `${cause ?? ''} ${reason ?? ''}`}`;

/** In words, so that a failing comparison explains itself. */
export const describeEnded = (ended: readonly EndedCheck[]): string[] => ended.map(describeEndedCheck).sort();

export const failedClauses = (ended: readonly EndedCheck[]): string[] =>
  [...new Set(withVerdict(ended, 'fail').map(({ clause }) => clause))].sort();

export const listBlockingCauses = (ended: readonly EndedCheck[]): string[] =>
  [...new Set(withVerdict(ended, 'blocked').map(({ cause }) => cause ?? 'none'))].sort();
