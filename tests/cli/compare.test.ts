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
  const [good, bad] = [kept(before), kept(after)];
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
  const [before, after] = [kept(assembleFile(buildSample(['pass']))), kept(assembleFile(everyVerdict()))];
  const out = join(newFolder(), 'changes.md');
  const { code, said } = await program(['compare', before, after, '--format', 'markdown', '--out', out]);
  expect({ code, said }).toEqual({ code: 1, said: '' });
  expect(readFileSync(out, 'utf8')).toMatch(
    /^# 1 new warning, 1 clause newly broken \(1 check\)[\s\S]*## New warnings\n\n- `OP3-WARN-2` [^\n]*\n\n## Newly broken\n\n- `OP2-FAIL-1~plain`/,
  );
});
