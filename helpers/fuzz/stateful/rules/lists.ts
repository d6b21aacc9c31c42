import { sameId } from '../../../core/ids.ts';
import { isActive, type Beneficiary } from '../../../judge/facts/beneficiaries.ts';
import { isAlikeName } from '../../../judge/names.ts';
import type { AddedEntry } from '../../model/model.ts';
import { findEntry, type SenderView } from '../../model/view.ts';
import { findParticipant, findSenderAfter, findSenderBefore, createRuleResult, type Moment, type Rule, type RuleResult } from './rule.ts';

const place = 'result.beneficiaries';

const describeEntry = (entry: Beneficiary | undefined): string =>
  entry === undefined ? 'no such beneficiary' : `${entry.id}: ${entry.account}, ${entry.ifsc}, ${entry.name}, ${entry.status}`;

const findOwnerView = (moment: Moment, one: AddedEntry): SenderView => moment.after.senders[one.who];

export const isAsSent = (one: AddedEntry, entry: Beneficiary | undefined): boolean =>
  entry?.account === one.account && entry.ifsc === one.ifsc && isAlikeName(entry.name, one.name);

/** Listed under its id as sent. The next rule judges an account under another id. */
function judgeListedAsSent(moment: Moment): readonly RuleResult[] {
  return moment.sequence.added.flatMap((one) => {
    const view = findOwnerView(moment, one);
    const entry = findEntry(view.entries, one.id);
    if (entry === undefined && view.entries.some(({ account }) => account === one.account)) return [];
    // A beneficiary that was switched off may leave the list (reading 21).
    if (entry === undefined && moment.sequence.participants[one.who].switchedOff.has(one.id)) return [];
    const wanted = `${one.id}: ${one.account}, ${one.ifsc}, ${one.name}`;
    return createRuleResult(isAsSent(one, entry), wanted, describeEntry(entry), view.detail.reply, place);
  });
}

function judgeListedUnderId(moment: Moment): readonly RuleResult[] {
  return moment.sequence.added.flatMap((one) => {
    const view = findOwnerView(moment, one);
    const same = view.entries.filter(({ account }) => account === one.account);
    if (same.length === 0) return [];
    const held = same.some(({ id }) => sameId(id, one.id));
    return createRuleResult(held, `account ${one.account} under ${one.id}`, same.map(({ id }) => id).join(', '), view.detail.reply, place);
  });
}

const findActivated = ({ result }: Moment): string | null =>
  result.name === 'activate' && result.outcome === 'accepted' ? result.target : null;

/** An activated beneficiary is active, and stays active until OP-13 with `false` or a new OP-7 for its account. */
function judgeActivation(moment: Moment): readonly RuleResult[] {
  const before = findSenderBefore(moment);
  const after = findSenderAfter(moment);
  const { result } = moment;
  const now = findActivated(moment);
  const switchedOff = result.name === 'deactivate' ? result.target : null;
  const added = result.name === 'add' ? (result.added?.id ?? null) : null;
  const kept = before.entries.filter(
    (each) => isActive(each) && findParticipant(moment).activated.has(each.id) && each.id !== switchedOff && each.id !== added,
  );
  const watched = [...kept.map(({ id }) => id), ...(now === null || findEntry(before.entries, now) === undefined ? [] : [now])];
  return watched.flatMap((id) => {
    const entry = findEntry(after.entries, id);
    return entry === undefined
      ? []
      : createRuleResult(isActive(entry), `${id} listed as true`, describeEntry(entry), after.detail.reply, place);
  });
}

function judgeOthersUnswitched(moment: Moment): readonly RuleResult[] {
  const now = findActivated(moment);
  const before = findSenderBefore(moment);
  const after = findSenderAfter(moment);
  if (now === null) return [];
  return before.entries
    .filter(({ id }) => !sameId(id, now))
    .flatMap((was) => {
      const entry = findEntry(after.entries, was.id);
      return entry === undefined
        ? []
        : createRuleResult(entry.status === was.status, describeEntry(was), describeEntry(entry), after.detail.reply, place);
    });
}

function judgeFalse(moment: Moment): readonly RuleResult[] {
  const { result } = moment;
  if (result.name !== 'deactivate' || result.outcome !== 'accepted') return [];
  const was = findEntry(findSenderBefore(moment).entries, result.target);
  const is = findEntry(findSenderAfter(moment).entries, result.target);
  if (was?.status !== 'false' || is === undefined) return [];
  return [createRuleResult(!isActive(is), describeEntry(was), describeEntry(is), findSenderAfter(moment).detail.reply, place)];
}

/** Beneficiaries are listed as they were sent, and change by OP-13 alone (reading 21). */
export const listRules: readonly Rule[] = [
  { clause: 'OP7-LISTED-AS-SENT', by: 'shown', late: 'list', judge: judgeListedAsSent },
  { clause: 'OP7-LISTED-UNDER-ID', by: 'shown', late: 'list', judge: judgeListedUnderId },
  { clause: 'OP13-ACTIVATES-ONLY-THAT', by: 'shown', late: 'list', judge: judgeOthersUnswitched },
  { clause: 'OP13-ACTIVATES', by: 'shown', late: 'list', judge: judgeActivation },
  { clause: 'OP13-FALSE-DOES-NOT-ACTIVATE', by: 'shown', late: 'list', judge: judgeFalse },
];
