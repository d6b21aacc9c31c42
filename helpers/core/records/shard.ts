/** One part of a run that is split over machines (DMT_SHARD). The first part is 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Every `of`th case or sequence, from the `nth` on. The first is 0. */
export interface Slice {
  readonly nth: number;
  readonly of: number;
}

export const wholeSlice: Slice = { nth: 0, of: 1 };

export const isInSlice = ({ nth, of }: Slice, at: number): boolean => at % of === nth;

export const countInSlice = (count: number, { nth, of }: Slice): number => Math.max(0, Math.ceil((count - nth) / of));

/** What one part has of the campaign. */
export interface CampaignShare {
  /** By the name of a chapter, a race, or `walks`. What is not named belongs to other parts. */
  readonly slices: ReadonlyMap<string, Slice>;
  /** Its fraction of each clock of the campaign. */
  readonly clock: Readonly<Record<'cases' | 'walks' | 'races', number>>;
}
