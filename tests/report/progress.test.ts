import { expect, test } from 'vitest';
import { formatClock, openProgress, stageLine } from '../../helpers/report/terminal/progress.ts';

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
  progress.show('x'.repeat(200));
  progress.keep('the end');
  expect(heard[0]).toBe('\r\u001b[2Kfirst \\u001b[31mline');
  expect(heard[1]).toHaveLength('\r\u001b[2K'.length + 39);
  expect(heard[2]).toBe('\r\u001b[2Kthe end\n');
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

test('a stage shows its time at the right', () => {
  expect(stageLine('judge', '1 of 2 checks', formatClock(64_000))).toMatch(/^judge {8}1 of 2 checks {71}01:04$/);
});
