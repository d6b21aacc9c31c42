import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import { reportFiles, reportPagePath, specificationPage } from '../../helpers/report/model/file-names.ts';
import { NoBrowser, openBrowser } from './browser.ts';
import { examine, type Examined } from './examine.ts';
import { writePages } from './pages.ts';
import { findSidewaysScroll, findUnnamedSheets } from './paper.ts';
import { examineSheet, findMissedSpoils } from './sheet.ts';

/** `npm run a11y`: every page that people read, by axe-core and by the Tab key; `--keep folder` keeps the pages, and each as PDF. */
const { values } = parseArgs({ options: { keep: { type: 'string' } } });

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Wrong in ways that each look has to find: no language, no title, no contrast, a link that Tab leaves out, a focus nobody sees. */
const inaccessible = `<!doctype html><html><body><main><h1>Wrong</h1><p style="color:#ccc;background:#fff">hardly to be read</p>
<a href="#a" tabindex="-1">left out</a> <a href="#b" style="outline:none">unseen</a>
<table><tr><th style="width:2rem;max-width:2rem;overflow-wrap:anywhere">applicable</th><td>cut</td></tr></table></main></body></html>`;
const due: readonly string[] = [
  'html-has-lang',
  'document-title',
  'color-contrast',
  'keyboard: Tab',
  'keyboard: 1 stops',
  'look: a broken word',
  'look: a long address',
];

/** A desk and a phone. */
const widths: readonly number[] = [1400, 390];

/** The map must stay short enough to print. */
const mostSheets = 25;

/** Of the map, and of Allure's list; the decision is looked at with its sheet. */
async function examinePaper(page: Page, address: string): Promise<readonly string[]> {
  const place = address.endsWith(`/${specificationPage}`) ? '.' : address.endsWith(`/${reportPagePath}`) ? '..' : null;
  if (place === null) return [];
  const path = fileURLToPath(new URL(`${place}/${reportFiles.verdict}`, address));
  const { run } = requireVerdictFile(JSON.parse(readFileSync(path, 'utf8')));
  return findUnnamedSheets(page, run.id, mostSheets);
}

/** Allure draws a link of its own accord only to a whole address, and as plain words otherwise. */
async function findDeadLinks(page: Page): Promise<readonly string[]> {
  const links = await page.locator('[data-testid="test-result-meta-link"]').all();
  const isCheck = (await page.locator('[data-testid="test-result-error"]').count()) > 0;
  if (isCheck && links.length === 0) return ['look: a check without links'];
  const dead = await Promise.all(
    links.map(async (link) => {
      const anchor = link.locator('a');
      const address = (await anchor.count()) === 1 ? await anchor.getAttribute('href') : null;
      const target = address === null ? null : new URL(address, page.url());
      return target?.protocol === 'file:' && existsSync(target) ? [] : [`look: a link that leads nowhere: ${await link.innerText()}`];
    }),
  );
  return dead.flat();
}

/** A page that does not ask for the width of the device is as wide as a desk on a phone. */
async function findWrongWidth(page: Page, width: number): Promise<readonly string[]> {
  const shown = await page.evaluate<number>('document.documentElement.clientWidth');
  return shown === width ? [] : [`look: ${shown} wide on a device of ${width}`];
}

/** `shows` is what a page that draws itself shows in the end. */
async function examineAt(
  browser: Browser,
  address: string,
  pdf: string | null,
  width = 1400,
  shows: string | null = null,
): Promise<Examined> {
  const page = await browser.newPage({ viewport: { width, height: 844 }, isMobile: width < 500 });
  try {
    await page.goto(address);
    if (shows !== null) await page.waitForSelector(shows);
    if (pdf !== null) await page.pdf({ path: pdf, format: 'A4', preferCSSPageSize: true });
    const { problems, ...counts } = await examine(page, shows === null);
    const onPaper = await examinePaper(page, address);
    return {
      ...counts,
      problems: [
        ...problems,
        ...(await findWrongWidth(page, width)),
        ...onPaper,
        ...(await findDeadLinks(page)),
        ...(shows === null ? await findSidewaysScroll(page) : []),
      ],
    };
  } finally {
    await page.close();
  }
}

/** Whether the looks find what is wrong; a look that finds nothing there would find nothing anywhere. */
async function selfCheck(browser: Browser): Promise<boolean> {
  const { problems } = await examineAt(browser, `data:text/html,${encodeURIComponent(inaccessible)}`, null);
  const missed = due.filter((word) => !problems.some((problem) => problem.startsWith(word)));
  for (const word of missed) say(`expected the looks to find "${word}" in a page that is wrong on purpose, received nothing of it`);
  return missed.length === 0;
}

const isDecision = (name: string): boolean => name.endsWith('/decision.html');

/** On an unsignable page, since nothing green may be there. */
async function sheetSelfCheck(browser: Browser, path: string): Promise<boolean> {
  const missed = await findMissedSpoils(browser, dirname(path), pathToFileURL(path).href);
  for (const due of missed) say(`expected the looks to find "${due}" in a decision page that is wrong on purpose, received nothing of it`);
  return missed.length === 0;
}

async function examineAll(browser: Browser, folder: string): Promise<boolean> {
  if (!(await selfCheck(browser))) return false;
  let sound = true;
  for (const { name, path, drawn } of await writePages(folder)) {
    const pdf = values.keep === undefined || drawn !== undefined ? null : path.replace(/html$/, 'pdf');
    const address = pathToFileURL(path).href + (drawn?.anchor ?? '');
    if (name === 'wrong/decision.html' && !(await sheetSelfCheck(browser, path))) sound = false;
    const sheet = isDecision(name) ? await examineSheet(browser, dirname(path), address) : [];
    for (const width of widths) {
      const { problems: found, rules, stops } = await examineAt(browser, address, pdf, width, drawn?.shows);
      const problems = [...found, ...sheet];
      say(`${name.padEnd(52)} ${String(width).padStart(4)} wide · ${rules} rules · ${stops} stops of Tab · ${problems.length} problems`);
      for (const problem of problems) say(`  ${problem}`);
      if (problems.length > 0) sound = false;
    }
  }
  return sound;
}

const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'dmt-a11y-'));
try {
  const browser = await openBrowser();
  try {
    process.exitCode = (await examineAll(browser, folder)) ? 0 : 1;
  } finally {
    await browser.close();
  }
} catch (error) {
  if (!(error instanceof NoBrowser)) throw error;
  say(error.message);
  process.exitCode = 2;
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true });
}
