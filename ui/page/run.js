import { act, state } from './act.js';
import { repeat } from './lib/directives/repeat.js';
import { html, nothing } from './lib/lit-html.js';
import { bar, command, list, plural, table } from './parts.js';
/** @import { Live, RunView } from '../api.ts' */
/** @import { Part, Submitted } from './parts.js' */

const statusWords = {
  idle: 'No run is under way.',
  starting: 'Checking this installation on planted faults …',
  running: 'The run is under way.',
  stopping: 'The run stops; what it found is kept.',
  reporting: 'Writing the reports …',
  ended: 'The run has ended.',
};

/** @param {RunView} run */
export function waitingFor({ codes, live, status }) {
  const open = codes.filter(({ isHeld }) => !isHeld).length;
  if (open > 0) return `Waiting for ${plural(open, 'code')} from you.`;
  return status === 'ended' ? '' : (/waiting .*/.exec(live)?.[0] ?? '');
}

/** @param {RunView} run */
export const statusLine = ({ status, planned, done, failed, campaign: more }) =>
  `${statusWords[status]}${planned === 0 ? '' : ` ${done} of ${planned} checks, ${failed} failed.`}${more.planned === 0 ? '' : ` Campaign: ${more.done} of ${more.planned}, ${more.failed} failed.`}`;

/** @param {RunView['codes'][number]} code @returns {Part} */
function codeForm({ id, purpose, role, mobile, askedAt, isHeld, again }) {
  const { codesExpected: expected = null, spent = [] } = state.live?.run ?? {};
  const maySend = spent.some((row) => row.name === 'OTP messages' && (row.cap === null || row.spent < row.cap));
  const submit = (/** @type {Submitted} */ event) => {
    event.preventDefault();
    void act.code('enter', { id, code: new FormData(event.currentTarget).get('code') });
    event.currentTarget.reset();
  };
  return html`<li><form class="code" @submit=${submit}>
    ${again ? html`<p role="status">The last code was refused, so a new one was sent.</p>` : nothing}
    <p><strong>Code ${id}${expected === null ? '' : ` of about ${expected}`}</strong> · ${purpose}<br />
      ${role}, mobile ending in ${mobile}, sent ${new Date(askedAt).toLocaleTimeString()}</p>
    ${
      isHeld
        ? html`<p role="status">Entered. <button type="button" @click=${() => act.code('correct', { id })}>Correct code ${id}</button></p>`
        : html`<label>Code ${id}<input name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" /></label>
            <button>Enter code ${id}</button>
            <button type="button" @click=${() => act.code('missing', { id })}>Code ${id} did not arrive</button>
            <button type="button" ?disabled=${!maySend} @click=${() => act.code('missing', { id, sendAgain: true })}>Send code ${id} again</button>`
    }
  </form></li>`;
}

/** @param {RunView} run @returns {Part} */
const chapters = ({ chapters: rows }) =>
  table(
    'shares',
    'Progress by chapter',
    ['Chapter', 'Share', 'Checks'],
    rows.map(({ name, planned, done, failed }) => [
      name,
      bar([['done', done - failed], ['broken', failed]], planned), // oxfmt-ignore
      html`${done} of ${planned}${failed > 0 ? html`, <strong>${failed} failed</strong>` : nothing}`,
    ]),
  );

/** A clause counts once, as in the result. @param {RunView} run @returns {Part} */
const failures = ({ failures: rows, failed, campaign, status }) =>
  rows.length === 0
    ? nothing
    : html`<h3>Broken${status === 'ended' ? '' : ' so far'}: ${plural(rows.length, 'clause')}, by ${plural(failed + campaign.failed, 'check')}</h3>${list(
        rows.map(
          ({ clause, checks, place, expected, received }) =>
            html`<strong>${clause}</strong> · ${plural(checks, 'check')} failed${checks === 1 ? '' : ', the first'}:<br /><code>${place}</code><br />expected ${expected}<br />received ${received}`,
        ),
        'failures',
      )}`;

/** @param {RunView} run @returns {Part} */
const lines = ({ lines: said }) =>
  said.length === 0
    ? nothing
    : html`<details open><summary>What the run says</summary><pre tabindex="0">${said.join('\n')}</pre></details>`;

/** The main button is what comes next. @param {Live} live @returns {Part} */
function starting({ run, isRunning, isApproved, canResume }) {
  if (isRunning) return nothing;
  const hasEnded = run.status === 'ended';
  return html`${isApproved ? nothing : html`<p>A run needs an approved plan of the present settings: <a href="#plan">plan</a>.</p>`}
    <div class="actions">
      ${hasEnded ? html`<a class="button ${canResume ? '' : 'main'}" href="#result">Next: result</a>` : nothing}
      <button type="button" class=${hasEnded || canResume ? '' : 'main'} ?disabled=${!isApproved} @click=${() => act.start(false)}>Start ${hasEnded ? 'another' : 'the'} run</button>
      ${
        canResume
          ? html`<button type="button" class="main" @click=${() => act.start(true)}>Resume the unfinished run</button>
              <span>The run in the report folder did not end. Resuming tries only what is unfinished.</span>`
          : nothing
      }
    </div>`;
}

/** @returns {Part} */
export function runStep() {
  const { live } = state;
  if (live === null) return html`<p>loading …</p>`;
  const { run } = live;
  return html`${starting(live)}
    <p>${statusLine(run)} ${waitingFor(run)}${run.exitCode === null ? '' : ` Exit code ${run.exitCode}.`}</p>
    <ol class="codes" aria-label="Codes that the run waits for">${repeat(run.codes, ({ id }) => id, codeForm)}</ol>
    <div class="columns"><div>${chapters(run)}</div><div>${failures(run)} ${lines(run)}</div></div>
    ${command(live.command)}`;
}
