import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { sameId } from '../../core/ids.ts';
import { idAt } from '../../judge/fields.ts';
import { pickShorter, type Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';
import { withAccount } from '../calls/valid-accounts.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import type { Case } from '../cases/case.ts';
import { readCommandOutcome } from '../model/model.ts';
import { findWrongListing, findChanges, orderSuspects, findWrongChange, type ListSnapshot } from './list-changes.ts';
import {
  addPlainly,
  readIdleList,
  chooseKeptAccount,
  newListState,
  prepareWaiting,
  noteAccepted,
  readList,
  type ListState,
} from './list-state.ts';
import { restlessSenderReason, type AnsweredCase, type SideEffects } from './side-effects.ts';

/** OP-13 calls target a beneficiary; OP-7 calls target an account. */
const doesActivate = ({ id }: Operation): boolean => id === 'OP-13';

const isRefused = (reply: Reply): boolean => readCommandOutcome(reply) === 'refused';

/** Repeats refused calls on a target where an effect would show; returns the list before them. */
async function repeatRefused(state: ListState, execute: Execute, at: string | null): Promise<ListSnapshot | null> {
  state.waiting = at;
  const was = at === null ? null : await readList(state);
  for (const { each } of was === null ? [] : state.refused) {
    const result = await execute(each);
    if (result.kind !== 'skipped' && !isRefused(result.reply)) noteAccepted(state, { each, reply: result.reply });
  }
  state.waiting = null;
  return was;
}

/** The list before the suspected calls, and now. */
async function readListsAround(
  state: ListState,
  execute: Execute,
  activates: boolean,
): Promise<{ was: ListSnapshot; is: ListSnapshot } | null> {
  const at = activates ? await prepareWaiting(state) : await chooseKeptAccount(state);
  const was = activates || at !== null ? await repeatRefused(state, execute, at) : state.lack === null ? state.snapshot : null;
  const is = was === null ? null : await readList(state);
  return was === null || is === null ? null : { was, is };
}

async function findSuspects(state: ListState, execute: Execute, activates: boolean): Promise<readonly Case[]> {
  if (state.why !== null || state.refused.length + state.accepted.length === 0) return [];
  const lists = await readListsAround(state, execute, activates);
  if (lists === null) return [];
  const { was, is } = lists;
  const { refused, accepted, own } = state;
  state.checked += refused.length;
  state.listed += accepted.length;
  state.shown = pickShorter(state.shown, is.reply);
  state.snapshot = is;
  const changed = findChanges(was.value, is.value).filter(({ id }) => ![...own].some((one) => sameId(one, id)));
  const wronglyListed = accepted.filter((made) => findWrongListing(made, is, state.plain) !== null);
  const doubted = changed.length === 0 ? [] : orderSuspects(refused, changed);
  state.refused = [];
  state.accepted = [];
  return [...wronglyListed, ...doubted].map(({ each }) => each);
}

async function checkOne(state: ListState, activates: boolean, each: Case, call: () => Promise<Reply | null>): Promise<EffectFound | null> {
  state.waiting = activates ? await prepareWaiting(state) : await chooseKeptAccount(state);
  state.isNew = true;
  const was = state.lack === null ? await readIdleList(state) : null;
  const reply = was === null ? null : await call();
  state.waiting = null;
  const isAccepted = !activates && reply?.code === apiCodes.success;
  const plain = isAccepted ? await addPlainly(state) : null;
  const is = reply === null ? null : await readList(state);
  if (was === null || reply === null || is === null) return null;
  return isAccepted ? findWrongListing({ each, reply }, is, plain ?? '') : findWrongChange(reply, was, is);
}

function noteAnswered(state: ListState, activates: boolean, made: AnsweredCase): void {
  if (isRefused(made.reply)) state.refused.push(made);
  else {
    noteAccepted(state, made);
    if (!activates && state.isNew) state.accepted.push(made);
    state.isOld ||= !state.isNew;
  }
}

export function listEffects(session: Session, calls: ValidCalls, operation: Operation): SideEffects {
  const activates = doesActivate(operation);
  const state = newListState(session, calls);
  return {
    clauses: ['REFUSAL-NOTHING-CHANGED', 'OP7-LISTED-AS-SENT', 'FIELD-RESULT-NOT-CHOSEN'],
    every: 60,
    async ready(draft) {
      const { waiting } = state;
      if (waiting !== null)
        return activates ? { ...draft, path: { ...draft.path, id: encodeURIComponent(waiting) } } : withAccount(draft, waiting);
      state.isNew = activates || (await calls.accounts.supply(session)) === 'enough';
      return draft;
    },
    async begin(control) {
      state.refused = [];
      state.accepted = [];
      state.plain = idAt(control, 'result.beneficiaryId') ?? '';
      state.own.clear();
      state.snapshot = state.why === null && !activates ? await readList(state) : null;
    },
    note: (made) => {
      noteAnswered(state, activates, made);
    },
    suspects: (attempt) => findSuspects(state, attempt, activates),
    checkOne: (each, call) => checkOne(state, activates, each, call),
    giveUp() {
      state.why ??= blocked('sender-in-use', restlessSenderReason, 'environment');
    },
    summary: () => {
      const { checked, listed, shown, why, lack, isOld } = state;
      return { checked, listed, shown, why, lack: lack ?? (isOld ? calls.accounts.tooFew() : null) };
    },
  };
}
