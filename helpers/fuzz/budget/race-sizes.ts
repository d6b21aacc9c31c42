/** Two are enough for most races; more calls make a narrow gap wider. */
const sizes = [2, 5, 20];

/** How many calls each round of a race releases; DMT_MAX_CONCURRENCY is the maximum. */
export const listRaceSizes = (most: number): readonly number[] => sizes.map((wanted) => Math.min(wanted, most));
