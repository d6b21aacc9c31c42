import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { clauses } from '../../../specs/clauses.ts';
import type { Config } from '../../config/config.ts';
import { publicConfig } from '../../config/read-config.ts';
import type { PlannedCheck } from '../../core/records/outcome.ts';
import { closureOf, lockedPackages, type Sources } from './sources.ts';

const checkout = join(import.meta.dirname, '../../..');

/** What plans, conducts, settles and judges again; what these rest on is found in them. */
const judges = [
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
const writers = ['helpers/report/write.ts', 'suites/conformance.test.ts'];

const sha256 = (parts: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const textOf = (sources: Sources): readonly string[] => [...sources].sort(([one], [other]) => (one < other ? -1 : 1)).flat();

/** What decides verdicts, so that a change of it makes two runs incomparable; and what else decides how a run is rendered. */
interface SuiteSources {
  readonly judging: Sources;
  readonly rendering: Sources;
}

export function sourcesIn(root: string): SuiteSources {
  const judging = closureOf(root, judges);
  return { judging, rendering: closureOf(root, writers, judging) };
}

interface Fingerprints {
  readonly judging: string;
  readonly rendering: string;
}

export function fingerprintsOf(root: string): Fingerprints {
  const { judging, rendering } = sourcesIn(root);
  return { judging: sha256([...textOf(judging), ...lockedPackages(root)]), rendering: sha256(textOf(rendering)) };
}

let own: Fingerprints | null = null;

/** Of this installation: worked out once, when it is asked for. A package will carry what its sources gave. */
const ownFingerprints = (): Fingerprints => (own ??= fingerprintsOf(checkout));

/** Of what judges, whatever a run selects of its checks. */
export const suiteFingerprint = (): string => ownFingerprints().judging;

/** Of what renders: it may change while what judges stays as it is. */
export const renderingFingerprint = (): string => ownFingerprints().rendering;

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
