/** Every race, in the order of their runs. */
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

export interface RunRace {
  readonly race: RaceName;
  /** Calls released together. */
  readonly size: number;
}
