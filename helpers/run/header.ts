import { randomUUID } from 'node:crypto';
import { catalogueVersion } from '../../specs/catalogue-changes.ts';
import { formatProgram } from '../config/environment.ts';
import { version } from '../config/version.ts';
import type { Config } from '../config/config.ts';
import type { LocalTime, RunHeader, ShardRecord } from '../core/records/journal-lines.ts';
import { specificationFingerprint, suiteFingerprint, targetFingerprint } from '../report/fingerprint/fingerprints.ts';

const readLocalTime = (now: Date): LocalTime => ({
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  offsetMinutes: 0 - now.getTimezoneOffset(),
});

interface HeaderOptions {
  readonly plantedFaultsSeen?: number | undefined;
  /** The id of the run. */
  readonly run?: string | undefined;
  readonly shard?: ShardRecord | null | undefined;
}

export function buildRunHeader(config: Config, { plantedFaultsSeen, run: id = randomUUID(), shard = null }: HeaderOptions = {}): RunHeader {
  const { target, selection, fuzz, report, safety } = config;
  const now = new Date();
  return {
    id,
    startedAt: now.toISOString(),
    localTime: readLocalTime(now),
    suiteVersion: version,
    suiteFingerprint: suiteFingerprint(),
    targetFingerprint: targetFingerprint(config),
    specification: specificationFingerprint(),
    catalogue: catalogueVersion,
    profile: selection.profile,
    selection: selection.checks,
    target: target.kind,
    hosts: target.hosts,
    targetBuild: target.build,
    runBy: report.runBy,
    seed: fuzz.seed,
    safety,
    program: formatProgram(),
    ...(report.failOn.length === 0 ? {} : { failOn: report.failOn }),
    ...(plantedFaultsSeen === undefined ? {} : { plantedFaultsSeen }),
    ...(shard === null ? {} : { shard }),
  };
}
