import { sameId } from '../../core/ids.ts';
import { member } from '../../core/json.ts';
import { readBeneficiaries, type Beneficiary } from './beneficiaries.ts';
import { createFactsByKey, type Dated, type JudgedPlaces } from './dated.ts';
import type { NamedCall } from './named-call.ts';
import { toTag } from './people.ts';
import { createListChanges, type AddedFact, type ListChange, type SwitchedFact } from './list-changes.ts';
import { createSittings } from './sittings.ts';
import { toInvoiceId as toId } from './invoices.ts';

export interface ListFact extends Dated {
  readonly entries: readonly Beneficiary[];
}

/** What is known of the list of a sender when it is shown again. */
export interface ListFacts {
  readonly last: ListFact | undefined;
  /** Every beneficiary that the run added, the earliest first. */
  readonly added: readonly AddedFact[];
  readonly switched: readonly SwitchedFact[];
  /** What other senders added. */
  readonly addedElsewhere: readonly AddedFact[];
  /** What OP-13 was asked and served, under whichever sender. */
  readonly switchedAnywhere: readonly SwitchedFact[];
  /** Calls that were refused, to this sender or with a beneficiary of any: they change nothing. */
  readonly refused: readonly (AddedFact | SwitchedFact)[];
  /** Whether a beneficiary of any sender has become active that no OP-13 had named: then something else activates too. */
  readonly hasTurnedOnAlone: () => boolean;
  /** Another sender's OP-7 was under way: what it added may be unknown. */
  readonly isAddedMeanwhile: boolean;
  /** Every list that was shown, the earliest first. */
  readonly shown: readonly ListFact[];
  /** The last place of the record at which something off the record, or without an answer, may have changed the list. What was asked before says nothing. */
  readonly unseenAt: number;
  /** The same of what may have named any beneficiary: a call off the record, or one whose payload cannot be read and that was not refused. */
  readonly unnamedAt: number;
  /** Whether a change ended too late, or without an answer, so that the list may or may not show it. */
  readonly isUncertain: boolean;
}

/** With ids without leading zeros, as all facts have them. */
export const readEntries = (result: unknown): readonly Beneficiary[] =>
  readBeneficiaries(result).map((each) => ({ ...each, id: toId(each.id) }));

export interface ListFold {
  readonly leave: (call: NamedCall, exchange: string, after: number) => void;
  readonly end: (call: NamedCall, ended: ListChange['ended'], result: unknown, said: Dated) => void;
  /** A call without a token: it establishes nothing, but what it asked for may not show later. */
  readonly refuse: (call: NamedCall, said: Dated) => void;
  readonly show: (call: NamedCall, result: unknown, said: Dated) => void;
  /** From here on nothing is certain of this sender, or of any. */
  readonly disturb: (senderId: string | null, at: number) => void;
  /** From here on nothing of before counts: another sitting begins, and the record of the last one names accounts by stand-ins. */
  readonly forget: (at: number) => void;
  readonly at: (senderId: string, judged: JudgedPlaces) => ListFacts;
}

const isDone =
  <Kind extends ListChange['kind']>(kind: Kind, leftAt: number) =>
  (change: ListChange): change is Extract<ListChange, { kind: Kind }> =>
    change.kind === kind && change.ended === 'done' && change.at <= leftAt;

const isRefused =
  (senderId: string, leftAt: number) =>
  (change: ListChange): change is AddedFact | SwitchedFact =>
    (change.ended === 'refused' || change.ended === 'wrong-code') &&
    change.at <= leftAt &&
    (change.kind === 'switched' || (change.kind === 'added' && change.senderId === senderId));

/** It may have named any beneficiary. What is refused changes nothing. */
const isUnnamed =
  (answeredAt: number) =>
  ({ kind, ended, at }: ListChange): boolean =>
    at < answeredAt && kind === 'unseen' && ended !== 'refused' && ended !== 'wrong-code';

const isUnseen =
  (answeredAt: number) =>
  (change: ListChange): boolean =>
    isUnnamed(answeredAt)(change) || (change.at < answeredAt && change.ended === 'unknown');

/** A call that may change a list, without its reply. */
interface OpenCall {
  readonly operation: string;
  readonly senderId: string;
  readonly after: number;
}

const isBeingAdded =
  (key: string, answeredAt: number) =>
  ({ operation, senderId, after }: OpenCall): boolean =>
    operation === 'OP-7' && senderId !== key && after < answeredAt;

const isAddedBetween =
  (key: string, { leftAt, answeredAt }: JudgedPlaces) =>
  ({ kind, senderId, at, after }: ListChange): boolean =>
    kind === 'added' && senderId !== key && at > leftAt && after < answeredAt;

/** What one list of a sender shows as active, and the one before did not, though no OP-13 had named it. */
function showsTurnedOnAlone(shown: readonly ListFact[], changes: readonly ListChange[]): boolean {
  const isNamed = (id: string, by: Dated): boolean =>
    changes.some((change) => change.kind === 'switched' && change.after < by.at && sameId(change.id, id));
  return shown.some((list, at) =>
    list.entries.some(
      ({ id, status }) =>
        status === 'true' &&
        shown[at - 1]?.entries.some((before) => sameId(before.id, id) && before.status === 'false') === true &&
        !isNamed(id, list),
    ),
  );
}

export function createListFold(): ListFold {
  const lists = createFactsByKey<ListFact>();
  const changes = createListChanges(lists);
  const open = new Map<string, OpenCall>();
  const disturbances: number[] = [];
  const sittings = createSittings();
  const isOpen = (senderId: string, answeredAt: number): boolean =>
    [...open.values()].some((each) => each.senderId === senderId && each.after < answeredAt);

  return {
    leave({ operation, values }, exchange, after) {
      if (operation === 'OP-7' || operation === 'OP-13') open.set(exchange, { operation, senderId: toTag(values['senderId']), after });
    },
    end(call, ended, result, said) {
      open.delete(said.exchange);
      changes.note(call, result, ended, said);
    },
    refuse: changes.noteRefused,
    show({ values }, result, said) {
      if (Array.isArray(member(result, 'beneficiaries'))) lists.add(toTag(values['senderId']), { ...said, entries: readEntries(result) });
    },
    disturb(senderId, at) {
      if (senderId === null) disturbances.push(at);
      else changes.add({ kind: 'unseen', senderId: toTag(senderId), ended: 'unknown', exchange: '', at, after: at });
    },
    forget(at) {
      sittings.begin(at);
      disturbances.push(at);
    },
    at(senderId, judged) {
      const { leftAt, answeredAt } = judged;
      const key = toTag(senderId);
      const isOfSitting = sittings.isOfSame(leftAt);
      const all = changes.all();
      const own = changes.of(key).filter(isOfSitting);
      const shown = lists.list(key, leftAt).filter(isOfSitting);
      const last = shown.at(-1);
      const disturbedAt = disturbances.findLast((at) => at < answeredAt) ?? -1;
      const since = last?.after ?? 0;
      let turnedOnAlone: boolean | undefined;
      const blurs = (change: ListChange): boolean =>
        change.at > since && change.after < answeredAt && (change.ended === 'unknown' || change.at > leftAt);
      return {
        last,
        added: own.filter(isDone('added', leftAt)),
        switched: own.filter(isDone('switched', leftAt)),
        addedElsewhere: all.filter(isDone('added', leftAt)).filter((change) => isOfSitting(change) && change.senderId !== key),
        switchedAnywhere: all.filter(isDone('switched', leftAt)),
        refused: all.filter(isRefused(key, leftAt)).filter(isOfSitting),
        hasTurnedOnAlone: () => (turnedOnAlone ??= lists.keys().some((each) => showsTurnedOnAlone(lists.list(each, leftAt), all))),
        isAddedMeanwhile: [...open.values()].some(isBeingAdded(key, answeredAt)) || all.some(isAddedBetween(key, judged)),
        shown,
        unseenAt: Math.max(own.findLast(isUnseen(answeredAt))?.at ?? -1, disturbedAt),
        unnamedAt: Math.max(own.findLast(isUnnamed(answeredAt))?.at ?? -1, disturbedAt),
        isUncertain: isOpen(key, answeredAt) || own.some(blurs) || disturbances.some((at) => at >= since && at < answeredAt),
      };
    },
  };
}
