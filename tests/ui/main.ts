import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { NoBrowser, openBrowser } from '../a11y/browser.ts';
import { examine } from '../a11y/examine.ts';
import { findSidewaysScroll } from '../a11y/paper.ts';
import { scenarios, type Look } from './scenarios.ts';

/** `npm run ui:test`: people at the certification page, in Chromium. `--only words`; `--keep folder` keeps a picture of each step. */
const { values } = parseArgs({ options: { keep: { type: 'string' }, only: { type: 'string' } } });

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function photograph(page: Page, folder: string, step: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1400, 900],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(folder, `${step}-${colorScheme}-${width}.png`) });
    }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width: 1400, height: 900 });
}

/** Days are typed in three parts, each a stop of its own, so that the order of stops cannot be counted there. */
const isCounted = (step: string): boolean => step !== 'accept' && !step.startsWith('run');

/** In the browser: more heights of bars than rows of meters, an amount that has no line of its own, or no gap before it. */
const hasUnevenMeters = `(() => {
  const meters = [...document.querySelectorAll('.meter')];
  const heights = (find) => new Set(meters.map((one) => Math.round(find(one).getBoundingClientRect().top))).size;
  const isBroken = (one) => one.getBoundingClientRect().height > 1.8 * parseFloat(getComputedStyle(one).fontSize);
  const isStuck = (name, amount) => name.top === amount.top && amount.left - name.right < 4;
  const isWrong = (one) => {
    const [name, amount] = ['.name', '.amount'].map((part) => one.querySelector(part));
    return isBroken(amount) || isStuck(name.getBoundingClientRect(), amount.getBoundingClientRect());
  };
  return heights((one) => one.querySelector('.share')) > heights((one) => one) || meters.some(isWrong);
})()`;

/** As wide as A4, too: the page is printed. */
async function lookAtMeters(page: Page): Promise<void> {
  for (const width of [1400, 690, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (await page.evaluate<boolean>(hasUnevenMeters)) throw new Error(`a bar, or an amount, stands out of line at ${width}`);
  }
}

/** In a tab of its own, since it changes what is shown. */
async function lookForLongAddresses(page: Page): Promise<readonly string[]> {
  const other = await page.context().newPage();
  try {
    await other.goto(page.url(), { waitUntil: 'networkidle' });
    await other.locator('header nav').waitFor();
    return await findSidewaysScroll(other);
  } finally {
    await other.close();
  }
}

/** By axe, and by the Tab key from the top. What changes meanwhile has no fixed order of stops. */
const look: Look = async (page, step) => {
  await page.evaluate('scrollTo(0, 0)');
  if (values.keep !== undefined) await photograph(page, values.keep, step);
  await lookAtMeters(page);
  const sideways = await lookForLongAddresses(page);
  if (sideways.length > 0) throw new Error(sideways.join('\n'));
  for (const width of [1400, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex")');
    const { problems, rules, stops } = await examine(page);
    const found = problems.filter((problem) => isCounted(step) || !problem.startsWith('keyboard: Tab'));
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (wide > 0) found.push(`wider than the window by ${wide} at ${width}`);
    say(`  ${step.padEnd(10)} at ${width}: ${rules} rules · ${stops} stops of Tab · ${found.length} problems`);
    if (found.length > 0) throw new Error(found.join('\n'));
  }
  await page.setViewportSize({ width: 1400, height: 900 });
};

/** What this machine has configured is nobody's here. */
for (const name of Object.keys(process.env)) if (/^DMT_|_PROXY$/i.test(name)) Reflect.deleteProperty(process.env, name);
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });

try {
  const chosen = scenarios.filter((one) => one.name.includes(values.only ?? ''));
  if (chosen.length === 0)
    throw new Error(
      `--only: expected words of a scenario, received "${values.only ?? ''}"; there are: ${scenarios.map(({ name }) => name).join('; ')}`,
    );
  const browser = await openBrowser();
  for (const { name, play } of chosen) {
    const began = Date.now();
    await play(browser, look, say);
    say(`${name}: as it should be (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  }
  await browser.close();
  say(`certification page good · ${chosen.length} of ${scenarios.length} scenarios`);
} catch (error) {
  say(error instanceof NoBrowser ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = error instanceof NoBrowser ? 2 : 1;
}
process.exit();
