import { Big } from 'big.js';
import type { BalanceFact } from '../../../helpers/judge/facts/balances.ts';
import type { Judgement } from '../../../helpers/core/records/judgement.ts';
import { formatPlace } from '../../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../../helpers/runner/check.ts';
import { judgeByFacts, type Seen } from '../../support/fact-rule.ts';
import { describe, overlaps, type BalancePair } from '../balance-pairs.ts';
import { likenessOf, reasons } from './likeness.ts';
import { isCalm, listRises, sumSizes, type InVain, type Rise } from './rises.ts';
import { lookOnce, viewOf, type Doubt, type View, type Window } from './view.ts';

/** Of one moment, as a period that ends for all, they have one reason. */
const areApart = (one: BalancePair, other: BalancePair): boolean => one.is.after <= other.was.at || other.is.after <= one.was.at;

/** By how much each reading rose; null where it is not known why. */
function riseIn({ sender, ...pair }: Window, of: Rise['of']): Big | null {
  const rise = listRises(sender, pair).find((each) => each.of === of);
  return rise === undefined ? new Big(0) : rise.size;
}

/** So often it stays where nothing alike is refused: two rises by chance hardly meet just the refusals that are alike among so many readings. */
const stills = 20;

/** What is refused alike comes in, each time and for each sender, and nothing else does. */
function isAlways({ windows }: View, { kind, of, sender, transfers: [first] }: Doubt): boolean {
  if (kind === 'failed' || first === undefined) return false;
  const calm = windows.filter((each) => isCalm(each.sender, each));
  return reasons.some((reason) => {
    const likeness = likenessOf(sender, first, reason);
    const judged = calm.map((each) => {
      const alike = each.sender.transfers.asked.filter((one) => overlaps(each)(one) && likenessOf(each.sender, one, reason) === likeness);
      return { alike, isExplained: riseIn(each, of)?.eq(sumSizes(alike)) === true };
    });
    return judged.every(({ isExplained }) => isExplained) && judged.filter(({ alike }) => alike.length === 0).length >= stills;
  });
}

/** The amounts that came in: one of them, or else all together. */
const amountsOf = ({ size, transfers }: Doubt): readonly string[] => {
  const all = transfers.map(({ amount }) => amount?.abs().toFixed() ?? '');
  return size !== null && all.includes(size.toFixed()) ? [size.toFixed()] : all;
};

/** A multiple of one amount is no other amount: who brings money in by round sums may have that too. */
const haveTwoAmounts = (one: Doubt, other: Doubt): boolean =>
  one.size?.eq(other.size ?? 0) === false && new Set([...amountsOf(one), ...amountsOf(other)]).size > 1;

/**
 * Others may bring money in, by a sum that repeats. Two rises by two amounts, each just what was refused between its own two readings, and none
 * elsewhere in the run, have no other reason. Nor has one amount that comes in behind each refusal alike, and never else.
 */
function areCertain(view: View, one: Doubt, other: Doubt): boolean {
  if (!areApart(one, other) || one.kind !== other.kind || one.of !== other.of) return false;
  return (haveTwoAmounts(one, other) && !view.elsewhere.some(({ of }) => of === one.of)) || (isAlways(view, one) && isAlways(view, other));
}

interface Certain {
  readonly doubt: Doubt;
  readonly others: readonly Doubt[];
}

function listCertain(view: View, kind: InVain): readonly Certain[] {
  const doubts = view.doubts.filter((each) => each.kind === kind);
  return doubts
    .map((doubt) => ({ doubt, others: doubts.filter((other) => other !== doubt && areCertain(view, doubt, other)) }))
    .filter(({ others }) => others.length > 0);
}

const aboutOf = (of: Rise['of']): string => `rises of ${of} behind transfers that took nothing`;

const describeReading = ({ of }: Rise, reading: BalanceFact): string =>
  of === 'money' ? describe(reading) : [...reading.limits].map(([period, left]) => `${period} ${left.toFixed()}`).join(', ');

const namesOf = { refused: 'refused transfers', 'wrong-code': 'wrong codes', failed: 'a transfer that is FAILED' } as const;

function accuse({ reply }: Seen, { doubt, others }: Certain): Judgement {
  const beside = [doubt, ...others].flatMap(({ was, is, transfers }) => [was, is, ...transfers].map(({ exchange }) => exchange));
  return {
    held: false,
    expected: `${describeReading(doubt, doubt.was)}, as before ${namesOf[doubt.kind]}`,
    received: `${describeReading(doubt, doubt.is)}: ${(doubt.size ?? new Big(0)).toFixed()} more, just the amount asked for`,
    place: formatPlace(reply, `result.${doubt.field}`),
    beside: [...new Set(beside)].filter((id) => id !== reply.exchange.id),
    suspicion: { about: aboutOf(doubt.of), times: 1, mayLag: true },
  };
}

const measures = ['money', 'limits'] as const;

/** Seen once it is left to the checks of single calls (reading 17). What this answer shows to have another reason is taken back. */
export const judgeRises = (kind: InVain): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const found = lookOnce(seen);
    if (found === null) return null;
    const { now, windows, view } = found;
    if (view.doubts.filter((each) => each.kind === kind).length < 2) return null;
    const certain = listCertain(view, kind);
    const before = listCertain(viewOf(windows.filter(({ is }) => is !== now)), kind);
    const isOf =
      (of: Rise['of']) =>
      (each: Certain): boolean =>
        each.doubt.of === of;
    const dismisses = measures.filter((of) => before.some(isOf(of)) && !certain.some(isOf(of))).map(aboutOf);
    // An earlier rise may be certain only now: its repetition left before it was on record.
    const newest = certain.find(({ doubt }) => doubt.is === now) ?? certain.find(({ doubt }) => !before.some(isOf(doubt.of)));
    if (newest !== undefined) return { ...accuse(seen, newest), dismisses };
    return dismisses.length > 0 ? { held: true, dismisses } : null;
  });
