/** Every race, in the order in which they are run. */
export const raceNames = [
  'overspend',
  'same-request',
  'same-request-status',
  'own-amount',
  'own-invoice',
  'debited',
  'same-account',
  'own-id',
  'activated',
  'activated-meanwhile',
  'found-meanwhile',
  'own-details',
  'one-tag',
] as const;

export type RaceName = (typeof raceNames)[number];

/** A race as it is kept and run again. */
export interface RunRace {
  readonly race: RaceName;
  /** Calls released together. */
  readonly size: number;
}
