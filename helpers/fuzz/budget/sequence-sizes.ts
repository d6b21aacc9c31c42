/** A fraction of the campaign: a walk is some hundred calls long. */
export const countSequences = (runs: number): number => Math.ceil(runs * 0.35);

/** Pairs that walk in turn; the others are kept for trying again what was found. */
export const sequencePairs = 3;
