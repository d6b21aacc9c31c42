import type { Counts } from './matrix.ts';

/** No proof may count less than this; raised when the catalogues grow. */
export const floor = { clauses: 400, checks: 980, faults: 800, variants: 150 } as const satisfies Partial<Counts>;
