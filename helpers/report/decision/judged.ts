import type { VerdictFile } from '../verdict-file.ts';
import type { Fact } from './content.ts';

function lasted({ startedAt, finishedAt }: VerdictFile['run']): string {
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} seconds` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const wholeUtc = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

/** What was judged, where, which build, by what, by whom, when, how long. */
export function judgedFacts({ run, checks, clauses }: VerdictFile): readonly Fact[] {
  return [
    { name: 'Service', value: 'Domestic Money Transfer partner service' },
    { name: 'Where', value: `${run.target} at ${run.hosts.join(', ')}` },
    { name: 'Build', value: run.targetBuild ?? 'not told' },
    { name: 'Specification', value: `${clauses.length} sentences (clauses), fingerprint ${run.specification}` },
    { name: 'Suite', value: `dmt-conformance ${run.suiteVersion}, fingerprint ${run.suiteFingerprint}` },
    {
      name: 'Self-check',
      value: run.plantedFaultsSeen === undefined ? 'not recorded' : `${run.plantedFaultsSeen} planted faults seen before the run`,
    },
    { name: 'Extent', value: `${run.profile} profile, ${checks.length} checks${run.selection === null ? '' : ' (a selection)'}` },
    { name: 'Configuration', value: `fingerprint ${run.targetFingerprint}, seed ${run.seed}` },
    { name: 'By', value: run.runBy ?? 'not told' },
    { name: 'When', value: `${wholeUtc(run.startedAt)} to ${wholeUtc(run.finishedAt)}${run.interrupted ? ' (interrupted)' : ''}` },
    { name: 'How long', value: `${lasted(run)}, ${run.requests} requests` },
    { name: 'Run', value: run.id },
  ];
}
