import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, program } from '../program/program.ts';
import { runInTerminal } from '../program/terminal.ts';

function reportFolder(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'allure-report'));
  for (const name of ['decision.html', 'allure-report/index.html']) writeFileSync(join(folder, name), '<p>an artificial page</p>');
  return folder;
}

/** A PATH whose opener notes the page it is given. */
function opener(exit: number): { readonly path: string; readonly opened: () => string | null } {
  const folder = newFolder();
  const note = join(folder, 'opened');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${note}'\nexit ${exit}\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  return { path: `${folder}:${process.env['PATH'] ?? ''}`, opened: () => (existsSync(note) ? readFileSync(note, 'utf8') : null) };
}

test('without a terminal, the path of each page is printed and nothing is opened', async () => {
  const folder = reportFolder();
  const { path, opened } = opener(0);
  const decision = await program(['open'], { PATH: path }, folder);
  const report = await program(['open', 'report', '--report-dir', folder], { PATH: path });
  expect([decision.code, decision.said]).toEqual([0, `${join(folder, 'decision.html')}\n`]);
  expect([report.code, report.said]).toEqual([0, `${join(folder, 'allure-report/index.html')}\n`]);
  expect(opened()).toBeNull();
});

test('without a page, the command that makes one is named, and a pipeline goes on', async () => {
  const { code, said } = await program(['open']);
  expect(code).toBe(0);
  expect(said).toMatch(/expected a page at .*decision\.html, received none: npm run conformance -- run makes one/);
  expect((await program(['open', 'pictures'])).code).toBe(2);
  const missing = await program(['open', '--report-dir', join(newFolder(), 'missing')]);
  expect([missing.code, missing.said]).toEqual([
    2,
    expect.stringMatching(/^expected a report folder at .*missing, received nothing there/),
  ]);
});

test.each([
  [0, false],
  [3, true],
])('at a terminal, an opener that ends with %i is given the page', async (exit, told) => {
  const folder = reportFolder();
  const { path, opened } = opener(exit);
  const sat = runInTerminal(['open'], { PATH: path, DMT_REPORT_DIR: folder }, () => undefined);
  expect(await sat.ended).toBe(0);
  expect(opened()).toBe(join(folder, 'decision.html'));
  expect(sat.screen()).toContain(join(folder, 'decision.html'));
  expect(sat.screen().includes('open this path in a browser')).toBe(told);
});
