import { parseArgs } from 'node:util';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { problemsOf } from './judge-row.ts';
import { countsLine, matrixOf, neverSeen } from './matrix.ts';
import { openPool } from './pool.ts';
import type { Row, Trial } from './prove.ts';
import { writeProof } from './write.ts';

/** `npm run proof`: every fault and every variant; with `--full` each by every check, also where a fault names the few it takes. */
const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, 'report-dir': { type: 'string', default: 'reports' } },
});

const trials: readonly Trial[] = [
  ...[...faults.keys()].map((id) => ({ kind: 'fault', id, full: values.full }) as const),
  ...[...variants.keys()].map((id) => ({ kind: 'variant', id, full: values.full }) as const),
];

/** Enough at once to keep every processor busy while some wait for an answer. */
const atOnce = 8;

async function proveAll(): Promise<readonly Row[]> {
  const pool = openPool();
  const rows: Row[] = [];
  const rest = trials.values();
  const work = async (): Promise<void> => {
    for (const trial of rest) {
      const row = await pool.prove(trial);
      rows.push(row);
      for (const problem of problemsOf(row)) process.stdout.write(`${row.kind} ${row.id}: ${problem}\n`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await pool.close();
  return rows;
}

const rows = await proveAll();
const matrix = matrixOf(rows);
writeProof(values['report-dir'], matrix);
for (const check of neverSeen(rows)) process.stdout.write(`never seen to fail: ${check}\n`);
const { counts } = matrix;
process.stdout.write(`${countsLine(counts)}\n`);
const proved = counts.faultsKilled === counts.faults && counts.variantsClean === counts.variants && counts.checksNeverSeenToFail === 0;
process.exitCode = proved ? 0 : 1;
