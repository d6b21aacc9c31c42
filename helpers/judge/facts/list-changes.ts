import { toIdText } from '../../core/answers.ts';
import { isRecord, member } from '../../core/json.ts';
import type { Dated } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';
import { toInvoiceId as toId } from './invoices.ts';

interface ChangeBase extends Dated {
  readonly senderId: string;
  /**
   * `refused`, or refused for a `wrong-code`: it may change nothing. `unclear`: the answer is no refusal of the document, and shows no
   * change. `unknown`: there was no answer to trust.
   */
  readonly ended: 'done' | 'refused' | 'wrong-code' | 'unclear' | 'unknown';
}

export interface AddedFact extends ChangeBase {
  readonly kind: 'added';
  readonly id: string;
  readonly account: string;
  readonly ifsc: string;
  readonly name: string;
  /** The list showed the account before, so what OP-7 makes of it is open. */
  readonly wasListed: boolean;
}

export interface SwitchedFact extends ChangeBase {
  readonly kind: 'switched';
  readonly id: string;
  readonly on: boolean;
}

interface UnseenFact extends ChangeBase {
  readonly kind: 'unseen';
}

/** A call that changes the list of a sender, or may have changed it. */
export type ListChange = AddedFact | SwitchedFact | UnseenFact;

type Change = Omit<AddedFact, keyof ChangeBase | 'wasListed'> | Omit<SwitchedFact, keyof ChangeBase> | Omit<UnseenFact, keyof ChangeBase>;

/** What the call would do to the list. The id of an added beneficiary comes with the answer. */
function readChange({ operation, payload, values }: NamedCall, result: unknown): Change | null {
  const text = (name: string): string => toIdText(member(payload, name)) ?? '';
  if (operation === 'OP-7') {
    // A served payload that is no JSON: what it named is unknown.
    if (!isRecord(payload) && isRecord(result)) return { kind: 'unseen' };
    const id = toId(member(result, 'beneficiaryId'));
    return { kind: 'added', id, account: text('accountNo'), ifsc: text('ifscCode'), name: text('name') };
  }
  if (operation !== 'OP-13') return null;
  const object = member(payload, 'object');
  return typeof object === 'boolean' ? { kind: 'switched', id: toId(values['id']), on: object } : { kind: 'unseen' };
}

/** The calls that change lists, by sender, in the order of their answers. */
export interface ListChanges {
  readonly add: (change: ListChange) => void;
  readonly note: (call: NamedCall, result: unknown, ended: ListChange['ended'], said: Dated) => void;
  readonly noteRefused: (call: NamedCall, said: Dated) => void;
  readonly of: (senderId: string) => readonly ListChange[];
  readonly all: () => readonly ListChange[];
}

interface ShownLists {
  readonly newest: (senderId: string, onRecord: number) => { readonly entries: readonly { readonly account: string }[] } | undefined;
}

export function createListChanges(lists: ShownLists): ListChanges {
  const changes = new Map<string, ListChange[]>();
  const add = (change: ListChange): void => {
    const known = changes.get(change.senderId);
    if (known === undefined) changes.set(change.senderId, [change]);
    else known.push(change);
  };
  const keep = (change: Change | null, common: ChangeBase): void => {
    if (change?.kind === 'added') {
      const before = lists.newest(common.senderId, common.after)?.entries ?? [];
      add({ ...change, ...common, wasListed: before.some(({ account }) => account === change.account) });
    } else if (change !== null) add({ ...change, ...common });
  };
  return {
    add,
    note: (call, result, ended, said) => {
      keep(readChange(call, result), { ...said, ended, senderId: toTag(call.values['senderId']) });
    },
    noteRefused: (call, said) => {
      const change = readChange(call, undefined);
      if (change?.kind !== 'unseen') keep(change, { ...said, ended: 'refused', senderId: toTag(call.values['senderId']) });
    },
    of: (senderId) => changes.get(senderId) ?? [],
    all: () => [...changes.values()].flat(),
  };
}
