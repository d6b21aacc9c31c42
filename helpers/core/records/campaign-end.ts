/**
 * How a part of a campaign ended: all that is written down was tried, or its size (DMT_FUZZ_RUNS), its clock or a cap came first;
 * or it could not go on.
 */
export type PartEndReason = 'complete' | 'size' | 'clock' | 'cap' | 'trouble' | 'found';

/** One part of a campaign, as the journal tells of it. */
export interface PartEnd {
  /** `payload of OP-9`, `walks`, or the name of a race. */
  readonly part: string;
  readonly ended: PartEndReason;
  /** Odd calls, walks or rounds that were made. */
  readonly tried: number;
  /** Of those written down, or planned: how many were not. */
  readonly left: number;
  /** Odd calls that ask for more money than a campaign may still ask for; they end nothing. */
  readonly leftOut: number;
}
