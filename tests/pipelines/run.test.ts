import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { runScript, writeProgram, type Ended } from './shell.ts';

interface Case {
  /** Exit code of the suite, and the one in its verdict.json; null when there is none. */
  readonly run: number;
  readonly verdict: number | null;
  readonly doctor?: number;
  /** What an earlier run left in the folder. */
  readonly left?: number;
}

const verdictOf = (exitCode: number): string => JSON.stringify({ exitCode });

function conduct(
  { run, verdict, doctor = 0, left }: Case,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended & { reports: string }> {
  const reports = newFolder();
  if (left !== undefined) writeFileSync(join(reports, 'verdict.json'), verdictOf(left));
  const writes = verdict === null ? '' : `printf '%s' '${verdictOf(verdict)}' > '${reports}/verdict.json'`;
  const program = writeProgram(
    newFolder(),
    `echo "fake $1"\n[ "$1" = doctor ] && exit ${doctor}\ntouch '${reports}/ran'\n${writes}\nexit ${run}`,
  );
  return runScript('run.sh', [], { PROGRAM: program, DMT_REPORT_DIR: reports, ...more }).then((ended) => ({ ...ended, reports }));
}

test('the step ends like the suite when the verdict of this run says the same', async () => {
  const ends = await Promise.all([0, 1, 3, 5, 6].map((code) => conduct({ run: code, verdict: code })));
  expect(ends.map(({ code }) => code)).toEqual([0, 1, 3, 5, 6]);
});

test('without a verdict only 2 and 4 stand; nothing is accused and nothing passes', async () => {
  const ends = await Promise.all([0, 1, 2, 3, 4, 5, 6, 127, 137].map((code) => conduct({ run: code, verdict: null })));
  expect(ends.map(({ code }) => code)).toEqual([4, 4, 2, 4, 4, 4, 4, 4, 4]);
  expect(ends[1]?.err).toMatch(/this is no verdict on the service/);
});

test('a verdict of an earlier run and a contradicting one accuse nobody', async () => {
  const [earlier, another] = await Promise.all([conduct({ run: 1, verdict: null, left: 1 }), conduct({ run: 1, verdict: 0 })]);
  expect([earlier.code, another.code]).toEqual([4, 4]);
  expect(existsSync(join(earlier.reports, 'verdict.json'))).toBe(false);
});

test('after doctor refuses, nothing runs; a crash of doctor accuses nobody', async () => {
  const ends = await Promise.all([2, 4, 1].map((doctor) => conduct({ run: 0, verdict: 0, doctor })));
  expect(ends.map(({ code }) => code)).toEqual([2, 4, 4]);
  expect(ends.map(({ reports }) => existsSync(join(reports, 'ran')))).toEqual([false, false, false]);
});

test('on GitHub, what is printed commands nothing', async () => {
  const { out, code } = await conduct({ run: 1, verdict: 1 }, { GITHUB_ACTIONS: 'true' });
  const [first = '', ...rest] = out.split('\n').filter((line) => line !== '');
  const token = /^::stop-commands::([0-9a-f-]{36})$/.exec(first)?.[1];
  expect(token).toBeDefined();
  expect(rest.slice(0, 2)).toEqual(['fake doctor', `::${token}::`]);
  expect([code, out.match(/::stop-commands::/g)?.length]).toEqual([1, 2]);
});
