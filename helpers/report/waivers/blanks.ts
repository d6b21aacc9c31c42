import type { Acceptance } from '../model/acceptances.ts';

/** What a draft leaves to a person begins with this. The schema refuses it, so that no draft is accepted as it is. */
const blankMark = 'FILL IN:';

export const isBlank = (value: unknown): value is string => typeof value === 'string' && value.startsWith(blankMark);

type Blanks = Pick<Acceptance, 'reason' | 'owner' | 'ticket' | 'approver' | 'expires'>;

/** `what`: what a person would accept, so that the file can be filled in without the report. */
export const leaveBlank = (what: string): Blanks => ({
  reason: `${blankMark} why it is accepted (${what})`,
  owner: `${blankMark} who puts it right`,
  ticket: `${blankMark} where it is tracked`,
  approver: `${blankMark} who accepts it`,
  expires: `${blankMark} the last day, YYYY-MM-DD`,
});
