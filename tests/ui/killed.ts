import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { listAt, member, parseJson, textAt } from '../../helpers/core/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { node, root } from '../program/starting.ts';
import { heading, planAndApprove, start, turnTo, valuesOf, waitForEnd } from './sitting.ts';

interface Served {
  readonly child: ChildProcess;
  /** The next line with an address. */
  readonly readAddress: () => Promise<string>;
}

/** `ui` as a person starts it, in a process that can be killed. */
export function serve(folder: string, environment: Readonly<Record<string, string | undefined>>): Served {
  const { PATH, HOME } = process.env;
  const child = spawn(node, [join(root, 'cli/main.ts'), 'ui', '--no-open'], {
    cwd: folder,
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const readAddress = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('expected an address, received the end of the command');
      if (value.startsWith('http://')) return value;
    }
  };
  return { child, readAddress };
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

const sleepMs = 2_000;

/** The browser ends, the machine sleeps, and the server is killed. What was sent is not sent again under its number, and the run ends. */
export async function resumeAfterKill(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-killed-'));
  const sandbox = await startSandbox({ latencyMs: 60 });
  const values = valuesOf(sandbox, { DMT_FUZZ_RUNS: '0', DMT_CHECKS: 'OP-2,OP-4,OP-6,OP-9,OP-10,OP-11' });
  const children: ChildProcess[] = [];
  const enter = async (address: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(address);
    await heading(page, 'Target').waitFor();
    return page;
  };
  const seeRun = (page: Page): Promise<void> =>
    page
      .getByText(/^The run is under way\. [1-9]\d* of/)
      .first()
      .waitFor({ timeout: 60_000 });
  try {
    const first = serve(folder, values);
    children.push(first.child);
    const closed = await enter(await first.readAddress());
    await planAndApprove(closed);
    await turnTo(closed, 'Run');
    await start(closed);
    await seeRun(closed);
    await closed.context().close();
    first.child.stdin?.write('\n');
    const page = await enter(await first.readAddress());
    await turnTo(page, 'Run');
    await seeRun(page);
    first.child.kill('SIGSTOP');
    await wait(sleepMs);
    first.child.kill('SIGCONT');
    await seeRun(page);
    first.child.kill('SIGKILL');
    await page.getByText(/The server does not answer/).waitFor();
    await page.context().close();
    const before = readEffects(folder);
    const second = serve(folder, values);
    children.push(second.child);
    const again = await enter(await second.readAddress());
    await turnTo(again, 'Run');
    await again.getByRole('button', { name: 'Resume the unfinished run' }).click();
    await again.getByRole('button', { name: 'Stop the run' }).waitFor();
    await waitForEnd(again);
    const after = readEffects(folder);
    assert.deepEqual(after.slice(0, before.length), before);
    assert.equal(new Set(after).size, after.length, 'no call with an effect was sent twice under one number');
    const run = member(parseJson(readFileSync(join(folder, 'reports/verdict.json'), 'utf8')), 'run');
    assert.equal(listAt(run, 'sittings')?.length, 2);
    assert.equal(member(run, 'interrupted'), false);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
