import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { runInTerminal } from '../program/terminal.ts';

/** What a person reads in the end: an erased line is gone. */
const readScreen = (screen: string): string =>
  screen
    .split('\n')
    .map((line) => stripVTControlCharacters(line.split('\r\u001b[2K').at(-1) ?? ''))
    .join('\n');

test('at a terminal, no line of a plan follows the progress on its line', async () => {
  const sat = runInTerminal(['plan', '--check', 'OP-2', '--list'], {}, () => undefined);
  expect(await sat.ended, sat.screen()).toBe(0);
  expect(sat.screen()).toContain('dry run on this machine');
  const read = readScreen(sat.screen());
  expect(read).toMatch(/^checks {7}\d+ of \d+ will run/m);
  expect(read).not.toContain('dry run on this machine');
});

test('the command to approve stays on one line, however narrow the terminal: it is pasted', async () => {
  const path = join(newFolder(), 'bill.json');
  const sat = runInTerminal(['plan', '--check', 'CODE-4170', 'OP-2', '--out', path], {}, () => undefined);
  expect(await sat.ended, sat.screen()).toBe(0);
  expect(readScreen(sat.screen())).toContain(`approve      npm run conformance -- run --bill ${path} --check CODE-4170 OP-2`);
});
