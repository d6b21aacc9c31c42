/** `complete`: everything was tried. Otherwise its size (DMT_FUZZ_RUNS), its clock, a cap, trouble or a finding ended the part first. */
export type PartEndReason = 'complete' | 'size' | 'clock' | 'cap' | 'trouble' | 'found';

export interface PartEnd {
  /** `payload of OP-9`, `walks` for the sequences, or the name of a race. */
  readonly part: string;
  readonly ended: PartEndReason;
  /** Odd calls, sequences or rounds. */
  readonly tried: number;
  /** Written down or planned, but not tried. */
  readonly left: number;
  /** Odd calls left out because they ask for more money than the campaign may spend; they end no part. */
  readonly leftOut: number;
}
