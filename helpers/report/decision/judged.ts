import { codesSummary } from '../evidence/codes.ts';
import { coverageWords } from '../verdict/decide.ts';
import { sittingWords } from '../model/sitting-words.ts';
import type { VerdictFile, VerdictRun, VerdictSitting } from '../model/verdict-file.ts';
import { waitWords } from '../model/waits.ts';
import type { NamedFact } from './rows.ts';

type Span = Pick<VerdictSitting, 'startedAt' | 'finishedAt'>;

/** The time somebody sat at it; the pauses between sittings are none. */
function lasted(spans: readonly Span[]): string {
  const seconds = spans.reduce((sum, { startedAt, finishedAt }) => sum + (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000, 0);
  return seconds < 60 ? `${seconds.toFixed(1)} seconds` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

const wholeUtc = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

/** Each sitting of a run that took several. */
const sittingFacts = ({ sittings }: VerdictRun): readonly NamedFact[] =>
  sittings.length < 2 ? [] : sittings.map((sitting, nth) => ({ name: `Sitting ${nth + 1}`, value: sittingWords(sitting) }));

/** What was judged, where, which build, by what, by whom, when, how long. */
export function judgedFacts({ run, checks, clauses, codes, binding }: VerdictFile): readonly NamedFact[] {
  const waited = waitWords(run);
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
    { name: 'Coverage', value: `${coverageWords(binding)}, ${binding.cannotBeTried.length} more that no run can try (annex)` },
    { name: 'Configuration', value: `fingerprint ${run.targetFingerprint}, seed ${run.seed}` },
    { name: 'By', value: run.runBy ?? 'not told' },
    { name: 'When', value: `${wholeUtc(run.startedAt)} to ${wholeUtc(run.finishedAt)}${run.interrupted ? ' (interrupted)' : ''}` },
    ...sittingFacts(run),
    { name: 'How long', value: `${lasted(run.sittings)}, ${run.requests} requests` },
    { name: 'OTP codes', value: `${run.otps} asked for; of those on the record ${codesSummary(codes)}` },
    ...(waited === null ? [] : [{ name: 'Waited', value: waited }]),
    { name: 'Run', value: run.id },
  ];
}
