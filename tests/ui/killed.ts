import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { listAt, member, parseJson, textAt } from '../../helpers/core/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { node, root } from '../program/starting.ts';
import { heading, planAndApprove, start, turnTo, valuesOf, waitForEnd } from './sitting.ts';

interface Served {
  readonly child: ChildProcess;
  readonly address: string;
}

/** `ui` as a person starts it, in a process that can be killed. */
async function serve(folder: string, environment: Readonly<Record<string, string | undefined>>): Promise<Served> {
  const { PATH, HOME } = process.env;
  const child = spawn(node, [join(root, 'cli/main.ts'), 'ui', '--no-open'], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => {
      resolve(chunk.toString().split('\n')[0] ?? '');
    });
  });
  return { child, address };
}

const readLines = (folder: string, name: string): readonly unknown[] =>
  readFileSync(join(folder, 'reports', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map(parseJson);

/** Calls that money or a record may hang on, by the number they were written under before they left. */
const readEffects = (folder: string): readonly string[] =>
  readLines(folder, 'ledger.jsonl')
    .filter((line) => textAt(line, 'state') === 'sent')
    .map((line) => textAt(line, 'exchange') ?? '');

/** The server is killed in the middle of a run. What was sent is not sent again under its number, and the run ends. */
export async function resumeAfterKill(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-killed-'));
  const sandbox = await startSandbox({ latencyMs: 20 });
  const values = valuesOf(sandbox, { DMT_FUZZ_RUNS: '0', DMT_CHECKS: 'OP-2,OP-4,OP-6,OP-9,OP-10,OP-11' });
  const page = await browser.newPage();
  const children: ChildProcess[] = [];
  try {
    const first = await serve(folder, values);
    children.push(first.child);
    await page.goto(first.address);
    await heading(page, 'Target').waitFor();
    await planAndApprove(page);
    await turnTo(page, 'Run');
    await start(page);
    await page.getByRole('button', { name: 'Stop the run' }).waitFor();
    await page
      .getByText(/^The run is under way\. [1-9]\d* of/)
      .first()
      .waitFor({ timeout: 60_000 });
    first.child.kill('SIGKILL');
    await page.getByText(/The server does not answer/).waitFor();
    const before = readEffects(folder);
    const second = await serve(folder, values);
    children.push(second.child);
    await page.goto(second.address);
    await heading(page, 'Target').waitFor();
    await turnTo(page, 'Run');
    await page.getByRole('button', { name: 'Resume the unfinished run' }).click();
    await page.getByRole('button', { name: 'Stop the run' }).waitFor();
    await waitForEnd(page);
    const after = readEffects(folder);
    assert.deepEqual(after.slice(0, before.length), before);
    assert.equal(new Set(after).size, after.length, 'no call with an effect was sent twice under one number');
    const run = member(parseJson(readFileSync(join(folder, 'reports/verdict.json'), 'utf8')), 'run');
    assert.equal(listAt(run, 'sittings')?.length, 2);
    assert.equal(member(run, 'interrupted'), false);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await page.close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
