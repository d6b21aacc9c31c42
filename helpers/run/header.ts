import { randomUUID } from 'node:crypto';
import manifest from '../../package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import type { RunHeader, ShardRecord } from '../core/records/journal-lines.ts';
import { specificationFingerprint, suiteFingerprint, targetFingerprint } from '../report/fingerprint/fingerprints.ts';

interface HeaderOptions {
  readonly plantedFaultsSeen?: number | undefined;
  /** The id of the run. */
  readonly run?: string | undefined;
  readonly shard?: ShardRecord | null | undefined;
}

export function buildRunHeader(config: Config, { plantedFaultsSeen, run: id = randomUUID(), shard = null }: HeaderOptions = {}): RunHeader {
  const { target, selection, fuzz, report, safety } = config;
  return {
    id,
    startedAt: new Date().toISOString(),
    suiteVersion: manifest.version,
    suiteFingerprint: suiteFingerprint(),
    targetFingerprint: targetFingerprint(config),
    specification: specificationFingerprint(),
    profile: selection.profile,
    selection: selection.checks,
    target: target.kind,
    hosts: target.hosts,
    targetBuild: target.build,
    runBy: report.runBy,
    seed: fuzz.seed,
    safety,
    ...(report.failOn.length === 0 ? {} : { failOn: report.failOn }),
    ...(plantedFaultsSeen === undefined ? {} : { plantedFaultsSeen }),
    ...(shard === null ? {} : { shard }),
  };
}
