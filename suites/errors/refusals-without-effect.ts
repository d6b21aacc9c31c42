import { isDeepStrictEqual } from 'node:util';
import { Big } from 'big.js';
import { validValueAt } from '../../helpers/judge/fields.ts';
import { describeValue } from '../../helpers/core/describe.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import { lastSegment } from '../../helpers/core/answers.ts';
import { listAccounts } from '../../helpers/journey/beneficiary/beneficiary.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { comparedFields, readComparedValue, type ComparedField } from '../../helpers/journey/refusals/sender-readings.ts';
import { isRefusedCall } from '../../helpers/journey/calls/refused-call.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations, tagUser } from '../../specs/operations.ts';
import { forbiddenTransfers, wrongConsents } from '../support/forbidden-calls.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import type { Detail } from '../../helpers/journey/setup/detail.ts';

/** A user who is tagged again keeps the tag, and nothing else of the sender depends on it. */
const withoutEffectOnSender: ReadonlySet<Operation> = new Set<Operation>([
  ...operations.filter(({ effect }) => effect === 'none'),
  tagUser,
]);

/** An accepted call has an effect for that reason. The clause that forbids the call, if there is one, accuses it. */
async function mustAllBeRefused(context: CheckContext): Promise<void> {
  for (const [key, attempt] of context.journey.refusals.results) {
    const done = await context.after(attempt);
    if (!done.ok || withoutEffectOnSender.has(done.value.reply.operation) || isRefusedCall(done.value)) continue;
    if (leftOpenAttempts.has(key)) throw notApplicable(`${key} was accepted, which the document leaves open`);
    // With its doubts: what was wrong before the call explains why it was accepted.
    await context.use(attempt);
    throw blocked(forbiddingClause(key), `${key} was accepted, so it may have changed something`, 'service');
  }
}

/** A list that shows beneficiaries of other senders proves nothing about this sender. OP6-OWN-DATA accuses that. */
async function mustBeItsOwn(context: CheckContext, { beneficiaries }: Detail): Promise<void> {
  const { added } = context.journey.newCustomer.beneficiaries;
  const done = added.isRequested() ? await context.after(added) : null;
  if (done?.ok !== true) return;
  const { accountNo, beneficiaryId } = done.value;
  if (beneficiaries.some((each) => each.accountNumber === accountNo && sameId(each.beneficiaryId, beneficiaryId)))
    throw blocked('OP6-OWN-DATA', "another sender's beneficiary is listed, so the change may be that sender's", 'service');
}

function forbiddingClause(key: string): ClauseId {
  const way = key.replace(/-OP-\d+(-\w+)?$/, '');
  return clauseByWay.get(way) ?? 'HTTP-400';
}

const clauseByWay: ReadonlyMap<string, ClauseId> = new Map<string, ClauseId>([
  ...wrongConsents.map(({ way, clause }) => [way, clause] as const),
  ...forbiddenTransfers.map(({ way, clause }) => [way, clause] as const),
  ['unknown-sender', 'REFUSAL-UNKNOWN-SENDER'],
  ['unknown-sub-agent', 'REFUSAL-UNKNOWN-SUB-AGENT'],
  ['other-user-type-sender', 'REFUSAL-UNKNOWN-SENDER'],
  ['other-user-type-sub-agent', 'REFUSAL-UNKNOWN-SUB-AGENT'],
  ['no-token', 'AUTH-401'],
  ['unknown-id', 'OP13-UNKNOWN-ID'],
]);

/** No clause forbids these for certain. */
const leftOpenAttempts = new Set(['above-limit-OP-9', 'negative-amount-OP-9', 'balance-session-OP-9']);

const senderIdOf = ({ reply }: Detail): string => lastSegment(reply.exchange.request.url);

const readLimits = ({ reply }: Detail): readonly (readonly [string, Big])[] => {
  const limits = validValueAt(reply, 'result.limitLeft');
  return typeof limits === 'object' && limits !== null
    ? Object.entries(limits).map(([period, left]: [string, unknown]) => [period, new Big(String(left))])
    : [];
};

/** The sums of all amounts that follow one another. */
const sumRuns = (amounts: readonly Big[]): readonly Big[] =>
  amounts.flatMap((_, from) =>
    amounts.slice(from).map((__, count) => amounts.slice(from, from + count + 1).reduce((sum, each) => sum.plus(each))),
  );

/** OP-6 may show late what earlier transfers used up of the limits (reading 1). */
function mayBeEarlierTransfers({ journey, facts }: CheckContext, before: Detail, after: Detail): boolean {
  const { known } = facts.momentOf(after.reply.exchange);
  const own = journey.memory.madeTransfers.filter(({ senderId }) => senderId === senderIdOf(before));
  const amounts = own.flatMap(({ correlationId }) => known.ofCorrelationId(correlationId).flatMap(({ amount }) => amount ?? []));
  const now = new Map(readLimits(after));
  const falls = readLimits(before).map(([period, was]) => was.minus(now.get(period) ?? was));
  const sums = sumRuns(amounts);
  return falls.every((fall) => fall.eq(0) || sums.some((sum) => sum.eq(fall)));
}

async function mustBeUnchanged(context: CheckContext, { opening, closing, idle, accountsOfWrongCodes }: RefusalGroup): Promise<void> {
  const [before, after] = [await context.use(opening), await context.use(closing)];
  const { alone: besides } = await accountsOfWrongCodes(context);
  // A list may show late what was added before (reading 1).
  const { added } = context.facts.momentOf(after.reply.exchange).listOf(senderIdOf(after));
  const late = added.map(({ account }) => account).filter((account) => !listAccounts(before).includes(account));
  const read = (detail: Detail, field: ComparedField): unknown => readComparedValue(detail, field, [...besides, ...late]);
  const differ = (one: Detail, other: Detail) => (field: ComparedField) => !isDeepStrictEqual(read(one, field), read(other, field));
  const changed = comparedFields.filter(differ(before, after));
  const [first] = changed;
  if (first === undefined) return;
  const again = await context.use(idle);
  // What is held for a while comes back; what somebody else changes, changes on (reading 17).
  const isBack = !changed.some(differ(before, again));
  if (!isBack && changed.some(differ(after, again)))
    throw blocked('sender-in-use', 'two idle reads of the sender differ: somebody else is using the sender', 'environment');
  await mustBeItsOwn(context, again);
  context.must.hold(false, {
    expected: `${first} as before: ${describeValue(read(before, first))}`,
    received: `${describeValue(read(after, first))}${isBack ? ', and as before a while later' : ''}`,
    place: `result.${first}`,
    exchange: after.reply.exchange.id,
    atMost: isBack || (first === 'limitLeft' && mayBeEarlierTransfers(context, before, after)) ? 'warn' : undefined,
  });
}

export const refusalsWithoutEffect: Suite = {
  name: 'Refusals without effect',
  area: 'Business operations',
  checks: [
    check(
      'REFUSAL-NOTHING-CHANGED',
      'sender-detail',
      'after refused calls the sender is unchanged',
      { operation: 'OP-6' },
      async (context) => {
        const { groups } = context.journey.refusals;
        for (const { opening, closing } of groups) for (const read of [opening, closing]) await context.use(read);
        await mustAllBeRefused(context);
        for (const group of groups) await mustBeUnchanged(context, group);
      },
    ),
  ],
};
