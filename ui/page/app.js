import { acceptStep } from './accept.js';
import { act, attempt, lookAgain, onChange, state, turnTo } from './act.js';
import { html, nothing, render } from './lib/lit-html.js';
import { meter } from './parts.js';
import { planStep } from './plan.js';
import { resultStep } from './result.js';
import { runStep, statusLine, waitingFor } from './run.js';
import { useKey } from './server.js';
import { targetStep } from './target.js';
/** @import { Live } from '../api.ts' */
/** @import { Part } from './parts.js' */

/** @type {Readonly<Record<string, readonly [title: string, body: () => Part]>>} */
const steps = {
  target: ['Target', targetStep],
  plan: ['Plan', planStep],
  run: ['Run', runStep],
  result: ['Result', resultStep],
  accept: ['Accept', acceptStep],
};

/** What was spent beside what is approved; before a run, nothing is spent yet. @param {Live} live @returns {Part} */
function bill({ run, bill: rows }) {
  const planned = rows.slice(0, 4).map(({ name, most }) => ({ name, spent: 0, cap: Number(most) }));
  const shown = run.spent.length > 0 ? run.spent : planned;
  if (shown.length === 0) return html`<p class="about">No bill yet: the plan makes it.</p>`;
  const label = run.kind === 'repeat' ? 'Spent by the repeated check' : 'Spent beside what is approved';
  return html`<div class="meters" role="group" aria-label=${label}>${shown.map(meter)}</div>
    ${run.kind === 'repeat' ? html`<p class="about">${label}, which runs beside the approved bill.</p>` : nothing}`;
}

/** @param {Live} live @returns {Part} */
const header = (live) =>
  html`<header>
    <div class="top">
      <h1>DMT certification</h1>
      <span class="where">${live.where}</span>
      ${live.isRunning ? html`<button type="button" class="stop" ?disabled=${!['starting', 'running'].includes(live.run.status)} @click=${act.stop}>Stop the run</button>` : nothing}
    </div>
    ${bill(live)}
    <nav aria-label="Steps"><ol>${Object.entries(steps).map(
      ([name, [title]]) => html`<li><a href="#${name}" aria-current=${state.step === name ? 'step' : 'false'}>${title}</a></li>`,
    )}</ol></nav>
  </header>`;

/** What a screen reader hears: few words, and only when they change. @param {Live} live */
function spoken({ run }) {
  if (run.status === 'idle') return '';
  const tens = Math.floor((run.done / (run.planned || 1)) * 10) * 10;
  const isAsking = run.codes.some(({ isHeld }) => !isHeld);
  return run.status === 'running'
    ? `${isAsking ? waitingFor(run) : `${tens} percent of the checks`}, ${run.failed} failed`
    : statusLine(run);
}

const gone = 'The server does not answer. Start it again with npm run conformance -- ui; an unfinished run can be resumed.';

/** @returns {Part} */
function whole() {
  const { outside, live, isGone, step } = state;
  const problem = isGone ? gone : state.problem;
  if (outside !== null)
    return html`<main>
      <h1>DMT certification</h1>
      <p>This browser has no key, or an old one: ${outside}</p>
      <p>Press Enter in the terminal where the page was started, and open the new address.</p>
    </main>`;
  const [title, body] = steps[step] ?? ['', () => nothing];
  return html`${live === null ? nothing : header(live)}
    <main id="main">
      ${problem === null ? nothing : html`<p class="problem" role="alert">${problem}</p>`}
      <h2 tabindex="-1">${title}</h2>
      ${body()}
    </main>
    <p class="spoken" role="status">${live === null ? '' : spoken(live)}</p>`;
}

const root = document.body;
root.replaceChildren();

const [busyMs, idleMs] = [1000, 4000];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

async function poll() {
  clearTimeout(timer);
  await attempt(lookAgain);
  if (state.outside === null) timer = setTimeout(() => void poll(), state.live?.isRunning === true ? busyMs : idleMs);
}

async function turn() {
  await turnTo(location.hash.slice(1));
  document.title = `${steps[state.step]?.[0] ?? ''} · DMT certification`;
  root.querySelector('h2')?.focus();
}

onChange(() => {
  render(whole(), root);
  // For the margins of what is printed.
  const shown = state.step === 'result' ? state.result : state.step === 'accept' ? state.accept : null;
  document.documentElement.style.setProperty('--run', JSON.stringify(shown ? `run ${shown.run}` : document.title));
});
await attempt(useKey);
addEventListener('hashchange', () => void turn());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void poll();
});
await poll();
await turn();
