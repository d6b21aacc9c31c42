import type { ClauseId } from './clauses.ts';

/** Clauses that no check of one run can decide, each with the reason in words for the report. */
export const notTried: Partial<Readonly<Record<ClauseId, string>>> = {
  'TOKEN-TWO-ENDPOINTS': 'a run speaks to one of the two token endpoints; a run on UAT and one on PROD show both',
  'OP16-URL-EXPIRES': 'the address outlives any run, and its time names no zone',
  'CODE-4000': 'nothing a caller sends brings about a system failure',
  'OP9-TYPE-VALUES': 'a value beside the shown one may move money in a way nobody described',
};

/** Clauses that only a campaign looks into: a run without one (DMT_FUZZ_RUNS) says nothing of them. */
export const triedInCampaigns: readonly ClauseId[] = [
  'OP6-UNTOUCHED-BY-OTHERS',
  'OP9-RACE-OVERSPEND',
  'CONSENT-LOOK-ALIKE-DIGITS',
  'CONSENT-SPELLING',
  'FIELD-RESULT-NOT-CHOSEN',
  'HTTP-ANSWERED',
  'HTTP-ENCODINGS',
];
