import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { startSandbox } from '../../sandbox/start.ts';
import { serve } from './killed.ts';
import { heading, planAndApprove, start, turnTo, valuesOf } from './sitting.ts';

const MB = 2 ** 20;
const most = { firstPaintMs: 1_000, pageGrowthMB: 5, serverGrowthMB: 64 };
const requestsAtLeast = 20_000;
/** Longer than it is looked at, however slow the machine is. */
const campaign = { DMT_FUZZ_RUNS: '5000', DMT_FUZZ_SECONDS: '900' };

/** Of the server's process, as the system counts it. */
const residentMB = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Of the page, after its garbage was collected. */
async function heapMB(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / MB;
}

const countRequests = async (page: Page): Promise<number> =>
  Number(/requests\s*([\d.]+)/.exec((await page.getByRole('group', { name: /^Spent/ }).textContent()) ?? '')?.[1] ?? 0);

interface Sample {
  readonly requests: number;
  readonly page: number;
  readonly server: number;
}

/** The checks come first and need the most; the campaign is what is long. */
const findEarly = (samples: readonly Sample[]): Sample | undefined => samples.find(({ requests }) => requests > requestsAtLeast / 2);

/** While a campaign is under way: one sample a second, until it has sent enough requests. */
async function sample(page: Page, pid: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  while (await page.getByText('The run is under way').first().isVisible()) {
    const now = { requests: await countRequests(page), page: await heapMB(page), server: residentMB(pid) };
    samples.push(now);
    if (now.requests - (findEarly(samples)?.requests ?? Infinity) > requestsAtLeast) break;
    await wait(1_000);
  }
  return samples;
}

/** The first paint, and what page and server hold while a campaign sends its requests. */
export async function measure(browser: Browser, _: unknown, say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-measured-'));
  const sandbox = await startSandbox();
  const { child, readAddress } = serve(folder, valuesOf(sandbox, campaign));
  const page = await (await browser.newContext()).newPage();
  try {
    await page.goto(await readAddress());
    await heading(page, 'Target').waitFor();
    const painted = await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`);
    const shown = await page.evaluate<number>('performance.now()');
    say(`  first paint after ${painted.toFixed(0)} ms, the form after ${shown.toFixed(0)} ms`);
    assert.ok(painted < most.firstPaintMs, `first paint within ${most.firstPaintMs} ms`);
    await planAndApprove(page);
    await turnTo(page, 'Run');
    await start(page);
    await page
      .getByText(/^The run is under way\. [1-9]\d* of/)
      .first()
      .waitFor({ timeout: 60_000 });
    const samples = await sample(page, child.pid ?? 0);
    const early = findEarly(samples);
    const late = samples.at(-1);
    if (early === undefined || late === undefined) throw new Error('expected a campaign that is long enough, received a shorter one');
    for (const { requests, page: own, server } of [early, late])
      say(`  at ${requests} requests: page ${own.toFixed(1)} MB, server ${server.toFixed(0)} MB`);
    assert.ok(late.requests - early.requests > requestsAtLeast, `${requestsAtLeast} requests between them`);
    assert.ok(late.page - early.page < most.pageGrowthMB, 'memory of the page stays');
    assert.ok(late.server - early.server < most.serverGrowthMB, 'memory of the server stays');
  } finally {
    child.kill('SIGKILL');
    await page.context().close();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  }
}
