import { act, state } from './act.js';
import { repeat } from './lib/directives/repeat.js';
import { html, nothing } from './lib/lit-html.js';
import { chapterShare, command, facts, folded, list, plural, prose, shareLegend, table } from './parts.js';
/** @import { Failure, FailureDetail, ResultView } from '../api.ts' */
/** @import { Part } from './parts.js' */

/** The exchange that decided comes first, then the one that asked for what is expected. @param {FailureDetail} detail @returns {Part} */
const detailOf = ({ claim, readings, exchanges, curl }) =>
  html`<p>${prose(claim)}</p>
    ${readings.map(({ title, reading, grounds }) => html`<h4>Reading ${title}</h4><p>${reading}</p><p class="about">${grounds}</p>`)}
    ${exchanges.map(
      ({ title, text }) =>
        html`<h4>${title}</h4><pre tabindex="0">${text.map((one) => (one.marked ? html`<mark>${one.text}</mark>` : one.text))}</pre>`,
    )}
    ${curl === null ? nothing : command(curl, 'The request alone')}`;

/** @param {Failure} failure @returns {Part} */
function failureOf({ clause, text, section, expected, received, owner, blocked, repeat: again, repeatCosts, card }) {
  const open = (/** @type {Event & { currentTarget: HTMLDetailsElement }} */ { currentTarget }) => {
    if (currentTarget.open) void act.detail(clause);
  };
  const detail = state.details.get(clause);
  return html`<li><details class="failure" @toggle=${open}>
    <summary><strong>${clause}</strong> ${prose(text)}</summary>
    ${facts([
      ['Section', section ?? ''],
      ['Expected', html`<code>${expected}</code>`],
      ['Received', html`<code>${received}</code>`],
      ['Who has to act', `${owner}${blocked === null ? '' : `; ${blocked} not tested because of it`}`],
    ])}
    <div class="actions">
      <button type="button" ?disabled=${state.live?.isRunning} @click=${() => act.repeat(clause)}>
        Repeat ${clause}: ${repeatCosts === '' ? 'no OTP and no transfer' : repeatCosts}
      </button>
      ${card === null ? nothing : html`<a href="report/${card}" target="_blank">Card to send</a>`}
    </div>
    ${detail === undefined ? html`<p>loading …</p>` : detailOf(detail)} ${command(again)}
  </details></li>`;
}

/** @param {ResultView['against'][number]} row @returns {Part} */
const obstacle = ({ clause, address, more, sentence, reason, state, mover }) =>
  html`<strong>${state}</strong>: ${address === null ? (clause ?? 'the run') : html`<a href="report/${address}" target="_blank">${clause}</a>`}${more > 0 ? ` and ${more} more` : ''}
    · action: ${mover}<br />${prose(sentence)} <span class="about">${reason}</span>`;

/** As many rows as on the page to sign; the others on demand. @param {ResultView['against']} rows @returns {Part} */
export const againstSigning = (rows) =>
  rows.length === 0
    ? html`<p>Nothing stands against signing.</p>`
    : html`${list(rows.slice(0, 8).map(obstacle), 'failures')} ${folded(`${rows.length - 8} more`, rows.slice(8).map(obstacle))}`;

/** @returns {Part} */
export function resultStep() {
  const { result } = state;
  if (result === null) return html`<p>There is no result yet: <a href="#run">run</a>.</p>`;
  const { headline, because, exitCode, signable, inShort, failures, chapters, pages, left, against } = result;
  return html`<div class="verdict ${signable ? 'good' : ''}">
      <p><strong>${headline}</strong></p>
      <p>${inShort}. Exit code ${exitCode}: ${because}.</p>
      <p>${signable ? 'May be signed.' : 'May not be signed:'}</p>
      ${signable ? nothing : againstSigning(against)}
    </div>
    <h3>${failures.length === 0 ? 'No clause is broken' : plural(failures.length, 'broken clause')}</h3>
    <ul class="failures">${repeat(failures, ({ clause }) => clause, failureOf)}</ul>
    ${table('shares', 'Clauses by chapter', ['Chapter', 'Share', 'Clauses'], chapters.map(chapterShare))} ${shareLegend}
    ${list(pages.map(([path, name]) => html`<a href="report/${path}" target="_blank" rel="noopener">${name}</a>`))}
    <h3>What the run left behind</h3>
    ${facts(left.map(({ name, value }) => [name, value]))}
    <div class="actions"><a class="button" href="#accept">Next: accept</a></div>
    ${command(result.command)}`;
}
