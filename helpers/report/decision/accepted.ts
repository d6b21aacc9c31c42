import type { VerdictCheck, VerdictClause, VerdictFile } from '../verdict-file.ts';

/** Who accepted in writing that something fails or is not tested, why, and until when. */
export interface Acceptance {
  readonly reason: string;
  readonly owner: string;
  readonly ticket: string;
  readonly approver: string;
  /** Last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string;
}

/** A dated answer of the operator to what the specification leaves open. */
export interface Answered {
  readonly answer: string;
  readonly date: string;
  readonly by: string;
}

/** `accepted by A. Approver until 2031-03-01 (SAMPLE-1): the reason` */
export const acceptanceWords = ({ approver, expires, ticket, reason }: Acceptance): string =>
  `accepted by ${approver} until ${expires} (${ticket}): ${reason}`;

/** What is wrong with the file of waivers, and what in it ends soon; nothing where a run was made without one. */
export const unfitOf = (file: VerdictFile & { readonly unfit?: readonly string[] }): readonly string[] => file.unfit ?? [];
export const expiringOf = (file: VerdictFile & { readonly expiring?: readonly string[] }): readonly string[] => file.expiring ?? [];

/** Null too where a run was made without a file of waivers. */
export const waiverOf = (check: VerdictCheck & { readonly waiver?: Acceptance | null }): Acceptance | null => check.waiver ?? null;

export const gapOf = (clause: VerdictClause & { readonly gap?: Acceptance | null }): Acceptance | null => clause.gap ?? null;

export const answersOf = (clause: VerdictClause & { readonly clarifications?: readonly Answered[] }): readonly Answered[] =>
  clause.clarifications ?? [];
