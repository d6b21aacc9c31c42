import { expect, test } from 'vitest';
import { watchRun } from '../../cli/run/progress-line.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { linesTo } from '../../helpers/report/terminal/printer.ts';
import { uat } from '../config/environments.ts';
import { buildSample } from './sample.ts';
import { openProgress, stageLine } from '../../helpers/report/terminal/progress.ts';

function listen(isTTY: boolean) {
  const heard: string[] = [];
  const time = { now: 0 };
  const progress = openProgress({ isTTY, columns: 40, write: (text) => heard.push(text) }, () => time.now);
  return { heard, time, progress };
}

test('a terminal has one live line that is never wider than the terminal', () => {
  const { heard, time, progress } = listen(true);
  progress.show('first \u001b[31mline');
  time.now = 1000;
  progress.show('a wording that is much too long for so narrow a terminal', 'a shorter wording');
  time.now = 2000;
  progress.show(`${'words '.repeat(6)}and a word too many`);
  progress.keep('the end');
  expect(heard[0]).toBe('\r\u001b[2Kfirst \\u001b[31mline');
  expect(heard[1]).toBe('\r\u001b[2Ka shorter wording');
  expect(heard[2]).toBe(`\r\u001b[2K${'words '.repeat(6)}and`);
  expect(heard[3]).toBe('\r\u001b[2Kthe end\n');
});

test('while the terminal is held nothing is written; kept lines follow later', () => {
  const { heard, time, progress } = listen(true);
  progress.show('first');
  const release = progress.hold();
  time.now = 1000;
  progress.show('left out');
  progress.keep('kept');
  progress.aside(() => heard.push('aside'));
  expect(heard.splice(0)).toEqual(['\r\u001b[2Kfirst', '\r\u001b[2K']);
  release();
  expect(heard).toEqual(['\r\u001b[2Kkept\n', '\r\u001b[2K', 'aside']);
});

test('a pipe gets a plain line from time to time', () => {
  const { heard, time, progress } = listen(false);
  for (; time.now < 25_000; time.now += 100) progress.show(`at ${time.now}`);
  expect(heard).toEqual(['at 10000\n', 'at 20000\n']);
});

test('a stage begins with its name', () => {
  expect(stageLine('judge', '1 of 2 checks')).toBe('judge        1 of 2 checks');
});

test.each([
  ['a cap that is set', { DMT_MAX_SPEND: '4000' }, 'money 100.00 of 4,000.00'],
  ['no cap that nobody set', {}, 'money 100.00  '],
])('money is shown with %s', (_, caps, shown) => {
  const read = readConfig({ ...uat, ...caps });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const lines: string[] = [];
  const { progress } = linesTo(
    () => undefined,
    (text) => lines.push(text),
  );
  const { outcomes } = buildSample(['pass']);
  const plan = { entries: [], unmatched: [] };
  const watch = watchRun(progress, { config: read.config, plan, tries: [], accepted: {}, beat: () => undefined });
  watch.onTarget({ totals: () => ({ requests: 1, otps: 1, transfers: 1, amount: '100' }) });
  for (const outcome of outcomes) watch.onOutcome(outcome);
  watch.stop();
  expect(lines.at(-1)).toContain(shown);
});
