import { expect, test } from 'vitest';
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
