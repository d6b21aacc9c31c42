import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { engine } from '../../cli/ui/engine.ts';
import { chooseEnvironment } from '../../helpers/config/environment.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { serveUi, type ServedUi } from '../../ui/server/serve.ts';

/** A person at the page of a fresh folder, in which a sandbox is served as if it were somebody's UAT. */
export interface Sitting {
  readonly page: Page;
  readonly folder: string;
  readonly served: ServedUi;
  readonly sandbox: Sandbox;
  /** What the console said: a broken content policy, an error of a script, a script that ran. */
  readonly heard: readonly string[];
}

const holdCodesMs = 300;

function listen(page: Page, heard: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning', 'log'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** Reports go to the folder; `.env` and waivers too, since the process works there. */
export async function withSitting(browser: Browser, options: SandboxOptions, sit: (sitting: Sitting) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dmt-page-'));
  const before = process.cwd();
  process.chdir(folder);
  const sandbox = await startSandbox(options);
  const served = await serveUi(engine, { holdCodesMs });
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const heard: string[] = [];
  try {
    const page = await context.newPage();
    listen(page, heard);
    await page.goto(served.newAddress());
    await heading(page, 'Target').waitFor();
    assert.ok(!page.url().includes('key='), 'the key left the address');
    await sit({ page, folder, served, sandbox, heard });
    assert.deepEqual(heard, []);
  } finally {
    await context.close();
    await served.stop();
    await served.close();
    await sandbox.close();
    chooseEnvironment(null);
    process.chdir(before);
    rmSync(folder, { recursive: true });
  }
}

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 2, name });

export async function turnTo(page: Page, step: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: step }).click();
  await heading(page, step).waitFor();
}

/** Opens the group of a field, as a person does. */
async function show(page: Page, field: Locator): Promise<void> {
  if (!(await field.first().isVisible())) await page.locator('details.group', { has: field }).locator('summary').click();
}

async function fillIn(page: Page, name: string, value: string): Promise<void> {
  const answered = (): Promise<unknown> => page.waitForResponse((response) => response.url().endsWith('/target/enter'));
  await page.locator('details.group').first().waitFor();
  const field = page.locator(`[id="${name}"]`);
  if ((await field.count()) === 0) {
    const choices = page.getByRole('group', { name, exact: true });
    await show(page, choices);
    for (const word of value.split(',')) await Promise.all([answered(), choices.getByLabel(word, { exact: true }).check()]);
    return;
  }
  await show(page, field);
  if ((await field.locator('option').count()) > 0) await Promise.all([answered(), field.selectOption(value)]);
  else {
    await field.fill(value);
    await Promise.all([answered(), field.blur()]);
  }
}

export async function fillAll(page: Page, values: Environment): Promise<void> {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) await fillIn(page, name, value);
}

/** What a person would have been given for this sandbox. */
export const valuesOf = ({ environment, permissions }: Sandbox, more: Environment = {}): Environment => ({
  DMT_TARGET: 'uat',
  DMT_AUTH_URL: environment['DMT_AUTH_URL'],
  ...environment,
  ...permissions,
  DMT_TIMEOUT_MS: '5000',
  DMT_PENDING_TIMEOUT_MS: '1000',
  ...more,
});

const longMs = 120_000;

export async function planAndApprove(page: Page): Promise<void> {
  await turnTo(page, 'Plan');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await page.getByRole('button', { name: 'Approve this bill' }).click({ timeout: longMs });
  await page.getByText('Approved. The run stays within this bill.').waitFor();
}

export const start = (page: Page): Promise<void> => page.getByRole('button', { name: 'Start the run' }).click();
export const waitForEnd = (page: Page): Promise<void> =>
  page
    .getByText(/^The run has ended/)
    .first()
    .waitFor({ timeout: longMs });
