import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { clauses } from '../../../specs/clauses.ts';
import type { Config } from '../../config/config.ts';
import { publicConfig } from '../../config/read-config.ts';
import type { PlannedCheck } from '../../core/records/outcome.ts';
import { collectSources, readLockedPackages, type Sources } from './sources.ts';

const checkout = join(import.meta.dirname, '../../..');

/** What plans, conducts, settles and judges again; what these rest on is found in them. */
const judgingEntryPoints = [
  'suites/plan-for.ts',
  'helpers/run/run.ts',
  'helpers/runner/trial.ts',
  'helpers/runner/recorded-callbacks.ts',
  'helpers/run/changed-inputs.ts',
  'helpers/run/earlier.ts',
  'helpers/report/verdict/assemble.ts',
  'helpers/runner/replay.ts',
  'helpers/bundle/rejudge.ts',
];

/** What writes reports; the last one is what Vitest has for its tests. */
const renderingEntryPoints = ['helpers/report/write.ts', 'suites/conformance.test.ts'];

const sha256 = (parts: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const toSortedParts = (sources: Sources): readonly string[] => [...sources].sort(([one], [other]) => (one < other ? -1 : 1)).flat();

/** What decides verdicts, so that a change of it makes two runs incomparable; and what else decides how a run is rendered. */
interface SuiteSources {
  readonly judging: Sources;
  readonly rendering: Sources;
}

export function collectSuiteSources(root: string): SuiteSources {
  const judging = collectSources(root, judgingEntryPoints);
  return { judging, rendering: collectSources(root, renderingEntryPoints, judging) };
}

interface Fingerprints {
  readonly judging: string;
  readonly rendering: string;
}

export function computeFingerprints(root: string): Fingerprints {
  const { judging, rendering } = collectSuiteSources(root);
  return { judging: sha256([...toSortedParts(judging), ...readLockedPackages(root)]), rendering: sha256(toSortedParts(rendering)) };
}

let cachedFingerprints: Fingerprints | null = null;

/** Of this installation: worked out once, when it is asked for. A package will carry what its sources gave. */
const readOwnFingerprints = (): Fingerprints => (cachedFingerprints ??= computeFingerprints(checkout));

/** Of what judges, whatever a run selects of its checks. */
export const suiteFingerprint = (): string => readOwnFingerprints().judging;

/** Of what renders: it may change while what judges stays as it is. */
export const renderingFingerprint = (): string => readOwnFingerprints().rendering;

/** Of the checks a run is to make. */
export const planFingerprint = (plan: readonly Pick<PlannedCheck, 'id'>[]): string => sha256(plan.map(({ id }) => id));

/** Where and how the run was made, without secrets. */
export const targetFingerprint = (config: Config): string => configurationFingerprint(publicConfig(config));

/**
 * Of the configuration as it may be shown. The build is told beside it, so that either can be seen to move alone;
 * on which port a sandbox happens to listen is no part of it.
 */
export function configurationFingerprint(shown: object): string {
  const text = JSON.stringify({ ...shown, DMT_TARGET_BUILD: undefined });
  const isSandbox = 'DMT_TARGET' in shown && shown.DMT_TARGET === 'sandbox';
  return sha256([isSandbox ? text.replaceAll(/127\.0\.0\.1:\d+/g, 'sandbox') : text]);
}

export const specificationFingerprint = (): string => sha256([JSON.stringify(clauses)]);
