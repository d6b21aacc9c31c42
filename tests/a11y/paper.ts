import type { Page } from 'playwright-core';

/** As wide as nothing of ours, but as an address of a service may be. */
const lengthen = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts.filter(({ data, parentElement }) => data.trim() !== '' && parentElement.closest('th') === null))
    text.data += ' http://' + 'long'.repeat(40);
})()`;

/** On a phone, with a long address wherever a text stands. Changes the page. */
export async function findSidewaysScroll(page: Page): Promise<readonly string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(lengthen);
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return wide > 0 ? [`look: a long address makes the page wider than a phone by ${wide}`] : [];
}
