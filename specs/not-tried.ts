import type { ClauseId } from './clauses.ts';

/** Clauses that no check of one run can decide, each with the reason in words for the report. */
export const notTried: Partial<Readonly<Record<ClauseId, string>>> = {
  'TOKEN-TWO-ENDPOINTS': 'a run speaks to one of the two token endpoints; a run on UAT and one on PROD show both',
  'CODE-4000': 'nothing a caller sends brings about a system failure',
};
