import { apiCodes } from '../../../specs/codes.ts';
import { addBeneficiary, senderDetail } from '../../../specs/operations.ts';
import { isActive } from '../../judge/facts/beneficiaries.ts';
import { findingIn, idAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { blocked, notApplicable, Stop, untried } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import { withAccount } from '../calls/valid-accounts.ts';
import type { ValidCalls } from '../calls/valid-calls.ts';
import { buildCall } from '../cases/draft.ts';
import { findEntry, readValidEntries } from '../model/view.ts';
import { findChanges, type ListSnapshot } from './list-changes.ts';
import { effectPurpose, type AnsweredCase } from './side-effects.ts';

export interface ListState {
  readonly session: Session;
  readonly calls: ValidCalls;
  snapshot: ListSnapshot | null;
  refused: AnsweredCase[];
  /** Accepted calls of OP-7, and the beneficiary of the documented call before them. */
  accepted: AnsweredCase[];
  plain: string;
  /** Beneficiaries of accepted calls. */
  readonly own: Set<string>;
  /** An inactive beneficiary or an unused account that odd calls now target: the usual target would show no effect. */
  waiting: string | null;
  /** The account of the newest odd OP-7 was not listed before. */
  isNew: boolean;
  /** An accepted call had an account listed before, so its listing proves nothing. */
  isOld: boolean;
  lack: Stop | null;
  checked: number;
  listed: number;
  shown: Reply | null;
  why: Stop | null;
}

export const newListState = (session: Session, calls: ValidCalls): ListState => ({
  session,
  calls,
  snapshot: null,
  refused: [],
  accepted: [],
  plain: '',
  own: new Set(),
  waiting: null,
  isNew: true,
  isOld: false,
  lack: null,
  checked: 0,
  listed: 0,
  shown: null,
  why: null,
});

/** Null where the list is not served, or not as specified. */
export async function readList({ session, calls }: ListState): Promise<ListSnapshot | null> {
  const { reply } = await session.unrecorded.send(senderDetail, buildCall(await calls.prepare(session, senderDetail)), effectPurpose);
  return reply.code === apiCodes.success && findingIn(reply, 'result.beneficiaries') === undefined
    ? { reply, value: readValidEntries(reply) }
    : null;
}

/** A documented OP-7; returns the id of the beneficiary. */
export async function addPlainly({ session, calls }: ListState, account: string | null = null): Promise<string | null> {
  const draft = await calls.prepare(session, addBeneficiary);
  const call = buildCall(account === null ? draft : withAccount(draft, account));
  const { reply } = await session.unrecorded.send(addBeneficiary, call, effectPurpose);
  calls.noteReply(reply);
  return reply.code === apiCodes.success ? idAt(reply, 'result.beneficiaryId') : null;
}

/** The account kept for effect checks; null where each call has a new one, or where there is none. */
export async function chooseKeptAccount(state: ListState): Promise<string | null> {
  const supply = await state.calls.accounts.supply(state.session);
  if (supply instanceof Stop) state.lack ??= supply;
  return supply === 'enough' || supply instanceof Stop ? null : supply.kept;
}

/** The id of an inactive beneficiary; null where there is none. */
export async function prepareWaiting(state: ListState): Promise<string | null> {
  const { isOurs } = state.calls.accounts;
  const before = (await readList(state))?.value.findLast((each) => !isActive(each) && isOurs(each.account, each.ifsc));
  if (before !== undefined) return before.id;
  const kept = await chooseKeptAccount(state);
  if (state.lack !== null) return null;
  const id = await addPlainly(state, kept);
  if (id === null) state.why ??= untried('the service adds no new account, so no beneficiary waits for its activation', 'test-data');
  const entry = id === null ? undefined : findEntry((await readList(state))?.value ?? [], id);
  if (entry?.status === 'true') state.why ??= notApplicable('a new beneficiary needs no activation');
  return entry?.status === 'false' ? id : null;
}

/** The list without calls in between; null where it changes by itself. */
export async function readIdleList(state: ListState): Promise<ListSnapshot | null> {
  const one = await readList(state);
  const other = await readList(state);
  if (one === null || other === null || findChanges(one.value, other.value).length === 0) return one === null ? null : other;
  state.why ??= blocked('sender-in-use', 'two idle reads of the sender differ: somebody else is using the sender', 'environment');
  return null;
}

export function noteAccepted(state: ListState, { reply }: AnsweredCase): void {
  const id = idAt(reply, 'result.beneficiaryId') ?? state.waiting;
  if (id !== null) state.own.add(id);
}
