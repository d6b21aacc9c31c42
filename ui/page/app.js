import { act, attempt, isStep, load, lookAgain, onChange } from './act.js';
import { acceptStep } from './accept.js';
import { html, nothing, render } from './lib/lit-html.js';
import { asSpent, meter } from './parts.js';
import { planStep } from './plan.js';
import { resultStep } from './result.js';
import { isRunning, runStep, statusLine, waitingFor } from './run.js';
import { Gone, Outside, useKey } from './server.js';
import { state } from './state.js';
import { targetStep } from './target.js';
/** @import { Live } from '../api.ts' */
/** @import { Part } from './parts.js' */

const steps = /** @type {const} */ ([
  ['target', 'Target', targetStep],
  ['plan', 'Plan', planStep],
  ['run', 'Run', runStep],
  ['result', 'Result', resultStep],
  ['accept', 'Accept', acceptStep],
]);

const page = {
  state,
  act,
  get running() {
    return state.live !== null && isRunning(state.live.run);
  },
};

/** @typedef {typeof page} Page */

/** @param {Live} live @returns {Part} */
function bill({ run, bill: rows }) {
  const spent = run.spent.length > 0 ? run.spent : asSpent(rows);
  if (spent.length === 0) return html`<p class="nobill">No bill yet: the plan makes it.</p>`;
  return html`<div class="meters" role="group" aria-label="Spent beside what is approved">${spent.map(meter)}</div>`;
}

/** @param {Live | null} live @returns {Part} */
const header = (live) =>
  html`<header>
    <div class="top">
      <h1>DMT certification</h1>
      <span class="where">${live?.where ?? ''}</span>
      ${page.running ? html`<button type="button" class="stop" ?disabled=${live?.run.status !== 'running' && live?.run.status !== 'starting'} @click=${() => void act.stop()}>Stop the run</button>` : nothing}
    </div>
    ${live === null ? nothing : bill(live)}
    <nav aria-label="Steps">
      <ol>
        ${steps.map(([name, title]) => html`<li><a href="#${name}" aria-current=${state.step === name ? 'step' : 'false'}>${title}</a></li>`)}
      </ol>
    </nav>
  </header>`;

/** What a screen reader hears: few words, and only when they change. @param {Live | null} live */
function spoken(live) {
  if (live === null || live.run.status === 'idle') return '';
  const { run } = live;
  const asked = run.codes.filter(({ state: one }) => one === 'open').length;
  const tens = Math.floor((run.done / (run.planned || 1)) * 10) * 10;
  return run.status === 'running'
    ? `${asked > 0 ? waitingFor(run) : `${tens} percent of the checks`}, ${run.failed} broken`
    : statusLine(run);
}

/** @returns {Part} */
function whole() {
  if (state.outside !== null)
    return html`<main>
      <h1>DMT certification</h1>
      <p>This browser has no key, or an old one: ${state.outside}</p>
      <p>Press Enter in the terminal where the page was started, and open the new address.</p>
    </main>`;
  const [, title, body] = steps.find(([name]) => name === state.step) ?? steps[0];
  return html`${header(state.live)}
    <main id="main">
      ${state.problem === null ? nothing : html`<p class="problem" role="alert">${state.problem}</p>`}
      <h2 tabindex="-1">${title}</h2>
      ${body(page)}
    </main>
    <p class="spoken" role="status">${spoken(state.live)}</p>`;
}

const root = document.getElementById('page');
root?.replaceChildren();

function draw() {
  if (root !== null) render(whole(), root);
}

const busyMs = 1000;
const idleMs = 4000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function poll() {
  clearTimeout(timer);
  try {
    await lookAgain();
    if (state.problem?.startsWith('The server does not answer') === true) state.problem = null;
  } catch (error) {
    if (error instanceof Outside) state.outside = error.message;
    else if (error instanceof Gone)
      state.problem = `${error.message} Start it again with npm run conformance -- ui; an unfinished run can be resumed.`;
  }
  draw();
  if (state.outside === null) timer = setTimeout(() => void poll(), page.running ? busyMs : idleMs);
}

async function turnTo() {
  const step = location.hash.slice(1);
  state.step = isStep(step) ? step : 'target';
  document.title = `${steps.find(([name]) => name === state.step)?.[1] ?? ''} · DMT certification`;
  await load();
  root?.querySelector('h2')?.focus();
}

onChange(draw);
await attempt(useKey);
addEventListener('hashchange', () => void turnTo());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void poll();
});
await poll();
await turnTo();
