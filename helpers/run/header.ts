import { randomUUID } from 'node:crypto';
import { version } from '../config/version.ts';
import type { Config } from '../config/config.ts';
import type { RunHeader } from '../core/records/journal-lines.ts';
import { specificationFingerprint, suiteFingerprint, targetFingerprint } from '../report/fingerprint/fingerprints.ts';

export function buildRunHeader(config: Config, plantedFaultsSeen?: number, id: string = randomUUID()): RunHeader {
  const { target, selection, fuzz, report, safety } = config;
  return {
    id,
    startedAt: new Date().toISOString(),
    suiteVersion: version,
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
  };
}
