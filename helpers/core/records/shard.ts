/** One part of a run that is split over machines (DMT_SHARD). The first part is 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** One case or sequence of every `of`. The first part is 0. */
export interface Slice {
  readonly nth: number;
  readonly of: number;
}

export const wholeSlice: Slice = { nth: 0, of: 1 };

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** Which part begins a round. It is another one each time: cases of one place come at even distances, and would all fall to one part. */
const beginOf = (round: number, of: number): number => Math.floor(((round * goldenRatio) % 1) * of);

export const isInSlice = ({ nth, of }: Slice, at: number): boolean => (at + beginOf(Math.floor(at / of), of)) % of === nth;

export function countInSlice(count: number, { nth, of }: Slice): number {
  const rounds = Math.floor(count / of);
  const place = (nth + of - beginOf(rounds, of)) % of;
  return rounds + (place < count % of ? 1 : 0);
}

/** What one part has of the campaign. */
export interface CampaignShare {
  /** By the name of a chapter, a race, or `walks`. What is not named belongs to other parts. */
  readonly slices: ReadonlyMap<string, Slice>;
  /** Its fraction of each clock of the campaign. */
  readonly clock: Readonly<Record<'cases' | 'walks' | 'races', number>>;
}
