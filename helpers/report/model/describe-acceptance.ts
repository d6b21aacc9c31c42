import type { Acceptance, Clarification } from './acceptances.ts';

/** `accepted by A. Approver until 2031-06-30 (TICKET-1): …` */
export const describeAcceptance = ({ approver, expires, ticket, reason }: Acceptance): string =>
  `accepted by ${approver} until ${expires} (${ticket}): ${reason}`;

export const describeAnswer = ({ answer, by, date }: Clarification): string => `${answer} (${by}, ${date})`;
