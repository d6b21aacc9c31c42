import { findMissing, openDrafts, toFile } from './drafts.js';
import { get, Gone, Outside, post } from './server.js';
/** @import { AcceptView, FailureDetail, Live, PlanView, ResultView, TargetView, Tried } from '../api.ts' */
/** @import { Drafts } from './drafts.js' */

/** What the page knows. Everything that is shown is drawn from it. */
export const state = {
  step: 'target',
  /** Why this browser is not let in. @type {string | null} */
  outside: null,
  /** The server did not answer. */
  isGone: false,
  /** What failed last. @type {string | null} */
  problem: null,
  /** What the step found wrong, and what it did. @type {readonly string[]} */
  problems: [],
  said: '',
  /** The act that is under way. */
  busy: '',
  /** @type {Map<string, Tried>} */ tried: new Map(),
  /** @type {Live | null} */ live: null,
  /** @type {TargetView | null} */ target: null,
  /** @type {PlanView | null} */ plan: null,
  /** @type {ResultView | null} */ result: null,
  /** @type {Map<string, FailureDetail>} */ details: new Map(),
  /** @type {AcceptView | null} */ accept: null,
  /** @type {Drafts | null} */ drafts: null,
};

/** @type {() => void} */
let draw = () => undefined;

/** Called whenever the state changed. @param {() => void} drawing */
export const onChange = (drawing) => {
  draw = drawing;
};

/** Shows what failed, and goes on. What a person does has a name, and ends what was said before. @param {() => Promise<unknown>} work @param {string} [name] */
export async function attempt(work, name = '') {
  if (name !== '') [state.busy, state.problem, state.problems, state.said] = [name, null, [], ''];
  draw();
  try {
    await work();
    state.isGone = false;
  } catch (error) {
    if (error instanceof Outside) state.outside = error.message;
    else if (error instanceof Gone) state.isGone = true;
    else state.problem = error instanceof Error ? error.message : String(error);
  }
  if (name !== '') state.busy = '';
  draw();
}

/** @param {AcceptView | null} view */
function showAccept(view) {
  [state.accept, state.drafts] = [view, view && openDrafts(view)];
}

async function loadDetail(/** @type {string} */ clause) {
  const detail = await post('result/failure', { clause });
  if (detail !== null) state.details.set(clause, detail);
}

const loaders = {
  target: async () => (state.target = await get('target')),
  plan: async () => (state.plan = await get('plan')),
  run: async () => undefined,
  result: async () => {
    state.result = await get('result');
    const shown = [...state.details.keys()];
    state.details.clear();
    await Promise.all(shown.map(loadDetail));
  },
  accept: async () => showAccept(await get('accept')),
};

/** @param {string} step @returns {step is keyof typeof loaders} */
const isStep = (step) => Object.hasOwn(loaders, step);

const load = async () => (isStep(state.step) ? loaders[state.step]() : undefined);

export function turnTo(/** @type {string} */ step) {
  state.step = isStep(step) ? step : 'target';
  return attempt(load, 'turn');
}

/** What another tab, the run or the clock changed. */
export async function lookAgain() {
  const before = state.live;
  const live = /** @type {Live} */ (await get('live'));
  state.live = live;
  const hasEnded = before?.isRunning === true && !live.isRunning;
  const isReplanned = before?.isApproved !== live.isApproved || before.bill.length !== live.bill.length;
  if (hasEnded || (isReplanned && state.step === 'plan')) await load();
}

/** @param {string} name @param {object} [body] */
async function must(name, body) {
  const answer = await post(name, body);
  if (answer.problem != null) throw new Error(answer.problem);
  await lookAgain();
  return answer;
}

/** @param {string} name */
const plan = (name) => async () => {
  [{ plan: state.plan, problems: state.problems }] = [await post(name)];
  await lookAgain();
};

/** What a person does. @type {(name: string, body?: object) => Promise<void>} */
const send = (name, body) => attempt(() => must(name, body), name);

export const act = {
  enter: (/** @type {string} */ name, /** @type {string} */ value) =>
    attempt(async () => {
      const { target, tried } = await must('target/enter', { name, value });
      [state.target, state.plan] = [target, null];
      state.tried.set(name, tried);
    }, name),
  examine: () => attempt(async () => void state.tried.set('', (await post('target/examine')).tried), 'examine'),
  save: (/** @type {string} */ file, /** @type {boolean} */ replace) =>
    attempt(async () => {
      const { problem, target } = await post('target/save', { file, replace });
      [state.target, state.said] = [target, problem ?? 'Saved. Commands use it with the option that they show.'];
    }, 'save'),
  plan: () => attempt(plan('plan/make'), 'plan'),
  approve: () => attempt(plan('plan/approve'), 'approve'),
  start: (/** @type {boolean} */ resume) => send('run/start', { resume }),
  stop: () => send('run/stop'),
  code: (/** @type {'enter' | 'correct' | 'missing'} */ what, /** @type {object} */ body) => send(`code/${what}`, body),
  repeat: (/** @type {string} */ clause) =>
    attempt(async () => {
      await must('run/repeat', { clause });
      location.hash = 'run';
    }, 'repeat'),
  detail: (/** @type {string} */ clause) => attempt(async () => void (state.details.has(clause) || (await loadDetail(clause)))),
  edited: () =>
    attempt(async () => {
      const { drafts } = state;
      if (drafts === null || findMissing(drafts).length > 0) return;
      state.problems = (await post('accept/check', { file: toFile(drafts) })).problems;
      if (state.problems.length === 0) state.said = 'Checked: a run would take this file.';
    }, 'check'),
  write: () =>
    attempt(async () => {
      const { accept, problems } = await post('accept/write', { file: state.drafts && toFile(state.drafts) });
      if (problems.length === 0) showAccept(accept);
      [state.problems, state.said] = [problems, problems.length === 0 ? `Written: ${accept.file}. The reports show it.` : ''];
    }, 'write'),
};
