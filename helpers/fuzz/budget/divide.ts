import type { CampaignShare, Slice } from '../../core/records/shard.ts';
import { wholeSlice } from '../../core/records/shard.ts';
import { buildPartName, type Part } from './campaign-cost.ts';
import { estimateChapterTime } from './part.ts';
import type { RaceName } from '../findings/race-names.ts';
import { countSequences } from './sizes.ts';

/** Compared with a plain read, as measured. */
const sequenceTime = 190;
const timeByRace: Readonly<Record<RaceName, number>> = {
  overspend: 400,
  debited: 340,
  'same-request': 190,
  'same-request-status': 120,
  'own-amount': 120,
  'own-invoice': 190,
  'same-account': 110,
  'own-id': 100,
  activated: 200,
  'activated-meanwhile': 200,
  'found-meanwhile': 80,
  'own-details': 80,
  'one-tag': 70,
};

type Kind = keyof CampaignShare['clock'];

interface Unit {
  readonly name: string;
  readonly kind: Kind;
  readonly time: number;
  /** A race is too small to be cut. */
  readonly canBeCut: boolean;
}

const findKind = ({ chapter, race }: Part): Kind => (chapter === undefined ? (race === undefined ? 'walks' : 'races') : 'cases');

function estimateTime({ chapter, race }: Part, runs: number): number {
  if (chapter !== undefined) return estimateChapterTime(chapter, runs);
  return race === undefined ? countSequences(runs) * sequenceTime : timeByRace[race];
}

function toUnit(part: Part, runs: number): Unit {
  const kind = findKind(part);
  return { name: buildPartName(part), kind, time: estimateTime(part, runs), canBeCut: kind !== 'races' };
}

const sumTimes = (units: readonly Unit[]): number => units.reduce((sum, { time }) => sum + time, 0);

/** A larger unit is cut into one slice for each part. */
const largestOfShare = 0.25;

const bySize = (one: Unit, other: Unit): number => other.time - one.time || (one.name < other.name ? -1 : 1);

/** The largest first, each to the part with the least so far. */
function dealOut(units: readonly Unit[], of: number): readonly (readonly Unit[])[] {
  const hands = Array.from({ length: of }, (): Unit[] => []);
  for (const unit of units.toSorted(bySize)) {
    const least = hands.reduce((best, hand) => (sumTimes(hand) < sumTimes(best) ? hand : best));
    least.push(unit);
  }
  return hands;
}

function toShare(hand: readonly Unit[], cut: readonly Unit[], all: readonly Unit[], slice: Slice): CampaignShare {
  const fraction = (kind: Kind): number => {
    const ofKind = (units: readonly Unit[]): number => sumTimes(units.filter((unit) => unit.kind === kind));
    return ofKind(all) === 0 ? 0 : (ofKind(hand) + ofKind(cut) / slice.of) / ofKind(all);
  };
  return {
    slices: new Map([...hand.map(({ name }) => [name, wholeSlice] as const), ...cut.map(({ name }) => [name, slice] as const)]),
    clock: { cases: fraction('cases'), walks: fraction('walks'), races: fraction('races') },
  };
}

/** Divides a campaign evenly by its estimated time. Every part of a split run divides it alike. */
export function divideCampaign(parts: readonly Part[], runs: number, of: number): readonly CampaignShare[] {
  const units = [...new Map(parts.map((part) => [buildPartName(part), toUnit(part, runs)])).values()];
  const most = (sumTimes(units) / of) * largestOfShare;
  const isCut = ({ time, canBeCut }: Unit): boolean => canBeCut && time > most;
  const cut = units.filter(isCut);
  const hands = dealOut(
    units.filter((unit) => !isCut(unit)),
    of,
  );
  return hands.map((hand, nth) => toShare(hand, cut, units, { nth, of }));
}
