import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyVerdict, buildSample } from '../report/sample.ts';
import { assembleFile } from '../report/assembled.ts';
import { newFolder, program, stackTrace } from '../program/program.ts';

function kept(file: unknown): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(file));
  return folder;
}

test('compare ends with 0 when nothing is worse, with 1 when something is, with 2 when it cannot read a run', async () => {
  const before = assembleFile(buildSample(['pass', 'pass']));
  const after = { ...before, checks: before.checks.map((check) => ({ ...check, verdict: 'fail' as const, received: '7' })) };
  const good = kept(before);
  const bad = kept(after);
  const [same, worse, better, unusable, unknown] = await Promise.all([
    program(['compare', good, join(good, 'verdict.json')]),
    program(['compare', good, bad]),
    program(['compare', bad, good]),
    program(['compare', good, join(good, 'none')]),
    program(['compare', good, bad, '--format', 'pictures']),
  ]);
  expect([same, worse, better, unusable, unknown].map(({ code }) => code)).toEqual([0, 1, 0, 2, 2]);
  expect(same.said).toContain('no change');
  expect(worse.said).toContain('NEWLY BROKEN');
  expect(better.said).toContain('FIXED');
  expect(unusable.said).toMatch(/expected a report folder or the verdict\.json of a run at .*none/);
  expect(unusable.said).not.toMatch(stackTrace);
});

test('compare writes Markdown for a pull request', async () => {
  const before = kept(assembleFile(buildSample(['pass'])));
  const after = kept(assembleFile(everyVerdict()));
  const out = join(newFolder(), 'changes.md');
  const { code, said } = await program(['compare', before, after, '--format', 'markdown', '--out', out]);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  expect(readFileSync(out, 'utf8')).toMatch(
    /^# 1 clause newly broken \(1 check\), 1 new warning[\s\S]*## Newly broken\n\n- `OP2-FAIL-1~plain` [^\n]*\n\n## New warnings\n\n- `OP3-WARN-2`/,
  );
});

test('what is said of several checks alike is said once', async () => {
  const file = assembleFile(buildSample(['pass', 'pass', 'pass']));
  const before = kept(file);
  const after = kept({
    ...file,
    checks: file.checks.map((check, at) => (at === 2 ? check : { ...check, verdict: 'fail' as const, expected: '8', received: '7' })),
  });
  const { said } = await program(['compare', before, after]);
  expect(said).toMatch(/\n {2}2 alike {3}[^\n]+\n {4}OP1-PASS-0~plain\n {4}OP2-PASS-1~plain\n/);
});
