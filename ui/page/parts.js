import { html, nothing, svg } from './lib/lit-html.js';
/** @import { BillRow, ChapterShare, Spent } from '../api.ts' */

/** @typedef {import('./lib/lit-html.js').TemplateResult | typeof nothing} Part */

/** The command that does the same. @param {string} text @param {string} [what] @returns {Part} */
export const command = (text, what = 'The same as a command') =>
  html`<div class="command"><span>${what}</span><code tabindex="0">${text}</code></div>`;

/** @param {readonly string[]} problems @returns {Part} */
export const problemList = (problems) =>
  problems.length === 0
    ? nothing
    : html`<div class="problem" role="alert">
        <ul>
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>
      </div>`;

/** A sentence of the catalogue, with names between backticks. @param {string | null} words @returns {Part} */
export const prose = (words) => html`${(words ?? '').split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {number} value */
const round = (value) => String(Math.round(value * 100) / 100);

/** What was spent beside what was approved. @param {Spent} row @returns {Part} */
export function meter({ name, spent, cap }) {
  const share = cap === null ? 0 : cap === 0 ? (spent > 0 ? 1 : 0) : Math.min(1, spent / cap);
  return html`<div class="meter">
    <span class="name">${name}</span>
    <span class="amount">${round(spent)}${cap === null ? nothing : html` <small>of ${round(cap)}</small>`}</span>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="4"></rect>
      <rect class=${share > 0.9 ? 'full' : 'used'} width=${share * 100} height="4"></rect>
    </svg>
  </div>`;
}

/** A bill before a run: nothing spent yet. @param {readonly BillRow[]} rows @returns {Spent[]} */
export const asSpent = (rows) => rows.slice(0, 4).map(({ name, most }) => ({ name, spent: 0, cap: most === null ? null : Number(most) }));

/** How verdicts are drawn, worst last, so that what is broken ends each bar at the same place as its number. */
const shares = /** @type {const} */ ([
  ['kept', ['pass']],
  ['noted', ['observed', 'not-applicable', 'warn']],
  ['accepted', ['waived']],
  ['open', ['untried', 'blocked', 'error']],
  ['broken', ['fail']],
]);

/** @param {ChapterShare} chapter */
const sumUp = ({ counts }) =>
  shares.map(([name, verdicts]) => ({ name, count: verdicts.reduce((sum, one) => sum + (counts[one] ?? 0), 0) }));

/** Share of the clauses of a chapter. @param {ChapterShare} chapter @returns {Part} */
export function shareBar(chapter) {
  const parts = sumUp(chapter);
  const total = parts.reduce((sum, { count }) => sum + count, 0) || 1;
  let at = 0;
  const bars = parts.map(({ name, count }) => {
    const [x, width] = [at, (count / total) * 100];
    at += width;
    return svg`<rect class=${name} x=${x} width=${width} height="10"></rect>`;
  });
  const words = parts.filter(({ count }) => count > 0).map(({ name, count }) => `${count} ${name}`);
  return html`<tr>
    <th scope="row">${chapter.title}</th>
    <td><svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${bars}</svg></td>
    <td>${words.join(', ')}</td>
  </tr>`;
}

export const shareLegend = html`<p class="legend">${shares.map(([name]) => html`<span class="key ${name}"></span>${name} `)}</p>`;
