import { apiCodes } from '../../../specs/codes.ts';
import type { Operation } from '../../../specs/operation.ts';
import { sameId } from '../../core/same-id.ts';
import { idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { EffectFound } from '../calls/effect-checks.ts';
import type { Execute } from '../calls/execute.ts';
import { withAccount } from '../calls/valid-accounts.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import type { Case } from '../cases/case.ts';
import { outcomeOfReply } from '../model/model.ts';
import { asListed, changes, inDoubt, wrongIn, type List } from './list-changes.ts';
import { addPlainly, idleList, keptAccount, newListState, newWaiting, noteAccepted, readList, type ListState } from './list-state.ts';
import { restless, type Made, type SideEffects } from './side-effects.ts';

/** OP-13, whose calls are aimed at a beneficiary; else OP-7, whose calls are aimed at an account. */
const doesActivate = ({ id }: Operation): boolean => id === 'OP-13';

const isRefused = (reply: Reply): boolean => outcomeOfReply(reply) === 'refused';

/** Makes refused calls once more where an effect would show; the list as it was before. */
async function aimed(state: ListState, attempt: Execute, at: string | null): Promise<List | null> {
  state.waiting = at;
  const was = at === null ? null : await readList(state);
  for (const { each } of was === null ? [] : state.refused) {
    const result = await attempt(each);
    if (result.kind !== 'skipped' && !isRefused(result.reply)) noteAccepted(state, { each, reply: result.reply });
  }
  state.waiting = null;
  return was;
}

/** The list before what is suspected, and now. */
async function listsAround(state: ListState, attempt: Execute, activates: boolean): Promise<{ was: List; is: List } | null> {
  const at = activates ? await newWaiting(state) : await keptAccount(state);
  const was = activates || at !== null ? await aimed(state, attempt, at) : state.lack === null ? state.known : null;
  const is = was === null ? null : await readList(state);
  return was === null || is === null ? null : { was, is };
}

async function suspects(state: ListState, attempt: Execute, activates: boolean): Promise<readonly Case[]> {
  if (state.why !== null || state.refused.length + state.accepted.length === 0) return [];
  const lists = await listsAround(state, attempt, activates);
  if (lists === null) return [];
  const { was, is } = lists;
  const { refused, accepted, own } = state;
  state.checked += refused.length;
  state.listed += accepted.length;
  state.shown = is.reply;
  state.known = is;
  const changed = changes(was.value, is.value).filter(({ id }) => ![...own].some((one) => sameId(one, id)));
  const wronglyListed = accepted.filter((made) => asListed(made, is, state.plain) !== null);
  const doubted = changed.length === 0 ? [] : inDoubt(refused, changed);
  state.refused = [];
  state.accepted = [];
  return [...wronglyListed, ...doubted].map(({ each }) => each);
}

async function checkOne(state: ListState, activates: boolean, each: Case, call: () => Promise<Reply | null>): Promise<EffectFound | null> {
  state.waiting = activates ? await newWaiting(state) : await keptAccount(state);
  state.isNew = true;
  const was = state.lack === null ? await idleList(state) : null;
  const reply = was === null ? null : await call();
  state.waiting = null;
  const isAccepted = !activates && reply?.code === apiCodes.success;
  const plain = isAccepted ? await addPlainly(state) : null;
  const is = reply === null ? null : await readList(state);
  if (was === null || reply === null || is === null) return null;
  return isAccepted ? asListed({ each, reply }, is, plain ?? '') : wrongIn(reply, was, is);
}

function note(state: ListState, activates: boolean, made: Made): void {
  if (isRefused(made.reply)) state.refused.push(made);
  else {
    noteAccepted(state, made);
    if (!activates && state.isNew) state.accepted.push(made);
    state.isOld ||= !state.isNew;
  }
}

/** The list of beneficiaries around odd calls that may change it. */
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
      state.known = state.why === null && !activates ? await readList(state) : null;
    },
    note: (made) => {
      note(state, activates, made);
    },
    suspects: (attempt) => suspects(state, attempt, activates),
    checkOne: (each, call) => checkOne(state, activates, each, call),
    giveUp() {
      state.why ??= blocked('sender-in-use', restless, 'environment');
    },
    summary: () => {
      const { checked, listed, shown, why, lack, isOld } = state;
      return { checked, listed, shown, why, lack: lack ?? (isOld ? calls.accounts.tooFew() : null) };
    },
  };
}
