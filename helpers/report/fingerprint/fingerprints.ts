import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clauses } from '../../../specs/clauses.ts';
import type { Config } from '../../config/config.ts';
import { textAt } from '../../core/json.ts';
import type { PlannedCheck } from '../../core/records/outcome.ts';
import { collectSources, readLockedPackages, type Sources } from './sources.ts';

const installation = join(import.meta.dirname, '../../..');

/** In a package, which has no sources to read: what was computed from them when it was packed. */
export const packedFingerprintsFile = 'fingerprints.json';

/** The code that plans, conducts, settles and judges again. Their imports are found from here. */
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
  'helpers/shards/plan.ts',
  'helpers/merge/merge.ts',
];

/** The code that writes reports, with the file of Vitest tests. */
const renderingEntryPoints = ['helpers/report/write.ts', 'suites/conformance.test.ts'];

const hashParts = (parts: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const toSortedParts = (sources: Sources): readonly string[] => [...sources].sort(([one], [other]) => (one < other ? -1 : 1)).flat();

/** A change of `judging` makes two runs incomparable. `rendering` has the other sources that decide how a run is rendered. */
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
  return { judging: hashParts([...toSortedParts(judging), ...readLockedPackages(root)]), rendering: hashParts(toSortedParts(rendering)) };
}

const isFingerprints = (value: unknown): value is Fingerprints => textAt(value, 'judging') !== null && textAt(value, 'rendering') !== null;

let cachedFingerprints: Fingerprints | null = null;

export function findFingerprints(root: string): Fingerprints {
  const file = join(root, packedFingerprintsFile);
  if (!existsSync(file)) return computeFingerprints(root);
  const packed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (isFingerprints(packed)) return packed;
  throw new Error(`expected two fingerprints in ${file}, received something else: install the package again`);
}

/** Read or computed once for this installation. */
const readOwnFingerprints = (): Fingerprints => (cachedFingerprints ??= findFingerprints(installation));

/** Independent of the run's selection. */
export const suiteFingerprint = (): string => readOwnFingerprints().judging;

/** May change while the judging sources stay the same. */
export const renderingFingerprint = (): string => readOwnFingerprints().rendering;

export const planFingerprint = (plan: readonly Pick<PlannedCheck, 'id'>[]): string => hashParts(plan.map(({ id }) => id));

export const targetFingerprint = (config: Config): string => configurationFingerprint(config.public);

/** The build is recorded separately, so that each change shows on its own. The port of a sandbox does not count. */
export function configurationFingerprint(shown: object): string {
  const text = JSON.stringify({ ...shown, DMT_TARGET_BUILD: undefined });
  const isSandbox = 'DMT_TARGET' in shown && shown.DMT_TARGET === 'sandbox';
  return hashParts([isSandbox ? text.replaceAll(/127\.0\.0\.1:\d+/g, 'sandbox') : text]);
}

export const specificationFingerprint = (): string => hashParts([JSON.stringify(clauses)]);
