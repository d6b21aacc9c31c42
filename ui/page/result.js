import { repeat } from './lib/directives/repeat.js';
import { html, nothing } from './lib/lit-html.js';
import { command, plural, prose, shareBar, shareLegend } from './parts.js';
/** @import { FailureDetail, ResultView } from '../api.ts' */
/** @import { DeviationEntry } from '../../helpers/report/decision/rows.ts' */
/** @import { Part } from './parts.js' */
/** @import { Page } from './app.js' */

/** The exchange that decided, and the one that asked for what is expected. @param {FailureDetail['exchanges']} exchanges @returns {Part} */
const exchangeList = (exchanges) =>
  html`${exchanges.map(
    ({ title, text }) =>
      html`<h4>${title}</h4><pre tabindex="0">${text.map((one) => (one.marked ? html`<mark>${one.text}</mark>` : one.text))}</pre>`,
  )}`;

/** @param {FailureDetail | undefined} detail @returns {Part} */
function detailOf(detail) {
  if (detail === undefined) return html`<p>loading …</p>`;
  const { claim, readings, exchanges, curl } = detail;
  return html`<p>${prose(claim)}</p>
    ${readings.map(({ title, reading, grounds }) => html`<h4>Reading ${title}</h4><p>${reading}</p><p class="about">${grounds}</p>`)}
    ${exchangeList(exchanges)} ${curl === null ? nothing : command(curl, 'The request alone')}`;
}

/** @param {Page} page @returns {(failure: DeviationEntry) => Part} */
const failureOf = (page) => (failure) => {
  const { clause, text, section, expected, received, owner, blocks, repeat, repeatCosts, card } = failure;
  const open = (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ { currentTarget }) => {
    if (currentTarget.open) void page.act.detail(clause);
  };
  const cost = repeatCosts === '' ? 'no OTP and no transfer' : repeatCosts;
  return html`<li>
    <details class="failure" @toggle=${open}>
      <summary><strong>${clause}</strong> ${prose(text)}</summary>
      <dl>
        <dt>Section</dt>
        <dd>${section}</dd>
        <dt>Expected</dt>
        <dd><code>${expected}</code></dd>
        <dt>Received</dt>
        <dd><code>${received}</code></dd>
        <dt>Who has to act</dt>
        <dd>${owner}${blocks === 0 ? nothing : `; ${plural(blocks, 'check')} not tested because of it`}</dd>
      </dl>
      <div class="actions">
        <button type="button" ?disabled=${page.running} @click=${() => void page.act.repeat(clause)}>Repeat ${clause}: ${cost}</button>
        ${card === null ? nothing : html`<a href="report/${card}" target="_blank">Card to send</a>`}
      </div>
      ${detailOf(page.state.details.get(clause))} ${command(repeat)}
    </details>
  </li>`;
};

/** @param {ResultView} result @returns {Part} */
const untested = ({ untested: groups }) =>
  groups.length === 0
    ? nothing
    : html`<h3>Not tested, by who has to act</h3>
        ${groups.map(
          ({ who, reasons }) =>
            html`<details>
              <summary>
                ${who}:
                ${plural(
                  reasons.reduce((sum, { count }) => sum + count, 0),
                  'check',
                )}
              </summary>
              <ul>
                ${reasons.map(({ reason, count }) => html`<li><strong>${count}</strong> ${reason}</li>`)}
              </ul>
            </details>`,
        )}`;

/** @param {ResultView} result @returns {Part} */
const map = ({ chapters, pages }) =>
  html`<table class="shares">
      <caption>
        Clauses by chapter
      </caption>
      <thead>
        <tr>
          <th scope="col">Chapter</th>
          <th scope="col">Share</th>
          <th scope="col">Clauses</th>
        </tr>
      </thead>
      <tbody>
        ${chapters.map(shareBar)}
      </tbody>
    </table>
    ${shareLegend}
    <ul class="pages">
      ${pages.map(({ name, path }) => html`<li><a href="report/${path}" target="_blank" rel="noopener">${name}</a></li>`)}
    </ul>`;

/** @param {readonly string[]} against @returns {Part} */
export const againstList = (against) =>
  against.length === 0
    ? html`<p>Nothing stands against signing.</p>`
    : html`<ul class="against">
        ${against.map((reason) => html`<li>${reason}</li>`)}
      </ul>`;

/** @param {Page} page @returns {Part} */
export function resultStep(page) {
  const { result } = page.state;
  if (result === null) return html`<p>There is no result yet: <a href="#run">run</a>.</p>`;
  const { headline, because, exitCode, signable, binding, failures, left, against } = result;
  return html`<div class="verdict ${exitCode === 0 ? 'good' : 'bad'}">
      <p><strong>${headline}</strong></p>
      <p>${because} (exit code ${exitCode}). ${binding.judged} of ${binding.total} binding clauses judged.</p>
      <p>${signable ? 'May be signed.' : 'May not be signed:'}</p>
      ${signable ? nothing : againstList(against)}
    </div>
    ${failures.length === 0 ? html`<p>No clause is broken.</p>` : html`<h3>${plural(failures.length, 'broken clause')}</h3>`}
    <ul class="failures">
      ${repeat(failures, ({ clause }) => clause, failureOf(page))}
    </ul>
    ${map(result)} ${untested(result)}
    <h3>What the run left behind</h3>
    <dl class="left">
      ${left.map(
        ({ name, value }) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <div class="actions"><a class="button" href="#accept">Next: accept</a></div>
    ${command(result.command)}`;
}
