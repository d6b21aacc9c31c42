import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clauses } from '../../specs/clauses.ts';
import { publicConfig, type Config } from '../target/config.ts';
import type { PlannedCheck } from './outcome.ts';

const root = join(import.meta.dirname, '../..');

/** What decides verdicts; a change of it makes two runs incomparable. */
const judging = ['specs/**/*.{ts,json}', 'schemas/*.json', 'helpers/{judge,run,consent,target}/**/*.ts', 'suites/**/*.ts'];

const sha256 = (parts: Iterable<string>): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

/** What decides how a run is told; the versions of libraries among it. */
const rendering = ['helpers/{bundle,contract,report}/**/*.ts', 'docs/decisions/readings/*.md', 'package-lock.json'];

const sources = (patterns: readonly string[]): string[] => {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  return files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
};

/** The suite's own sources, whatever a run selects of its checks. */
export const sourcesFingerprint = (): string => sha256(sources(judging));

/** The sources that write reports: they may change while those that judge stay as they are. */
export const renderingFingerprint = (): string => sha256(sources(rendering));

/** The suite's own sources and the checks it plans. */
export const suiteFingerprint = (plan: readonly PlannedCheck[]): string => sha256([...sources(judging), ...plan.map(({ id }) => id)]);

/** Where and how the run was made, without secrets. */
export const targetFingerprint = (config: Config): string => configurationFingerprint(publicConfig(config));

/**
 * Of the configuration as it may be shown. The build is told beside it, so that either can be seen to move alone;
 * on which port a sandbox happens to listen is no part of it.
 */
export function configurationFingerprint(shown: object): string {
  const told = JSON.stringify({ ...shown, DMT_TARGET_BUILD: undefined });
  const isSandbox = 'DMT_TARGET' in shown && shown.DMT_TARGET === 'sandbox';
  return sha256([isSandbox ? told.replaceAll(/127\.0\.0\.1:\d+/g, 'sandbox') : told]);
}

export const specificationFingerprint = (): string => sha256([JSON.stringify(clauses)]);
