import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What was found wrong with a page, and how much was looked at. */
export interface Examined {
  readonly problems: readonly string[];
  readonly rules: number;
  readonly stops: number;
}

interface AxeFound {
  readonly passes: readonly unknown[];
  readonly violations: readonly { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Contrast, names, headings, tables, landmarks: every rule of axe-core, its advice included. */
async function byAxe(page: Page): Promise<{ readonly rules: number; readonly problems: readonly string[] }> {
  await page.evaluate(axe.source);
  const { passes, violations } = await page.evaluate<AxeFound>('axe.run()');
  return {
    rules: passes.length + violations.length,
    problems: violations.map(({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} times, first ${nodes[0]?.html.slice(0, 160) ?? ''}`),
  };
}

/** What a pointer can use, as far as it is to be seen. */
const usable = `[...document.querySelectorAll('a[href], summary, button, input, select, textarea, [tabindex="0"]')].filter((one) => one.checkVisibility())`;

interface Stop {
  /** Place among what can be used; -1 for what no pointer can use, as the page itself. */
  readonly place: number;
  readonly html: string;
  readonly visible: boolean;
}

const stop = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return { place: ${usable}.indexOf(one), html: one.outerHTML.slice(0, 160), visible: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 };
})()`;

/** The Tab key leads through all of it, in the order in which it is read, and where it stands is seen. */
async function byKeyboard(page: Page): Promise<{ readonly stops: number; readonly problems: readonly string[] }> {
  const count = await page.evaluate<number>(`${usable}.length`);
  const stops: Stop[] = [];
  for (let n = 0; n < count; n += 1) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate<Stop>(stop));
  }
  const astray = stops.find(({ place }, index) => place !== index);
  const unseen = stops.filter(({ place, visible }) => place >= 0 && !visible);
  return {
    stops: count,
    problems: [
      ...(astray === undefined ? [] : [`keyboard: Tab does not reach everything in its order, first ${astray.html}`]),
      ...(unseen.length === 0 ? [] : [`keyboard: ${unseen.length} stops are not to be seen, first ${unseen[0]?.html ?? ''}`]),
    ],
  };
}

/** Words of table heads, and numbers of cells, on several lines; and columns of a list whose bullets hang into the column before. */
const crooked = `(() => {
  const lines = (text, { index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length;
  };
  const isBroken = (words) => (one) =>
    [...one.childNodes].some((text) => text.nodeType === 3 && [...text.data.matchAll(words)].some((word) => lines(text, word) > 1));
  const heads = [...document.querySelectorAll('th')].filter(isBroken(/[a-z]+/gi));
  const numbers = [...document.querySelectorAll('td')].filter(isBroken(/^[\\d.]+$/g));
  const hanging = [...document.querySelectorAll('li')].filter((one) => {
    const list = one.parentElement;
    const bullets = getComputedStyle(one).listStyleType !== 'none' && getComputedStyle(list).columnWidth !== 'auto';
    return bullets && parseFloat(getComputedStyle(one).marginLeft) < 16;
  });
  return [...heads, ...numbers, ...hanging].map((one) => one.outerHTML.slice(0, 160));
})()`;

async function byEye(page: Page): Promise<readonly string[]> {
  const [first, ...others] = await page.evaluate<readonly string[]>(crooked);
  return first === undefined ? [] : [`look: a broken word or a hanging bullet, ${others.length + 1} times, first ${first}`];
}

/** Where Tab leads on a page that draws itself is Allure's own. */
export async function examine(page: Page, isOurs = true): Promise<Examined> {
  const found = await byAxe(page);
  const walked = isOurs ? await byKeyboard(page) : { stops: 0, problems: [] };
  return {
    rules: found.rules,
    stops: walked.stops,
    problems: [...found.problems, ...walked.problems, ...(isOurs ? await byEye(page) : [])],
  };
}
