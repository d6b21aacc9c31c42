import { parseArgs } from 'node:util';
import { listTrials, proveAll } from './all.ts';
import { faults } from '../../sandbox/faults.ts';
import { variants } from '../../sandbox/variants.ts';
import { groupVariants, withCover } from './extent.ts';
import { findMixedProblems, findProblems } from './judge-row.ts';
import { mixedTrials } from './mixed.ts';
import { formatCounts, buildMatrix, findNeverSeen } from './matrix.ts';
import { writeCover, writeProof } from './write.ts';

/**
 * `npm run proof` proves every fault and variant, several variants in a run. With `--full` each variant has a run of its own, and each fault
 * also meets the suites that cannot notice it. With `--mixed` it plants every tenth fault on a legal personality, and proves nothing else.
 * With `--only ID` (repeatable) it proves only those: it writes no file, and does not require every check to fail once.
 */
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    mixed: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    'report-dir': { type: 'string', default: 'reports' },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.mixed) {
  const personalities = [...variants.keys()].filter((id) => id.startsWith('personality-'));
  const mixed = mixedTrials([...faults.keys()], personalities);
  const found = await proveAll(mixed, (row) => {
    for (const problem of findMixedProblems(row)) say(`fault ${row.id}: ${problem}`);
  });
  const good = found.filter((row) => findMixedProblems(row).length === 0).length;
  say(`${good} of ${mixed.length} faults found on a personality`);
  process.exit(good === mixed.length ? 0 : 1);
}

const alone = values.full ? listTrials({ extent: 'full' }) : listTrials().map(withCover);
const grouped = [...alone.filter(({ kind }) => kind === 'fault'), ...groupVariants([...variants.values()])];
const some = alone.filter(({ id }) => values.only.includes(id));
const chosen = values.only.length > 0 ? some : values.full ? alone : grouped;
const rows = await proveAll(chosen, (row) => {
  for (const problem of findProblems(row)) say(`${row.kind} ${row.id}: ${problem}`);
});
const matrix = buildMatrix(rows);
if (values.only.length > 0) {
  say(`${chosen.length} services judged`);
  process.exit(chosen.length > 0 && rows.every((row) => findProblems(row).length === 0) ? 0 : 1);
}
writeProof(values['report-dir'], matrix);
for (const check of findNeverSeen(rows)) say(`never seen to fail: ${check}`);
const { counts } = matrix;
say(formatCounts(counts));
const proved = counts.faultsKilled === counts.faults && counts.variantsClean === counts.variants && counts.checksNeverSeenToFail === 0;
if (proved) writeCover(matrix);
process.exitCode = proved ? 0 : 1;
