import { isDeepStrictEqual } from 'node:util';
import { describeValue } from '../../helpers/core/describe.ts';
import { sameId } from '../../helpers/core/ids.ts';
import { lastSegment } from '../../helpers/core/answers.ts';
import { listAccounts } from '../../helpers/journey/beneficiary/beneficiary.ts';
import { blocked, Stop } from '../../helpers/judge/stop.ts';
import { isActive } from '../../helpers/judge/facts/beneficiaries.ts';
import type { AddedFact } from '../../helpers/judge/facts/list-changes.ts';
import type { ListFacts } from '../../helpers/judge/facts/lists.ts';
import { check, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { comparedFields, hasChanged, readComparedValue, type ComparedField } from '../../helpers/journey/refusals/sender-readings.ts';
import { parseRequestBody } from '../../helpers/core/exchange.ts';
import { member } from '../../helpers/core/json.ts';
import { listedAfterRefusal } from '../rules/refused-changes.ts';
import { noDataRule, noDataRules } from '../rules/refused-data.ts';
import { refusedStatusRule } from '../rules/refused-status.ts';
import { mustAllBeRefused } from '../support/forbidden-calls.ts';
import { preparedRefusal } from '../support/refusal.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import type { Detail } from '../../helpers/journey/setup/detail.ts';

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

const senderIdOf = ({ reply }: Detail): string => lastSegment(reply.exchange.request.url);

const entryKey = (entry: unknown): string => JSON.stringify([member(entry, 'beneficiaryId'), member(entry, 'accountNumber')].map(String));

/** Entries of one list that the other list does not have, or has otherwise. */
function listOtherEntries(one: unknown, other: unknown): readonly unknown[] {
  const otherByKey = new Map((Array.isArray(other) ? other : []).map((entry: unknown) => [entryKey(entry), entry]));
  return (Array.isArray(one) ? one : []).filter((entry: unknown) => !isDeepStrictEqual(otherByKey.get(entryKey(entry)), entry));
}

/** What the calls named: another change of the list has another reason. */
async function listNamed(context: CheckContext, { results }: RefusalGroup): Promise<readonly string[]> {
  const done = await Promise.all([...results.values()].map((each) => context.after(each)));
  return done.flatMap((each) => {
    if (!each.ok) return [];
    const { reply, accountNo } = each.value;
    const { exchange, operation } = reply;
    const named = [
      accountNo,
      operation.id === 'OP-13' ? lastSegment(exchange.request.url) : null,
      member(parseRequestBody(exchange), 'to'),
    ];
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
  context.addEvidence(again.evidence.exchanges);
  return !again.ok || !hasChanged(field, readComparedValue(again.value.before, field), readComparedValue(again.value.after, field));
}

/** Accounts that show late what was served before: one that was added, or a status that was set (reading 1). */
function listLate({ added, switched }: ListFacts, before: Detail, after: Detail): readonly string[] {
  const wasListed = listAccounts(before);
  const statusOf = ({ beneficiaries }: Detail, id: string): boolean | undefined =>
    beneficiaries.filter(({ beneficiaryId }) => sameId(beneficiaryId, id)).map(isActive)[0];
  const isSetBefore = (id: string): boolean => {
    const last = switched.findLast((each) => sameId(each.id, id));
    return last !== undefined && last.on === statusOf(after, id) && last.on !== statusOf(before, id);
  };
  return [
    ...added.map(({ account }) => account).filter((account) => !wasListed.includes(account)),
    ...after.beneficiaries.filter(({ beneficiaryId }) => isSetBefore(beneficiaryId)).map(({ accountNumber }) => accountNumber),
  ];
}

async function mustBeUnchanged(context: CheckContext, group: RefusalGroup): Promise<void> {
  const { openingDetail, closingDetail, idleDetail, accountsOfWrongCodes } = group;
  const before = await context.use(openingDetail);
  const after = await context.use(closingDetail);
  const { alone: besides } = await accountsOfWrongCodes(context);
  const list = context.facts.momentOf(after.reply.exchange).listOf(senderIdOf(after));
  const late = listLate(list, before, after);
  const read = (detail: Detail, field: ComparedField): unknown => readComparedValue(detail, field, [...besides, ...late]);
  const differ = (one: Detail, other: Detail) => (field: ComparedField) => hasChanged(field, read(one, field), read(other, field));
  const changed = comparedFields.filter(differ(before, after));
  const [first] = changed;
  if (first === undefined) return;
  const again = await context.use(idleDetail);
  // What is held for a while comes back; what somebody else changes, changes on (reading 17).
  const isBack = !changed.some(differ(before, again));
  if (!isBack && changed.some(differ(after, again)))
    throw blocked('sender-in-use', 'two idle reads of the sender differ: somebody else is using the sender', 'environment');
  await mustBeItsOwn(context, again, list.added);
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
        for (const { openingDetail, closingDetail } of groups) for (const read of [openingDetail, closingDetail]) await context.use(read);
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
    refusedStatusRule,
    noDataRule('OP-6', ({ use, journey }) => use(preparedRefusal(journey.wrongCodes.replies, { id: 'OP-6' }))),
    ...noDataRules,
  ],
};
