/** @import { AcceptView, FailureDetail, Live, PlanView, ResultView, TargetView, Tried } from '../api.ts' */
/** @import { Drafts } from './accept.js' */

/** What the page knows. Everything that is shown is drawn from it. */
export const state = {
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
