import { html, nothing, render } from './lib/lit-html.js';
import { acceptStep, findMissing, openDrafts, toFile } from './accept.js';
import { asSpent, meter } from './parts.js';
import { planStep } from './plan.js';
import { resultStep } from './result.js';
import { isRunning, runStep, statusLine, waitingFor } from './run.js';
import { get, Gone, Outside, post, useKey } from './server.js';
import { targetStep } from './target.js';
/** @import { AcceptView, FailureDetail, Live, PlanView, ResultView, TargetView, Tried } from '../api.ts' */
/** @import { Drafts } from './accept.js' */
/** @import { Part } from './parts.js' */

const steps = /** @type {const} */ ([
  ['target', 'Target', targetStep],
  ['plan', 'Plan', planStep],
  ['run', 'Run', runStep],
  ['result', 'Result', resultStep],
  ['accept', 'Accept', acceptStep],
]);

const state = {
  step: 'target',
  /** @type {string | null} */ outside: null,
  /** @type {string | null} */ problem: null,
  /** @type {Live | null} */ live: null,
  /** @type {TargetView | null} */ target: null,
  /** @type {Map<string, readonly Tried[]>} */ tried: new Map(),
  /** @type {string | null} */ trying: null,
  /** @type {string | null} */ saved: null,
  /** @type {PlanView | null} */ plan: null,
  /** @type {readonly string[]} */ planProblems: [],
  planning: false,
  /** @type {ResultView | null} */ result: null,
  /** @type {Map<string, FailureDetail>} */ details: new Map(),
  /** @type {AcceptView | null} */ accept: null,
  /** @type {Drafts | null} */ drafts: null,
  /** @type {readonly string[]} */ acceptProblems: [],
  acceptSaid: '',
  writing: false,
};

/** Shows what failed, and goes on. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
async function attempt(work) {
  try {
    const value = await work();
    state.problem = null;
    return value;
  } catch (error) {
    if (error instanceof Outside) state.outside = error.message;
    else state.problem = error instanceof Error ? error.message : String(error);
    return null;
  } finally {
    draw();
  }
}

/** @param {Promise<{ problem: string | null }>} acted */
const acted = (acted) =>
  attempt(async () => {
    const { problem } = await acted;
    if (problem !== null) throw new Error(problem);
    await lookAgain();
  });

const loaders = /** @type {const} */ ({
  target: async () => {
    state.target = await get('target');
  },
  plan: async () => {
    state.plan = await get('plan');
  },
  run: async () => undefined,
  result: async () => {
    state.result = await get('result');
    state.details.clear();
  },
  accept: async () => {
    state.accept = await get('accept');
    state.drafts = state.accept === null ? null : openDrafts(state.accept);
    state.acceptProblems = [];
  },
});

/** @param {string} step @returns {step is keyof typeof loaders} */
const isStep = (step) => Object.hasOwn(loaders, step);

const load = () => attempt(async () => (isStep(state.step) ? loaders[state.step]() : undefined));

const act = {
  /** @param {string} name @param {string} value */
  enter: async (name, value) => {
    state.trying = name;
    draw();
    const answer = await attempt(() => post('target/enter', { name, value }));
    state.trying = null;
    if (answer?.problem !== undefined) state.problem = answer.problem;
    if (answer?.target !== undefined) [state.target, state.plan] = [answer.target, null];
    state.tried.set(name, answer?.tried ?? []);
    draw();
  },
  examine: async () => {
    state.trying = 'all';
    draw();
    const answer = await attempt(() => post('target/examine'));
    state.trying = null;
    state.tried.set('all', answer?.tried ?? []);
    draw();
  },
  /** @param {string} file @param {boolean} replace */
  save: (file, replace) =>
    attempt(async () => {
      const { problem, target } = await post('target/save', { file, replace });
      state.target = target;
      state.saved = problem ?? 'Saved. Commands use it with the option that they show.';
    }),
  plan: async () => {
    state.planning = true;
    draw();
    const answer = await attempt(() => post('plan/make'));
    state.planning = false;
    [state.plan, state.planProblems] = [answer?.ok === true ? answer.plan : null, answer?.problems ?? []];
    await lookAgain();
  },
  approve: () =>
    attempt(async () => {
      const answer = await post('plan/approve');
      [state.plan, state.planProblems] = [answer.ok ? answer.plan : state.plan, answer.problems ?? []];
      await lookAgain();
    }),
  /** @param {boolean} resume */
  start: (resume) => acted(post('run/start', { resume })),
  stop: () => acted(post('run/stop')),
  /** @param {'enter' | 'correct' | 'missing'} what @param {object} body */
  code: (what, body) => acted(post(`code/${what}`, body)),
  /** @param {string} clause */
  repeat: async (clause) => {
    await acted(post('run/repeat', { clause }));
    if (state.problem === null) location.hash = 'run';
  },
  /** @param {string} clause */
  detail: (clause) =>
    attempt(async () => {
      if (state.details.has(clause)) return;
      const detail = await post('result/failure', { clause });
      if (detail !== null) state.details.set(clause, detail);
    }),
  edited: () => {
    draw();
    const { drafts } = state;
    if (drafts === null || findMissing(drafts).length > 0) return;
    void attempt(async () => {
      state.acceptProblems = (await post('accept/check', { file: toFile(drafts) })).problems;
      state.acceptSaid = state.acceptProblems.length === 0 ? 'Checked: a run would take this file.' : '';
    });
  },
  write: async () => {
    const { drafts } = state;
    if (drafts === null) return;
    state.writing = true;
    draw();
    const answer = await attempt(() => post('accept/write', { file: toFile(drafts) }));
    state.writing = false;
    if (answer?.ok === true) {
      [state.accept, state.drafts, state.acceptProblems] = [answer.accept, openDrafts(answer.accept), []];
      state.acceptSaid = `Written: ${answer.accept.file}. The reports show it.`;
    } else state.acceptProblems = answer?.problems ?? [];
    draw();
  },
};

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

/** What another tab, the run or the clock changed. */
async function lookAgain() {
  const before = state.live;
  /** @type {Live} */
  const live = await get('live');
  state.live = live;
  const ended = before !== null && isRunning(before.run) && !isRunning(live.run);
  if (ended || (before?.planned !== live.planned && state.step === 'plan')) await loaders[isStep(state.step) ? state.step : 'run']();
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

await attempt(useKey);
addEventListener('hashchange', () => void turnTo());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void poll();
});
await poll();
await turnTo();
