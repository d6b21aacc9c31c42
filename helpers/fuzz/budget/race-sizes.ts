/** Two are enough for most; more make a narrow gap wider. */
const sizes = [2, 5, 20];

/** Calls that the rounds of a race release, one round after the other; DMT_MAX_CONCURRENCY is the most that are ever released. */
export const listRaceSizes = (most: number): readonly number[] => sizes.map((wanted) => Math.min(wanted, most));
