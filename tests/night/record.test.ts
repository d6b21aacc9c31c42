import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepNight, readLastNight, formatNight, hashSources, type Night } from './record.ts';

const night: Night = {
  commit: '0123456789abcdef0123456789abcdef01234567',
  date: '2026-11-20T03:00:00.000Z',
  sources: 'these',
  minutes: 90,
  steps: [{ name: 'proof', good: true, seconds: 100, told: 'all proved' }],
};

test.each([
  ['none', null, 'night: never run (npm run night)'],
  ['a good one of these sources', night, 'night: all 1 steps good, 2026-11-20, commit 0123456789ab, 90 min; of these sources'],
  [
    'one of other sources that was not good',
    { ...night, sources: 'those', steps: night.steps.map((step) => ({ ...step, good: false })) },
    'night: not good: proof, 2026-11-20, commit 0123456789ab, 90 min; STALE: the sources have changed since',
  ],
])('the last night is told in a line: %s', (_, last, line) => {
  expect(formatNight(last, 'these')).toBe(line);
});

test('a night is kept, and any change of a source is seen', () => {
  const root = mkdtempSync(join(tmpdir(), 'night-'));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  for (const folder of ['docs', 'cli', 'schemas/deep']) mkdirSync(join(root, folder), { recursive: true });
  expect(readLastNight(root)).toBeNull();
  keepNight(root, night);
  expect(readLastNight(root)).toEqual(night);
  writeFileSync(join(root, 'cli/main.ts'), 'one');
  const before = hashSources(root);
  expect(hashSources(root)).toBe(before);
  appendFileSync(join(root, 'cli/main.ts'), ' more');
  const after = hashSources(root);
  writeFileSync(join(root, 'schemas/deep/a.schema.json'), '{}');
  expect(new Set([before, after, hashSources(root)]).size).toBe(3);
});
