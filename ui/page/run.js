import { repeat } from './lib/directives/repeat.js';
import { html, nothing, svg } from './lib/lit-html.js';
import { command, plural } from './parts.js';
/** @import { Chapter, CodeQuestion, Live, RunView } from '../api.ts' */
/** @import { Part } from './parts.js' */
/** @import { Page } from './app.js' */

export const isRunning = (/** @type {RunView} */ { status }) => status !== 'idle' && status !== 'ended';

const statusWords = {
  idle: 'No run is under way.',
  starting: 'Checking this installation on planted faults …',
  running: 'The run is under way.',
  stopping: 'The run stops; what it found is kept.',
  reporting: 'Writing the reports …',
  ended: 'The run has ended.',
};

/** @param {RunView} run @returns {string} */
export function waitingFor(run) {
  const open = run.codes.filter(({ state }) => state === 'open').length;
  if (open > 0) return `Waiting for ${plural(open, 'code')} from you.`;
  return isRunning(run) ? (/waiting .*/.exec(run.live)?.[0] ?? '') : '';
}

/** @param {RunView} run @returns {string} */
export const statusLine = (run) => {
  const counts = run.planned === 0 ? '' : ` ${run.done} of ${run.planned} checks, ${run.failed} broken.`;
  return `${statusWords[run.status]}${counts}`;
};

/** @param {Page} page @param {RunView} run @returns {(code: CodeQuestion) => Part} */
const codeForm =
  (page, { codesExpected }) =>
  ({ id, nth, purpose, role, mobile, askedAt, state, again }) => {
    const submit = (/** @type {SubmitEvent & { currentTarget: HTMLFormElement }} */ event) => {
      event.preventDefault();
      const field = event.currentTarget.elements.namedItem('code');
      if (!(field instanceof HTMLInputElement)) return;
      void page.act.code('enter', { id, code: field.value });
      field.value = '';
    };
    const count = codesExpected === null ? `Code ${nth}` : `Code ${nth} of about ${codesExpected}`;
    return html`<li>
      <form class="code" @submit=${submit}>
        ${again ? html`<p role="status">The last code was refused, so a new one was sent.</p>` : nothing}
        <p>
          <strong>${count}</strong> · ${purpose}<br />${role}, mobile ending in ${mobile}, sent ${new Date(askedAt).toLocaleTimeString()}
        </p>
        ${
          state === 'held'
            ? html`<p role="status">
                Entered. <button type="button" @click=${() => void page.act.code('correct', { id })}>Correct code ${nth}</button>
              </p>`
            : html`<label>Code ${nth}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" /></label>
                <button>Enter code ${nth}</button>
                <button type="button" class="quiet" @click=${() => void page.act.code('missing', { id })}>
                  Code ${nth} did not arrive
                </button>`
        }
      </form>
    </li>`;
  };

/** @param {Chapter} chapter @returns {Part} */
const chapterRow = ({ name, planned, done, failed }) =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>
      <svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="10"></rect>
        ${svg`<rect class="kept" width=${((done - failed) / planned) * 100} height="10"></rect>
          <rect class="broken" x=${((done - failed) / planned) * 100} width=${(failed / planned) * 100} height="10"></rect>`}
      </svg>
    </td>
    <td>${done} of ${planned}${failed > 0 ? html`, <strong>${failed} broken</strong>` : nothing}</td>
  </tr>`;

/** @param {RunView} run @returns {Part} */
const chapters = ({ chapters: rows }) =>
  rows.length === 0
    ? nothing
    : html`<table class="shares">
        <caption>
          Progress by chapter
        </caption>
        <thead>
          <tr>
            <th scope="col">Chapter</th>
            <th scope="col">Share</th>
            <th scope="col">Checks</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(chapterRow)}
        </tbody>
      </table>`;

/** @param {RunView} run @returns {Part} */
const failures = ({ failures: rows, failed }) =>
  rows.length === 0
    ? nothing
    : html`<h3>Broken so far: ${failed}</h3>
        <ul class="failures">
          ${rows.map(
            ({ check, place, expected, received }) =>
              html`<li>
                <strong>${check}</strong>${place === null ? nothing : html`<br /><code>${place}</code>`}<br />expected ${expected}<br />received
                ${received}
              </li>`,
          )}
        </ul>`;

/** @param {RunView} run @returns {Part} */
const lines = ({ lines: said }) =>
  said.length === 0
    ? nothing
    : html`<details open>
        <summary>What the run says</summary>
        <pre tabindex="0">${said.join('\n')}</pre>
      </details>`;

/** @param {Page} page @param {Live} live @returns {Part} */
function starting(page, { run, planned, canResume }) {
  if (isRunning(run)) return nothing;
  return html`${planned === 'approved' ? nothing : html`<p>A run needs an approved plan of the present settings: <a href="#plan">plan</a>.</p>`}
    <div class="actions">
      <button type="button" class="main" ?disabled=${planned !== 'approved'} @click=${() => void page.act.start(false)}>
        Start the run
      </button>
      ${
        canResume
          ? html`<button type="button" @click=${() => void page.act.start(true)}>Resume the unfinished run</button>
              <span>The run in the report folder did not end. Resuming tries only what is unfinished.</span>`
          : nothing
      }
      ${run.status === 'ended' ? html`<a class="button" href="#result">Next: result</a>` : nothing}
    </div>`;
}

/** @param {Page} page @returns {Part} */
export function runStep(page) {
  const { live } = page.state;
  if (live === null) return html`<p>loading …</p>`;
  const { run } = live;
  return html`${starting(page, live)}
    <p>${statusLine(run)} ${waitingFor(run)}${run.exitCode === null ? nothing : html` Exit code ${run.exitCode}.`}</p>
    ${
      run.codes.length === 0
        ? nothing
        : html`<ol class="codes" aria-label="Codes that the run waits for">
            ${repeat(run.codes, ({ id }) => id, codeForm(page, run))}
          </ol>`
    }
    <div class="columns"><div>${chapters(run)}</div><div>${failures(run)} ${lines(run)}</div></div>
     ${command(live.runCommand)}`;
}
