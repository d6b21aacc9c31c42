import { planOf, type PlanEntry } from '../helpers/run/plan.ts';
import { tryOut } from '../helpers/run/trial.ts';
import type { Outcome } from '../helpers/run/outcome.ts';
import { readConfig } from '../helpers/target/config.ts';
import type { Fault } from '../sandbox/catalogue.ts';
import { faults } from '../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../sandbox/start.ts';
import { suites } from '../suites/index.ts';

/** What the suite has to see to be trusted: how many planted faults it saw, or what it was blind to. */
export type SelfCheck = { readonly ok: true; readonly faults: number } | { readonly ok: false; readonly problems: readonly string[] };

/** The typical order of calls, and that nobody gets in without a token. */
const journey = [
  'TOKEN-SERVED',
  'AUTH-TOKEN-ACCEPTED',
  'OP1-SERVED',
  'OP4-SERVED',
  'OP6-SERVED',
  'OP9-SERVED',
  'OP10-SERVED',
  'OP11-SERVED',
];

const planted = 3;

/** One broken clause each, seen wherever it is looked for, by a check that needs no wrong code and no waiting. */
const plantable = ({ breaks, warns, checks, id }: Fault): boolean =>
  breaks.length === 1 && warns === undefined && checks === undefined && /^op\d+-result-/.test(id);

/** `count` of the entries, scattered by the seed: the same seed chooses the same ones. */
function chosen<Entry>(entries: readonly Entry[], seed: number, count: number): Entry[] {
  const stride = 7919;
  const picks = Array.from(
    { length: count },
    (_, at) => Math.abs(seed * stride + at * Math.floor(entries.length / count)) % entries.length,
  );
  return [...new Set(picks)].flatMap((at) => entries[at] ?? []);
}

async function outcomesOf(options: SandboxOptions, entries: readonly PlanEntry[]): Promise<readonly Outcome[]> {
  const sandbox = await startSandbox(options);
  try {
    const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_PENDING_TIMEOUT_MS: '1000' });
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { outcomes } = await tryOut(
      read.config,
      entries.map(({ check }) => check),
    );
    return outcomes;
  } finally {
    await sandbox.close();
  }
}

async function honestProblems(): Promise<string[]> {
  const outcomes = await outcomesOf({}, planOf(suites, journey).entries);
  return outcomes
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ check, verdict, reason }) => `expected ${check} to pass on the honest sandbox, received ${verdict}: ${reason ?? ''}`);
}

async function faultProblems({ id, story, breaks, ...difference }: Fault): Promise<string[]> {
  const outcomes = await outcomesOf(difference, planOf(suites, breaks).entries);
  return outcomes.some(({ verdict }) => verdict === 'fail')
    ? []
    : [
        `expected ${breaks.join(', ')} to fail on the planted fault ${id} (${story}), received ${outcomes.map(({ verdict }) => verdict).join(', ')}`,
      ];
}

/** Proves this installation before it judges anybody: the honest sandbox passes, and faults chosen by the seed are seen. */
export async function selfCheck(seed: number, catalogue: ReadonlyMap<string, Fault> = faults): Promise<SelfCheck> {
  const plants = chosen([...catalogue.values()].filter(plantable), seed, planted);
  const problems = (await Promise.all([honestProblems(), ...plants.map(faultProblems)])).flat();
  return problems.length === 0 ? { ok: true, faults: plants.length } : { ok: false, problems };
}
