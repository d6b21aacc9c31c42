import { buildPlan, type PlanEntry } from '../../helpers/runner/plan.ts';
import { conductTrial } from '../../helpers/runner/trial.ts';
import { isOfCampaignArea, type Outcome } from '../../helpers/core/records/outcome.ts';
import { errorMessage, firstLine } from '../../helpers/core/text.ts';
import { readStartedConfig } from '../with-target.ts';
import type { Fault } from '../../sandbox/catalog.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { suites } from '../../suites/index.ts';

/** `faults` is the number of planted faults that the suite saw. */
type SelfCheck = { readonly ok: true; readonly faults: number } | { readonly ok: false; readonly problems: readonly string[] };

/** The usual order of calls, and that a token serves: further forms and circumstances would take four times as long. */
const usualChecks = [
  'TOKEN-SERVED~documented-request',
  'AUTH-TOKEN-ACCEPTED~plain-reads',
  ...['OP1', 'OP4', 'OP6', 'OP9', 'OP10', 'OP11'].map((operation) => `${operation}-SERVED~documented-call`),
];

/** One fault of each family is planted: a field, a refusal, and a code or an operation. Each one breaks a single check at once. */
const faultFamilies = [/^op\d+-result-/, /^a-(wrong-method|missing-token)-/, /^op\d+-(takes-any-code|is-http-404-)/];

/** A campaign takes too long for a self-check. */
const ordinarySuites = suites.filter((suite) => !isOfCampaignArea(suite));

/** The seed chooses; the same seed always plants the same faults. */
const pickPlantedFaults = (catalogue: ReadonlyMap<string, Fault>, seed: number): Fault[] =>
  faultFamilies.flatMap((family) => {
    const candidates = [...catalogue.values()].filter(({ id, breaks }) => family.test(id) && breaks.length === 1);
    return candidates[Math.abs(seed * 7919) % candidates.length] ?? [];
  });

async function runOnSandbox(options: SandboxOptions, entries: readonly PlanEntry[]): Promise<readonly Outcome[]> {
  const sandbox = await startSandbox(options);
  try {
    const settings = { DMT_TARGET: 'sandbox', DMT_PENDING_TIMEOUT_MS: '1000', DMT_FUZZ_RUNS: '0' };
    const { outcomes } = await conductTrial(
      readStartedConfig({ ...sandbox.environment, ...settings }),
      entries.map(({ check }) => check),
    );
    return outcomes;
  } finally {
    await sandbox.close();
  }
}

async function findHonestProblems(): Promise<string[]> {
  const outcomes = await runOnSandbox({}, buildPlan(ordinarySuites, usualChecks).entries);
  return outcomes
    .filter(({ verdict }) => verdict !== 'pass')
    .map(
      ({ check, verdict, reason }) => `expected ${check} to pass on the honest sandbox, received ${verdict}: ${firstLine(reason ?? '')}`,
    );
}

/** The usual checks of the broken clause, on the operation that the fault names. */
function planFault({ id, breaks }: Fault): PlanEntry[] {
  const operation = /^op(\d+)-/.exec(id)?.[1];
  return buildPlan(ordinarySuites, breaks).entries.filter(
    ({ planned }) => planned.circumstance === undefined && (operation === undefined || planned.operation === `OP-${operation}`),
  );
}

async function findFaultProblems(fault: Fault): Promise<string[]> {
  const { id, does, breaks, ...difference } = fault;
  const outcomes = await runOnSandbox(difference, planFault(fault));
  return outcomes.some(({ verdict }) => verdict === 'fail')
    ? []
    : [
        `expected ${breaks.join(', ')} to fail on the planted fault ${id} (${does}), received ${outcomes.map(({ verdict }) => verdict).join(', ')}`,
      ];
}

const asProblems = (look: Promise<string[]>): Promise<string[]> =>
  look.catch((error: unknown) => [`expected the self-check to end, received an error (${firstLine(errorMessage(error))})`]);

/** The honest sandbox must pass, and every planted fault must be seen. */
export async function selfCheck(seed: number, catalogue: ReadonlyMap<string, Fault> = faults): Promise<SelfCheck> {
  const chosenFaults = pickPlantedFaults(catalogue, seed);
  const problems = (await Promise.all([findHonestProblems(), ...chosenFaults.map(findFaultProblems)].map(asProblems))).flat();
  return problems.length === 0 ? { ok: true, faults: chosenFaults.length } : { ok: false, problems };
}
