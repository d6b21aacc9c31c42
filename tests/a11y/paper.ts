import type { Page } from 'playwright-core';
import { readPages } from './pdf.ts';

/** As wide as nothing of ours, but as an address of a service may be. Heads, steps, buttons and bills have our words and numbers alone. */
const lengthen = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts.filter(({ data, parentElement }) => data.trim() !== '' && parentElement.closest('th, .bill td, nav ol, button, script') === null))
    text.data += ' http://' + 'long'.repeat(40);
})()`;

/** On a phone, with a long address wherever a text stands. Changes the page. */
export async function findSidewaysScroll(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(lengthen);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return wide > 0 ? [`look: a long address makes the page wider than a phone by ${wide}`] : [];
}

/** Sheets that got out of order belong to a run, and have a place in it. */
export async function findUnnamedSheets(page: Page, run: string, most: number): Promise<readonly string[]> {
  const printed = readPages(await page.pdf({ preferCSSPageSize: true }));
  const unnamed = printed.filter((text, at) => !text.includes(`run ${run}`) || !text.includes(`page ${at + 1} of ${printed.length}`));
  return [
    ...(unnamed.length === 0 ? [] : [`paper: ${unnamed.length} of ${printed.length} pages of A4 lack the run or their number`]),
    ...(printed.length > most ? [`paper: ${printed.length} pages of A4, expected at most ${most}`] : []),
  ];
}
