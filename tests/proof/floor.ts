import type { Counts } from './matrix.ts';

/** No proof may count less than this; raised when the catalogues grow. */
export const floor = { clauses: 400, checks: 387, faults: 300, variants: 80 } as const satisfies Partial<Counts>;
