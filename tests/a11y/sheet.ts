import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Decision } from '../../helpers/report/decision/content.ts';
import { readPages } from './pdf.ts';

const screens = [
  { width: 1400, height: 900 },
  { width: 390, height: 844 },
] as const;

/** The verdict and the first reason against signing are seen without scrolling, and nothing is wider than the screen. */
const look = `(() => {
  const bottom = (query) => document.querySelector(query)?.getBoundingClientRect().bottom ?? 0;
  const all = document.documentElement;
  return [
    ...(bottom('.verdict') > innerHeight ? ['the verdict'] : []),
    ...(bottom('.against li') > innerHeight ? ['the first reason against signing'] : []),
    ...(all.scrollWidth > all.clientWidth ? ['all of its width'] : []),
  ];
})()`;

/** Elements with a color that is more green than anything else. */
const green = `[...document.querySelectorAll('*')].filter((one) => {
  const style = getComputedStyle(one);
  return [style.color, style.backgroundColor, style.borderLeftColor, style.borderTopColor, style.outlineColor].some((color) => {
    const [red, greenPart, blue] = color.match(/[\\d.]+/g).map(Number);
    return greenPart > red + 32 && greenPart > blue + 32;
  });
}).length`;

async function lookAtScreens(page: Page): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(screen);
    const unseen = await page.evaluate<readonly string[]>(look);
    problems.push(...unseen.map((what) => `${screen.width}×${screen.height}: ${what} is not seen without scrolling`));
  }
  return problems;
}

/** A title may take two lines, and the break takes its blank. */
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '');

const print = async (page: Page): Promise<readonly string[]> =>
  readPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));

async function lookAtPrint(page: Page, { run, signable, sheet }: Decision): Promise<readonly string[]> {
  const printed = await print(page);
  const colored = await page.evaluate<number>(green);
  await page.evaluate(`document.querySelector('.annexes').remove()`);
  const [first = '', ...more] = await print(page);
  const unnamed = printed.filter((text, at) => !text.includes(`run ${run}`) || !text.includes(`page ${at + 1} of ${printed.length}`));
  return [
    ...(more.length === 0 ? [] : [`the page to sign takes ${more.length + 1} pages of A4`]),
    ...(withoutBlanks(first).includes(withoutBlanks(sheet.title)) ? [] : [`the first page of A4 does not say "${sheet.title}"`]),
    ...(unnamed.length === 0 ? [] : [`${unnamed.length} of ${printed.length} pages of A4 lack the run or their number`]),
    ...(printed.length < 2 ? ['the annexes are not printed'] : []),
    ...(signable === colored > 0 ? [] : [`${colored} elements are green, and it may ${signable ? '' : 'not '}be signed`]),
  ];
}

async function lookAt(page: Page, decision: Decision): Promise<readonly string[]> {
  return [...(await lookAtScreens(page)), ...(await lookAtPrint(page, decision))];
}

/** Each makes a page wrong in a way that a look has to find. */
const spoiled: readonly (readonly [script: string, due: string])[] = [
  [
    `document.querySelector('.sheet').append(Object.assign(document.createElement('div'), { style: 'height: 400mm' }))`,
    'the page to sign takes',
  ],
  [`document.querySelector('.verdict').style.marginTop = '2000px'`, 'the verdict is not seen'],
  [`document.querySelector('.verdict').style.width = '2000px'`, 'all of its width'],
  [`document.querySelector('.verdict').style.borderColor = '#1b7f3b'`, 'elements are green'],
  [
    `document.querySelector('style').textContent = document.querySelector('style').textContent.replace('@bottom-left', '@top-left-corner-gone')`,
    'lack the run',
  ],
];

const readDecision = (folder: string): Decision => JSON.parse(readFileSync(join(folder, 'decision.json'), 'utf8')) as Decision;

async function withPage<Made>(browser: Browser, address: string, work: (page: Page) => Promise<Made>): Promise<Made> {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    return await work(page);
  } finally {
    await page.close();
  }
}

export const examineSheet = (browser: Browser, folder: string, address: string): Promise<readonly string[]> =>
  withPage(browser, address, (page) => lookAt(page, readDecision(folder)));

/** Whether the looks find what is wrong with a page that may not be signed. */
export async function findMissedSpoils(browser: Browser, folder: string, address: string): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const [script, due] of spoiled) {
    const problems = await withPage(browser, address, async (page) => {
      await page.evaluate(script);
      return lookAt(page, readDecision(folder));
    });
    if (!problems.some((problem) => problem.includes(due))) missed.push(due);
  }
  return missed;
}
