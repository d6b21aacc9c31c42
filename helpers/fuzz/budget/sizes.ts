/** A fraction of the campaign: a sequence is some hundred calls long. */
export const countSequences = (runs: number): number => Math.ceil(runs * 0.35);

/** Pairs of senders that run sequences in turn; the other pairs confirm findings. */
export const sequencePairs = 3;

/** Two are enough for most races; more calls make a narrow gap wider. */
const raceSizes = [2, 5, 20];

/** How many calls each round of a race releases; DMT_MAX_CONCURRENCY is the maximum. */
export const listRaceSizes = (most: number): readonly number[] => raceSizes.map((wanted) => Math.min(wanted, most));
