import { findMissing, openDrafts, toFile } from './accept.js';
import { isRunning } from './run.js';
import { get, Outside, post } from './server.js';
import { state } from './state.js';

/** @type {() => void} */
let draw = () => undefined;

/** Called whenever the state changed. @param {() => void} drawing */
export const onChange = (drawing) => {
  draw = drawing;
};

/** Shows what failed, and goes on. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
export async function attempt(work) {
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
export const isStep = (step) => Object.hasOwn(loaders, step);

export const load = () => attempt(async () => (isStep(state.step) ? loaders[state.step]() : undefined));

export const act = {
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

/** What another tab, the run or the clock changed. */
export async function lookAgain() {
  const before = state.live;
  /** @type {import('../api.ts').Live} */
  const live = await get('live');
  state.live = live;
  const ended = before !== null && isRunning(before.run) && !isRunning(live.run);
  if (ended || (before?.planned !== live.planned && state.step === 'plan')) await loaders[isStep(state.step) ? state.step : 'run']();
}
