import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatNight, hashSources, keepStep, readNight, type StepResult } from './record.ts';

const proof: StepResult = {
  name: 'proof',
  good: true,
  seconds: 100,
  lastLine: 'all proved',
  commit: '0123456789abcdef0123456789abcdef01234567',
  date: '2026-11-20T03:00:00.000Z',
  sources: 'these',
};

test.each([
  ['no step was run', [], 'night: 0 of 2 steps good · never run: proof, kill'],
  ['all are good', [proof, { ...proof, name: 'kill' }], 'night: 2 of 2 steps good'],
  [
    'one was run on other sources',
    [
      { ...proof, sources: 'those' },
      { ...proof, name: 'kill' },
    ],
    'night: 2 of 2 steps good · STALE, the sources have changed since: proof',
  ],
  ['one is not good', [{ ...proof, good: false }], 'night: 0 of 2 steps good · NOT GOOD: proof · never run: kill'],
  ['a step is gone', [proof, { ...proof, name: 'kill' }, { ...proof, name: 'gone', good: false }], 'night: 2 of 2 steps good'],
])('one line shows the results: %s', (_, results, line) => {
  const names = ['proof', 'kill'];
  expect(formatNight(names, results, 'these')).toBe(line);
});

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'night-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  for (const folder of ['docs', 'cli', 'schemas/deep']) mkdirSync(join(root, folder), { recursive: true });
  return root;
}

test('the last result of each step is kept', () => {
  const root = makeRoot();
  const kill = { ...proof, name: 'kill' };
  const again = { ...proof, good: false };
  expect(readNight(root)).toEqual([]);
  for (const result of [proof, kill, again]) keepStep(root, result);
  expect(readNight(root)).toEqual([kill, again]);
});

test('any change of a source is seen', () => {
  const root = makeRoot();
  writeFileSync(join(root, 'cli/main.ts'), 'one');
  const before = hashSources(root);
  expect(hashSources(root)).toBe(before);
  appendFileSync(join(root, 'cli/main.ts'), ' more');
  const after = hashSources(root);
  writeFileSync(join(root, 'schemas/deep/a.schema.json'), '{}');
  expect(new Set([before, after, hashSources(root)]).size).toBe(3);
});
