import { consentOperations, senderOperations } from '../../helpers/journey/calls/plain-calls.ts';
import { isRefusedCall } from '../../helpers/journey/calls/send-refused-call.ts';
import { malformedWays, malformedWaysOfSenders } from '../../helpers/journey/refusals/wrong-consents.ts';
import type { Circumstance } from '../../specs/circumstances.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation, OperationId } from '../../specs/operation.ts';
import { operations, setMpin, tagUser } from '../../specs/operations.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import type { CheckContext } from '../../helpers/runner/check.ts';

export interface WrongConsent {
  readonly clause: ClauseId;
  /** As in the list of refused calls. */
  readonly way: string;
  readonly fact: string;
  readonly operations: readonly Operation[];
  /** Further forms that are tried with it, by operation. */
  readonly forms?: Readonly<Partial<Record<OperationId, string>>>;
}

const malformed = (way: string) =>
  ({ clause: 'CONSENT-MALFORMED', way, fact: `with a malformed consent (${way.replaceAll('-', ' ')})` }) as const;

/** Reading 13. */
export const wrongConsents: readonly WrongConsent[] = [
  {
    clause: 'CONSENT-MISSING',
    way: 'missing-consent',
    fact: 'without a consent',
    operations: consentOperations,
    forms: { 'OP-4': 'subAgent', 'OP-9': 'query' },
  },
  ...malformedWays.map((way) => ({ ...malformed(way), operations: consentOperations, forms: { 'OP-4': 'subAgent' } })),
  ...malformedWaysOfSenders.map((way) => ({ ...malformed(way), operations: senderOperations })),
  {
    clause: 'CONSENT-NONE-WHERE-OTP',
    way: 'none',
    fact: 'with NONE where the scheme is OTP',
    operations: senderOperations,
    forms: { 'OP-9': 'query' },
  },
  {
    clause: 'CONSENT-STATE-UNKNOWN',
    way: 'unknown-state',
    fact: 'with a right code and a state never issued',
    operations: [...consentOperations, setMpin],
    forms: { 'OP-4': 'subAgent', 'OP-9': 'query' },
  },
  {
    clause: 'CONSENT-STATE-OTHER-MOBILE',
    way: 'state-of-another',
    fact: 'with the code and state of another mobile',
    operations: [...consentOperations, setMpin],
  },
  {
    clause: 'CONSENT-STATE-OTHER-MOBILE',
    way: 'own-code-state-of-another',
    fact: 'with a right code and the state of another mobile',
    operations: [...consentOperations, setMpin],
    forms: { 'OP-4': 'subAgent' },
  },
];

export interface ForbiddenTransfer {
  readonly clause: ClauseId;
  readonly way: string;
  readonly title: string;
  /** Where it is not the first form. */
  readonly form?: 'query';
  readonly circumstance?: Circumstance;
  /** It is forbidden only while OP-6 lists the beneficiary as inactive, which may end by itself. */
  readonly whileInactive?: true;
}

/** What OP-9 must never pay (readings 16, 18 and 20). */
export const forbiddenTransfers: readonly ForbiddenTransfer[] = [
  {
    clause: 'OP9-INACTIVE-BENEFICIARY',
    way: 'inactive-beneficiary',
    title: 'a beneficiary listed as inactive is not paid',
    whileInactive: true,
  },
  { clause: 'OP9-UNKNOWN-BENEFICIARY', way: 'unknown-beneficiary', title: 'a beneficiary never registered is not paid' },
  { clause: 'OP9-FOREIGN-BENEFICIARY', way: 'foreign-beneficiary', title: "another sender's beneficiary is not paid" },
  { clause: 'OP9-FOREIGN-SENDER', way: 'foreign-sender', title: 'a transfer that another sender is to pay is refused' },
  {
    clause: 'OP9-FOREIGN-SENDER',
    way: 'foreign-payer',
    title: 'a transfer that another sender is to pay to its own beneficiary is refused',
  },
  { clause: 'OP9-UNKNOWN-SESSION', way: 'unknown-session', title: 'a transfer under a session never issued is refused' },
  {
    clause: 'OP9-UNKNOWN-SESSION',
    way: 'unknown-session',
    title: 'a query-form transfer under an unknown session is refused',
    form: 'query',
  },
  { clause: 'OP9-FOREIGN-SESSION', way: 'foreign-session', title: "a transfer under another sender's session is refused" },
  {
    clause: 'OP9-FOREIGN-SESSION',
    way: 'foreign-session',
    title: "a query-form transfer under another sender's session is refused",
    form: 'query',
  },
  {
    clause: 'OP9-INACTIVE-BENEFICIARY',
    way: 'inactive-beneficiary',
    title: 'a query-form transfer to an inactive beneficiary is not paid',
    form: 'query',
    whileInactive: true,
  },
  {
    clause: 'OP9-FOREIGN-BENEFICIARY',
    way: 'foreign-beneficiary',
    title: "a query-form transfer to another sender's beneficiary is not paid",
    form: 'query',
  },
  {
    clause: 'OP9-UNKNOWN-SESSION',
    way: 'similar-session',
    title: 'a transfer under a session that ends otherwise is refused',
    circumstance: 'near-miss',
  },
];

const clauseByWay: ReadonlyMap<string, ClauseId> = new Map<string, ClauseId>([
  ...wrongConsents.map(({ way, clause }) => [way, clause] as const),
  ...forbiddenTransfers.map(({ way, clause }) => [way, clause] as const),
  ['unknown-sender', 'REFUSAL-UNKNOWN-SENDER'],
  ['unknown-sub-agent', 'REFUSAL-UNKNOWN-SUB-AGENT'],
  ['other-user-type-sender', 'REFUSAL-UNKNOWN-SENDER'],
  ['other-user-type-sub-agent', 'REFUSAL-UNKNOWN-SUB-AGENT'],
  ['no-token', 'AUTH-401'],
  ['unknown-token', 'AUTH-401'],
  ['unknown-id', 'OP13-UNKNOWN-ID'],
]);

/** No clause forbids these for certain. */
const leftOpenKeys = new Set(['above-limit-OP-9', 'negative-amount-OP-9', 'negative-amount-OP-9-query', 'balance-session-OP-9']);

function forbiddingClause(key: string): ClauseId {
  const way = key.replace(/-OP-\d+(-\w+)?$/, '');
  return clauseByWay.get(way) ?? 'HTTP-400';
}

/** A user who is tagged again keeps the tag, and nothing else of the sender depends on it. */
const withoutEffectOnSender: ReadonlySet<Operation> = new Set<Operation>([
  ...operations.filter(({ effect }) => effect === 'none'),
  tagUser,
]);

/** `no-token-OP-13`: "OP-13 (no token)" */
const describeKey = (key: string): string =>
  key.replace(/^(.+)-(OP-\d+)(?:-(\w+))?$/, (_, way: string, operation: string, form?: string) =>
    [operation, ...(form === undefined ? [] : [form]), `(${way.replaceAll('-', ' ')})`].join(' '),
  );

/** An accepted call has an effect for that reason. The clause that forbids the call, if there is one, accuses it. */
export async function mustAllBeRefused(context: CheckContext): Promise<void> {
  for (const [key, sent] of context.journey.refusals.results) {
    const done = await context.after(sent);
    if (!done.ok || withoutEffectOnSender.has(done.value.reply.operation) || isRefusedCall(done.value)) continue;
    if (leftOpenKeys.has(key)) throw notApplicable(`${describeKey(key)} was accepted, which the document leaves open`);
    // With its doubts: what was wrong before the call explains why it was accepted.
    await context.use(sent);
    throw blocked(forbiddingClause(key), `${describeKey(key)} was accepted, so it may have changed something`, 'service');
  }
}
