import { parseArgs } from 'node:util';
import { everything, proveAll } from './all.ts';
import { problemsOf } from './judge-row.ts';
import { countsLine, matrixOf, neverSeen } from './matrix.ts';
import { writeProof } from './write.ts';

/** `npm run proof`: every fault and every variant; with `--full` each by every check, also where a fault names the few it takes. */
const { values } = parseArgs({
  options: { full: { type: 'boolean', default: false }, 'report-dir': { type: 'string', default: 'reports' } },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const rows = await proveAll(everything({ full: values.full }), (row) => {
  for (const problem of problemsOf(row)) say(`${row.kind} ${row.id}: ${problem}`);
});
const matrix = matrixOf(rows);
writeProof(values['report-dir'], matrix);
for (const check of neverSeen(rows)) say(`never seen to fail: ${check}`);
const { counts } = matrix;
say(countsLine(counts));
const proved = counts.faultsKilled === counts.faults && counts.variantsClean === counts.variants && counts.checksNeverSeenToFail === 0;
process.exitCode = proved ? 0 : 1;
