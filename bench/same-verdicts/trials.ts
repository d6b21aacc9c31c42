import { faults } from '../../sandbox/faults.ts';
import { listTrials } from '../../tests/proof/all.ts';
import { tryTrial, type Trial } from '../../tests/proof/prove.ts';
import { judgeSandbox } from '../../tests/run/judged.ts';
import { outcomeStatements } from './statements.ts';
import type { ServiceRecord } from './recorded.ts';

/** A service of the proof, or sequences with one seed on a fault or on the honest sandbox. */
export type Job =
  | { readonly kind: 'proof'; readonly trial: Trial }
  | { readonly kind: 'walk'; readonly fault: string | null; readonly seed: number };

const walks = 10;

const walkFaults: readonly string[] = [...faults.keys()].filter((id) => id.startsWith('walk-'));

/** Takes faults that lie far apart in the catalogue, so that ten of them meet many rules. */
const pickFault = (at: number): string => walkFaults[Math.floor((at * walkFaults.length) / walks)] ?? '';

const seeds = Array.from({ length: walks }, (_, at) => at + 1);

/** The proof of every fault and variant, then ten seeds of sequences on the honest sandbox and on ten faults. */
export const jobs: readonly Job[] = [
  ...listTrials().map((trial) => ({ kind: 'proof', trial }) as const),
  ...seeds.map((seed) => ({ kind: 'walk', fault: null, seed }) as const),
  ...seeds.map((seed) => ({ kind: 'walk', fault: pickFault(seed - 1), seed }) as const),
];

export const jobName = (job: Job): string =>
  job.kind === 'proof' ? `${job.trial.kind} ${job.trial.id}` : `walks with seed ${job.seed}, ${job.fault ?? 'honest'}`;

/** Only its size ends it, so a busy machine gets as far as an idle one. */
const campaignSize = (seed: number): Readonly<Record<string, string>> => ({
  DMT_FUZZ_RUNS: '40',
  DMT_FUZZ_SECONDS: '100000',
  DMT_SEED: String(seed),
});

async function recordProof(trial: Trial): Promise<ServiceRecord['said']> {
  const { ended, fired } = await tryTrial(trial);
  return [...outcomeStatements(ended), { kind: 'run', id: 'run', fields: { fired } }];
}

async function recordWalks(fault: string | null, seed: number): Promise<ServiceRecord['said']> {
  const difference = faults.get(fault ?? '') ?? {};
  return outcomeStatements(await judgeSandbox(difference, campaignSize(seed), ['Sequences']));
}

export const recordJob = async (job: Job): Promise<ServiceRecord> => ({
  service: jobName(job),
  said: job.kind === 'proof' ? await recordProof(job.trial) : await recordWalks(job.fault, job.seed),
});
