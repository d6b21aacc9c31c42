import { summarizeCodes } from '../evidence/codes.ts';
import { describeCoverage } from '../verdict/decide.ts';
import type { VerdictFile, VerdictRun, VerdictSitting } from '../model/verdict-file.ts';
import { describeCutOff, describeSitting, describeWaits, formatUtc } from '../model/describe-run.ts';
import type { NamedFact } from './rows.ts';

type Span = Pick<VerdictSitting, 'startedAt' | 'finishedAt'>;

/** Excludes the pauses between sittings. */
function formatDuration(spans: readonly Span[]): string {
  const seconds = spans.reduce((sum, { startedAt, finishedAt }) => sum + (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000, 0);
  return seconds < 60 ? `${seconds.toFixed(1)} seconds` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Empty for a run of one sitting. */
const listSittings = ({ sittings }: VerdictRun): readonly NamedFact[] =>
  sittings.length < 2 ? [] : sittings.map((sitting, nth) => ({ name: `Sitting ${nth + 1}`, value: describeSitting(sitting) }));

export function listJudgedFacts({ run, checks, clauses, codes, binding }: VerdictFile): readonly NamedFact[] {
  const waited = describeWaits(run);
  const cutOff = describeCutOff(run);
  return [
    { name: 'Service', value: 'Domestic Money Transfer partner service' },
    { name: 'Where', value: `${run.target} at ${run.hosts.join(', ')}` },
    { name: 'Build', value: run.targetBuild ?? 'not stated' },
    {
      name: 'Specification',
      value: `${clauses.length} sentences (clauses)${run.catalogue === undefined ? '' : `, catalogue ${run.catalogue}`}, fingerprint ${run.specification}`,
    },
    { name: 'Suite', value: `dmt-conformance ${run.suiteVersion}, fingerprint ${run.suiteFingerprint}` },
    {
      name: 'Self-check',
      value: run.plantedFaultsSeen === undefined ? 'not recorded' : `${run.plantedFaultsSeen} planted faults seen before the run`,
    },
    { name: 'Extent', value: `${run.profile} profile, ${checks.length} checks${run.selection === null ? '' : ' (a selection)'}` },
    { name: 'Coverage', value: `${describeCoverage(binding)}, ${binding.cannotBeTried.length} more that no run can try (annex)` },
    { name: 'Configuration', value: `fingerprint ${run.targetFingerprint}, seed ${run.seed}` },
    { name: 'By', value: run.runBy ?? 'not stated' },
    { name: 'When', value: `${formatUtc(run.startedAt)} to ${formatUtc(run.finishedAt)}${run.interrupted ? ' (interrupted)' : ''}` },
    ...listSittings(run),
    { name: 'How long', value: `${formatDuration(run.sittings)}, ${run.requests} requests` },
    { name: 'OTP codes', value: `${run.otps} requested; recorded: ${summarizeCodes(codes)}` },
    ...(waited === null ? [] : [{ name: 'Waited', value: waited }]),
    ...(cutOff === null ? [] : [{ name: 'Cut off', value: cutOff }]),
    { name: 'Run', value: run.id },
  ];
}
