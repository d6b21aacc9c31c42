import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, program } from '../program/program.ts';
import { partFolder, runInto } from '../shards/split.ts';

const part = (nth: number): Record<string, string> => ({
  DMT_CHECKS: 'OP1-RESULT-*,HTTP-NO-5XX~fuzz-headers-OP-1,HTTP-NO-5XX~fuzz-json-OP-3',
  DMT_FUZZ_RUNS: '2',
  DMT_SHARD: `${nth}/2`,
});

test('merge writes one report, ends as it says, and refuses what is no part with 2', async () => {
  const folder = newFolder();
  for (const nth of [1, 2]) await runInto(partFolder(folder, nth), {}, part(nth));
  const into = join(folder, 'together');
  const merged = await program(['merge', partFolder(folder, 1), partFolder(folder, 2), '--report-dir', into], {}, into);
  expect(merged).toMatchObject({ code: 0, verdict: { exitCode: 0, run: { merged: { of: 2, missing: [] } } } });
  const half = await program(['merge', partFolder(folder, 2), '--report-dir', into], {}, into);
  expect(half).toMatchObject({ code: 3, verdict: { because: 'part 1 of 2 is missing' } });
  const none = await program(['merge', join(folder, 'nothing')], {}, into);
  expect(none.code).toBe(2);
  expect(none.said).toMatch(/merge: .+nothing: expected the report of a part of a split run, received no outcomes\.jsonl there/);
  const resumed = await program(['run', '--resume'], {}, into);
  expect(resumed.code).toBe(2);
  expect(resumed.said).toMatch(/--resume: expected a run or a part of one in .+, received a merge/);
});
