import { html, nothing } from './lib/lit-html.js';
/** @import { Live, ResultView } from '../api.ts' */

/** @typedef {import('./lib/lit-html.js').TemplateResult | typeof nothing | string | number} Part */
/** @typedef {SubmitEvent & { currentTarget: HTMLFormElement }} Submitted */
/** @typedef {Event & { currentTarget: HTMLInputElement }} Changed */

/** The command that does the same. @param {string} text @param {string} [what] @returns {Part} */
export const command = (text, what = 'The same as a command') =>
  html`<div class="command"><span>${what}</span><code tabindex="0">${text}</code></div>`;

/** @param {readonly (Part | Part[])[]} items @param {string} [kind] */
export const list = (items, kind = '') => html`<ul class=${kind}>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** @param {readonly string[]} problems @returns {Part} */
export const problemList = (problems) =>
  problems.length === 0 ? nothing : html`<div class="problem" role="alert">${list(problems)}</div>`;

/** @param {Part} summary @param {readonly (Part | Part[])[]} items @returns {Part} */
export const folded = (summary, items) =>
  items.length === 0 ? nothing : html`<details><summary>${summary}</summary>${list(items)}</details>`;

/** The first cell of a row is what it is about. @param {string} kind @param {string} caption @param {string[]} heads @param {Part[][]} rows */
export const table = (kind, caption, heads, rows) =>
  rows.length === 0
    ? nothing
    : html`<table class=${kind}><caption>${caption}</caption>
        <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
        <tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
      </table>`;

/** @param {readonly (readonly [string, Part])[]} facts */
export const facts = (facts) => html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;

/** A sentence of the catalogue, with names between backticks. @param {string | null} words @returns {Part} */
export const prose = (words) => html`${(words ?? '').split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** @param {number} count @param {string} one */
export const plural = (count, one) => `${count} ${one}${count === 1 ? '' : 's'}`;

const round = (/** @type {number} */ value) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** What was spent beside what was approved. @param {Live['run']['spent'][number]} row @returns {Part} */
export function meter({ name, spent, cap }) {
  const share = cap ? Math.min(1, spent / cap) : 0;
  return html`<div class="meter">
    <span class="name">${name}</span>
    <span class="amount">${round(spent)}${cap === null ? nothing : html` <small>of ${round(cap)}</small>`}</span>
    ${bar([['done', share]], 1)}
  </div>`;
}

/** @param {(readonly [kind: string, count: number])[]} parts @param {number} total @returns {Part} */
export const bar = (parts, total) =>
  html`<div class="share" aria-hidden="true">${parts.map(([kind, count]) =>
    count === 0 ? nothing : html`<span class=${kind} .style=${`width: ${(count / total) * 100}%`}></span>`,
  )}</div>`;

/**
 * How verdicts are drawn, worst last, so that what is broken ends each bar at the same place as its number. Open clauses that do not bind count
 * too, so this is another number than what the headline calls not judged.
 */
const shares = /** @type {const} */ ({
  kept: ['pass'],
  question: ['warn'],
  noted: ['observed', 'not-applicable'],
  accepted: ['waived'],
  open: ['untried', 'blocked', 'error'],
  broken: ['fail'],
});

/** The clauses of a chapter. @param {ResultView['chapters'][number]} chapter @returns {Part[]} */
export function chapterShare({ title, counts }) {
  const parts = Object.entries(shares).map(
    ([kind, verdicts]) => /** @type {const} */ ([kind, verdicts.reduce((sum, one) => sum + counts[one], 0)]),
  );
  const words = parts.filter(([, count]) => count > 0).map(([kind, count]) => `${kind} ${count}`);
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  return [title, bar(parts, total), words.join(', ')];
}

export const shareLegend = html`<p class="legend">${Object.keys(shares).map((kind) => html`<span class="key ${kind}"></span>${kind} `)}</p>`;
