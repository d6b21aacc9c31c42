import type { BalanceFact } from '../../../helpers/judge/facts/balances.ts';
import type { AskedTransfer } from '../../../helpers/judge/facts/limits.ts';
import type { Reply } from '../../../helpers/judge/reply.ts';
import type { Seen } from '../../support/fact-rule.ts';
import { listPairs, pickOwnFacts, pickSenderFacts, readNow, type BalancePair, type SenderFacts } from '../balance-pairs.ts';
import { groupInVain, hasRisen, isBack, isMixed, listRises, listTellingKinds, mayBeRefused, type InVain, type Rise } from './rises.ts';

/** A rise by just what a transfer asked for that took nothing. */
export interface Doubt extends Rise {
  readonly kind: InVain;
  readonly transfers: readonly AskedTransfer[];
}

export interface Window extends BalancePair {
  readonly sender: SenderFacts;
}

/** What the run has seen of all senders. */
export interface View {
  readonly windows: readonly Window[];
  readonly doubts: readonly Doubt[];
  /** Rises with another reason: others use the senders, and may be the reason of every rise. */
  readonly elsewhere: readonly Rise[];
}

/** Where two kinds of transfers asked for it, it tells of none. */
function toDoubt(rise: Rise, kinds: readonly InVain[]): readonly Doubt[] {
  const [kind, second] = kinds;
  return kind === undefined || second !== undefined ? [] : [{ ...rise, kind, transfers: groupInVain(rise.sender, rise).get(kind) ?? [] }];
}

/** A call off the record may be the reason, which is not known. */
const isOffRecord = ({ sender, was, is }: Rise): boolean => sender.balances.isDisturbed(was.after, is.at);

export function viewOf(windows: readonly Window[]): View {
  const rises = windows
    .filter(hasRisen)
    .flatMap(({ sender, ...pair }) => listRises(sender, pair))
    .filter((each) => !isBack(each) && !isOffRecord(each));
  const judged = rises.map((rise) => ({ rise, kinds: listTellingKinds(rise) }));
  return {
    windows,
    doubts: judged.flatMap(({ rise, kinds }) => toDoubt(rise, kinds)),
    elsewhere: rises.filter((rise) => !mayBeRefused(rise) && !isMixed(rise)),
  };
}

function listWindows(seen: Seen, now: BalanceFact): readonly Window[] {
  const own = pickOwnFacts(seen);
  const others = seen.listBalanceSenders().map((id) => pickSenderFacts(seen, id));
  return [
    ...others
      .filter(({ senderId }) => senderId !== own.senderId)
      .flatMap((sender) => listPairs(sender.balances.shown).map((pair) => ({ ...pair, sender }))),
    ...listPairs([...own.balances.shown, now]).map((pair) => ({ ...pair, sender: own })),
  ];
}

interface Looked {
  readonly now: BalanceFact;
  readonly windows: readonly Window[];
  readonly view: View;
}

/** Null where this answer shows no balance, or where not even two readings of the run are higher than before. */
function look(seen: Seen): Looked | null {
  const now = readNow(seen);
  if (now === null) return null;
  const windows = listWindows(seen, now);
  return windows.filter(hasRisen).length < 2 ? null : { now, windows, view: viewOf(windows) };
}

const looked = new WeakMap<Reply, Looked | null>();

/** Three rules ask for the same of each answer. */
export function lookOnce(seen: Seen): Looked | null {
  const before = looked.get(seen.reply);
  if (before !== undefined) return before;
  const found = look(seen);
  looked.set(seen.reply, found);
  return found;
}
