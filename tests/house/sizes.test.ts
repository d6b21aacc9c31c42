import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inFolders, root, sources } from './sources.ts';

const kept = inFolders('specs', 'helpers', 'suites', 'ui', 'cli', 'sandbox', 'bench', 'pack');

/** Data told row by row, which no reader reads from the top. */
const tables = [
  /^specs\/operations\.ts$/,
  /^specs\/clauses\//,
  /^helpers\/config\/variables\.ts$/,
  /^helpers\/contract\/compare\/rules\.ts$/,
  /^sandbox\/service\/policy\.ts$/,
  /^sandbox\/faults\/[a-z-]+\/[a-z-]+\.ts$/,
  /^tests\/schemas\/instances\.ts$/,
];

describe('what a reader takes in at once', () => {
  test('no folder holds more than 21 files', () => {
    const counts = Map.groupBy([...kept, ...inFolders('tests')], ({ file }) => dirname(file));
    expect([...counts].filter(([, files]) => files.length > 21).map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([]);
  });

  test('the room of the page holds at most 2,000 lines', () => {
    const files = globSync('ui/**/*.*', { cwd: root });
    expect(files.length).toBeGreaterThan(20);
    expect(files.reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)).toBeLessThanOrEqual(2000);
  });

  test('no file of logic is longer than 200 lines', () => {
    const long = kept.filter(({ text }) => text.trimEnd().split('\n').length > 200).map(({ file }) => file);
    expect(long.filter((file) => !tables.some((table) => table.test(file)))).toEqual([]);
  });

  test('every table is still there', () => {
    expect(tables.filter((table) => !sources.some(({ file }) => table.test(file))).map(String)).toEqual([]);
  });
});
