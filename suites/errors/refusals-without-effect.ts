import { isDeepStrictEqual } from 'node:util';
import { describeValue } from '../../helpers/core/describe.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { lastSegment } from '../../helpers/core/answers.ts';
import { listAccounts } from '../../helpers/journey/beneficiary/beneficiary.ts';
import { blocked, notApplicable, Stop } from '../../helpers/judge/stop.ts';
import type { AddedFact } from '../../helpers/judge/facts/list-changes.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { comparedFields, readComparedValue, type ComparedField } from '../../helpers/journey/refusals/sender-readings.ts';
import { member, parseJson } from '../../helpers/core/json.ts';
import { isRefusedCall } from '../../helpers/journey/calls/refused-call.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { Operation } from '../../specs/operation.ts';
import { operations, tagUser } from '../../specs/operations.ts';
import { balanceAfterRefusal } from '../rules/balances.ts';
import { listedAfterRefusal } from '../rules/refused-changes.ts';
import { noDataRule, noDataRules } from '../rules/refused-data.ts';
import { refusedStatusRule } from '../rules/refused-status.ts';
import { forbiddenTransfers, wrongConsents } from '../support/forbidden-calls.ts';
import { preparedRefusal } from '../support/refusal.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import type { Detail } from '../../helpers/journey/setup/detail.ts';

/** A user who is tagged again keeps the tag, and nothing else of the sender depends on it. */
const withoutEffectOnSender: ReadonlySet<Operation> = new Set<Operation>([
  ...operations.filter(({ effect }) => effect === 'none'),
  tagUser,
]);

/** `no-token-OP-13`: "OP-13 (no token)" */
const describeAttempt = (key: string): string =>
  key.replace(/^(.+)-(OP-\d+)(?:-(\w+))?$/, (_, way: string, operation: string, form?: string) =>
    [operation, ...(form === undefined ? [] : [form]), `(${way.replaceAll('-', ' ')})`].join(' '),
  );

/** An accepted call has an effect for that reason. The clause that forbids the call, if there is one, accuses it. */
async function mustAllBeRefused(context: CheckContext): Promise<void> {
  for (const [key, attempt] of context.journey.refusals.results) {
    const done = await context.after(attempt);
    if (!done.ok || withoutEffectOnSender.has(done.value.reply.operation) || isRefusedCall(done.value)) continue;
    if (leftOpenAttempts.has(key)) throw notApplicable(`${describeAttempt(key)} was accepted, which the document leaves open`);
    // With its doubts: what was wrong before the call explains why it was accepted.
    await context.use(attempt);
    throw blocked(forbiddingClause(key), `${describeAttempt(key)} was accepted, so it may have changed something`, 'service');
  }
}

/**
 * A list that shows beneficiaries of other senders proves nothing about this sender. OP6-OWN-DATA accuses that. Senders may have the same
 * accounts, and a service may count the ids of each sender anew.
 */
async function mustBeItsOwn(context: CheckContext, { beneficiaries }: Detail, own: readonly AddedFact[]): Promise<void> {
  const { added } = context.journey.newCustomer.beneficiaries;
  const done = added.isRequested() ? await context.after(added) : null;
  if (done?.ok !== true) return;
  const { accountNo, beneficiaryId } = done.value;
  if (own.some(({ account, id }) => account === accountNo && sameId(id, beneficiaryId))) return;
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
  ['unknown-token', 'AUTH-401'],
  ['unknown-id', 'OP13-UNKNOWN-ID'],
]);

/** No clause forbids these for certain. */
const leftOpenAttempts = new Set(['above-limit-OP-9', 'negative-amount-OP-9', 'negative-amount-OP-9-query', 'balance-session-OP-9']);

const senderIdOf = ({ reply }: Detail): string => lastSegment(reply.exchange.request.url);

const entryKey = (entry: unknown): string => JSON.stringify([member(entry, 'beneficiaryId'), member(entry, 'accountNumber')].map(String));

/** Entries of one list that the other list does not have, or has otherwise. */
function listOtherEntries(one: unknown, other: unknown): readonly unknown[] {
  const known = new Map((Array.isArray(other) ? other : []).map((entry: unknown) => [entryKey(entry), entry]));
  return (Array.isArray(one) ? one : []).filter((entry: unknown) => !isDeepStrictEqual(known.get(entryKey(entry)), entry));
}

/** What the calls named: another change of the list has another reason. */
async function listNamed(context: CheckContext, { results }: RefusalGroup): Promise<readonly string[]> {
  const done = await Promise.all([...results.values()].map((each) => context.after(each)));
  return done.flatMap((each) => {
    if (!each.ok) return [];
    const { reply, accountNo } = each.value;
    const { url, body } = reply.exchange.request;
    const named = [accountNo, reply.operation.id === 'OP-13' ? lastSegment(url) : null, member(parseJson(body?.text ?? ''), 'to')];
    return named.filter((name) => typeof name === 'string');
  });
}

interface Change {
  readonly field: ComparedField;
  readonly was: unknown;
  readonly is: unknown;
}

/** Limits and lists may change by themselves, so a change accuses where the calls named what changed, or change it again (reading 17). */
async function mayBeByChance(context: CheckContext, group: RefusalGroup, { field, was, is }: Change): Promise<boolean> {
  if (field !== 'limitLeft' && field !== 'beneficiaries') return false;
  if (field === 'beneficiaries') {
    const named = await listNamed(context, group);
    const isNamed = (entry: unknown): boolean =>
      ['beneficiaryId', 'accountNumber'].some((name) => named.some((each) => sameId(each, String(member(entry, name)))));
    if ([...listOtherEntries(was, is), ...listOtherEntries(is, was)].some(isNamed)) return false;
  }
  const again = await context.after(group.repeats.details);
  for (const id of again.evidence.exchanges) context.evidence.exchanges.add(id);
  return !again.ok || isDeepStrictEqual(readComparedValue(again.value.before, field), readComparedValue(again.value.after, field));
}

async function mustBeUnchanged(context: CheckContext, group: RefusalGroup): Promise<void> {
  const { opening, closing, idle, accountsOfWrongCodes } = group;
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
  await mustBeItsOwn(context, again, added);
  const change = { field: first, was: read(before, first), is: read(after, first) };
  context.must.hold(false, {
    expected: `${first} as before: ${describeValue(read(before, first))}`,
    received: `${describeValue(read(after, first))}${isBack ? ', and as before a while later' : ''}`,
    place: `result.${first}`,
    exchange: after.reply.exchange.id,
    atMost: isBack || (await mayBeByChance(context, group, change)) ? 'warn' : undefined,
  });
}

/** A change of another group may still accuse. */
const isSuspicion = (error: unknown): error is Stop =>
  error instanceof Stop && error.why.kind === 'violation' && error.why.atMost === 'warn';

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
        const suspicions: Stop[] = [];
        for (const group of groups)
          await mustBeUnchanged(context, group).catch((error: unknown) => {
            if (!isSuspicion(error)) throw error;
            suspicions.push(error);
          });
        const [first] = suspicions;
        if (first !== undefined) throw first;
      },
    ),
    listedAfterRefusal,
    balanceAfterRefusal,
    refusedStatusRule,
    noDataRule('OP-6', ({ use, journey }) => use(preparedRefusal(journey.wrongCodes.replies, { id: 'OP-6' }))),
    ...noDataRules,
  ],
};
