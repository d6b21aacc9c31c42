import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder, program, stackTrace, type EndedProgram } from '../program/program.ts';
import { buildSample, writeSample } from '../report/sample.ts';

const expectRefusal = ({ code, said }: EndedProgram, words: RegExp): void => {
  expect(said).toMatch(words);
  expect(said).not.toMatch(stackTrace);
  expect(said.trimEnd().split('\n').length).toBeLessThan(4);
  expect(code).toBe(2);
};

/** A report folder from which a bundle can be made. */
async function renderedFolder(): Promise<string> {
  const folder = newFolder();
  writeSample(folder, buildSample(['pass']));
  await program(['report'], {}, folder);
  writeFileSync(join(folder, 'configuration.json'), '{}');
  return folder;
}

const none = /expected the record of a run in .*outcomes\.jsonl, received none/;
const isFolder = /expected .* at .*outcomes\.jsonl, received a folder/;

test.each([
  ['an empty journal', '', none],
  ['a damaged journal', '{"kind":"run","run":{', none],
  ['a folder as its journal', null, isFolder],
])('report and bundle refuse %s in one message', async (_, content, words) => {
  const folder = await renderedFolder();
  const journal = join(folder, 'outcomes.jsonl');
  rmSync(journal);
  if (content === null) mkdirSync(journal);
  else writeFileSync(journal, content);
  expectRefusal(await program(['report'], {}, folder), words);
  expectRefusal(await program(['bundle'], {}, folder), words);
});

test.each([
  ['cut in half', '{"schemaVersion":1,"run":{"id":'],
  ['without its run', '{"run":null,"verdict":"conformant","checks":[],"clauses":[]}'],
  ['that is an empty list', '[]'],
])('a verdict.json %s is not bundled', async (_, content) => {
  const folder = await renderedFolder();
  writeFileSync(join(folder, 'verdict.json'), content);
  expectRefusal(await program(['bundle'], {}, folder), /received a damaged file: npm run conformance -- report writes it again/);
  // A command that repeats a check would replace the report of that run, so it reads the file.
  expectRefusal(await program(['--check', 'OP-99'], {}, folder), /OP-99/);
});

test('verify refuses a folder', async () => {
  expectRefusal(await program(['verify', newFolder()]), /expected a bundle at .*, received a folder/);
});

test('the sandbox refuses a port that is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  expectRefusal(await program(['sandbox', '--port', port]), new RegExp(`--port: expected a free port on 127.0.0.1, received ${port}`));
});

test('a damaged DMT_PREVIOUS is refused before anything is sent', async () => {
  const folder = newFolder();
  const path = join(folder, 'before.json');
  writeFileSync(path, '{"schemaVersion":1,"run":');
  const ended = await program(['--check', 'OP-15'], { DMT_PREVIOUS: path }, folder);
  expectRefusal(ended, /DMT_PREVIOUS: expected a report folder or the verdict\.json of a run at .*, received a file that is no JSON/);
});

test('a report folder where no folder can be made is refused at once', async () => {
  expectRefusal(await program(['--check', 'OP-15', '--report-dir', '/proc/none/of/it']), /DMT_REPORT_DIR: expected a writable folder/);
});

test.each([
  [['sandbox', '--latency', '-1'], /whole number, for example 150/],
  [['sandbox', '--fault', 'op9-takes'], /received "op9-takes"; for example op9-takes-[a-z0-9-]+, /],
  [['sandbox', '--fault', 'op9-takes-any-code', '--fault', 'op12-x'], /'--fault <id>'.* given before, and one value is expected/],
  [['--report-dir', 'one', '--report-dir', 'two'], /'--report-dir <folder>'.* given before/],
  [['explain', 'OP9'], /received "OP9"; for example OP9-[A-Z-]+, OP9-/],
  [['callback', '/dev/null/none'], /received a file in the place of a folder/],
  [['diff', '/tmp'], /expected a readable file at \/tmp, received/],
] as const)('%j says what to write instead', async (args, words) => {
  expectRefusal(await program(args), words);
});

test('a draft of waivers that nobody filled in is refused in a few lines', async () => {
  const path = join(newFolder(), 'waivers.json');
  const blank = { clause: 'OP1-SERVED', target: 'uat', signatures: ['OP1-SERVED#0123456789abcdef'], reason: 'FILL IN: why it is accepted' };
  const filled = { owner: 'Testcase Owner', ticket: 'TICKET-1', approver: 'Testcase Approver', expires: '2999-12-31' };
  writeFileSync(path, JSON.stringify({ gaps: Array.from({ length: 33 }, () => ({ ...blank, ...filled })) }));
  const { code, said } = await program(['--check', 'OP-15'], { DMT_WAIVERS: path });
  expect(said.match(/gap of OP1-SERVED: expected reason, received the blanks of a draft/g)?.length).toBe(5);
  expect(said).toContain('33 entries have blanks; the first 5 are named here');
  expect(code).toBe(2);
});
