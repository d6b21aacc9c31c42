import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { runInWorkers } from '../in-workers.ts';
import { compareSplit, type SplitRow } from './compare-split.ts';

const parts = 8;
/** A third of them are sequences: a part has one or two, so that what a sequence forbids and what it allows are seen in one part. */
const runs = 30;

/** They lie far apart in their catalogue. */
const pick = (ids: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => ids[Math.floor((at * ids.length) / count)] ?? '');

const services: readonly string[] = ['', ...pick([...faults.keys()], 20), ...pick([...variants.keys()], 10)];

const nameOf = ({ id }: SplitRow): string => (id === '' ? 'the honest sandbox' : id);

const wordFor = ({ differences, isUnsteady }: SplitRow): string => {
  if (differences.length === 0) return 'same';
  return isUnsteady ? 'unsteady' : 'DIFFERENT';
};

const describeRow = (row: SplitRow): string =>
  `${wordFor(row)}  ${nameOf(row)}: ${row.verdict}, ${row.failed} checks failed, ${row.findings} findings`;

const formatRatio = (whole: number, parts: readonly number[]): string =>
  `the largest is ${(Math.max(...parts) / (whole / parts.length)).toFixed(2)} of an equal share`;

/** A part at its longest, compared with an equal share of the campaign in one piece. */
const describeBalance = ({ seconds, partSeconds, calls, partCalls }: SplitRow): readonly string[] => [
  `campaign in one piece ${seconds.toFixed(1)} s; parts ${partSeconds.map((each) => each.toFixed(1)).join(', ')} s; ${formatRatio(seconds, partSeconds)}`,
  `campaign in one piece ${calls} calls; parts ${partCalls.join(', ')}; ${formatRatio(calls, partCalls)}`,
];

/** With a number: how evenly a campaign of that size (DMT_FUZZ_RUNS) is divided. Without: whether split runs judge like whole ones. */
export async function shards(tell: (line: string) => void, size?: string): Promise<boolean> {
  if (size !== undefined) {
    const row = await compareSplit({ id: '', parts, runs: Number(size) });
    for (const line of [describeRow(row), ...row.differences, ...describeBalance(row)]) tell(line);
    return row.differences.length === 0;
  }
  const rows: SplitRow[] = [];
  await runInWorkers(
    new URL('split-worker.ts', import.meta.url),
    services.map((id) => ({ id, parts, runs })),
    (result) => {
      const row = result as SplitRow;
      rows.push(row);
      for (const line of [describeRow(row), ...row.differences.map((each) => `  ${each}`)]) tell(line);
    },
  );
  const different = rows.filter((row) => wordFor(row) === 'DIFFERENT').length;
  const unsteady = rows.filter((row) => wordFor(row) === 'unsteady').length;
  tell(
    `${rows.length} services, ${parts} parts, ${runs} cases at each place: ${different} judged differently, ${unsteady} differ from run to run in one piece`,
  );
  return different === 0;
}
