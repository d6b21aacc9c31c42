import { sameId } from '../../../core/same-id.ts';
import type { Added } from '../../model/model.ts';
import type { Entry, SenderView } from '../../model/view.ts';
import { actorOf, ownAfter, ownBefore, say, type Moment, type Rule, type Said } from './rule.ts';

const place = 'result.beneficiaries';

const told = (entry: Entry | undefined): string =>
  entry === undefined ? 'no such beneficiary' : `${entry.id}: ${entry.account}, ${entry.ifsc}, ${entry.name}, ${String(entry.active)}`;

const byId = ({ entries }: SenderView, id: string): Entry | undefined => entries.find((entry) => sameId(entry.id, id));

const listed = (moment: Moment, one: Added): SenderView => moment.after.senders[one.who];

const asSent = (one: Added, entry: Entry): boolean => entry.account === one.account && entry.ifsc === one.ifsc && entry.name === one.name;

/** Under its id as sent; a list that has the account under another id is judged by the next rule. */
function listedAsSent(moment: Moment): readonly Said[] {
  return moment.walk.added.flatMap((one) => {
    const view = listed(moment, one);
    const entry = byId(view, one.id);
    if (entry === undefined && view.entries.some(({ account }) => account === one.account)) return [];
    const wanted = `${one.id}: ${one.account}, ${one.ifsc}, ${one.name}`;
    return say(entry !== undefined && asSent(one, entry), wanted, told(entry), view.detail.reply, place);
  });
}

function listedUnderId(moment: Moment): readonly Said[] {
  return moment.walk.added.flatMap((one) => {
    const view = listed(moment, one);
    const same = view.entries.filter(({ account }) => account === one.account);
    if (same.length === 0) return [];
    const held = same.some(({ id }) => sameId(id, one.id));
    return say(held, `account ${one.account} under ${one.id}`, same.map(({ id }) => id).join(', '), view.detail.reply, place);
  });
}

const switchedOn = ({ deed }: Moment): string | null =>
  deed.object === true && deed.outcome === 'accepted' && deed.target !== undefined ? deed.target : null;

/** The one that was activated is active, and stays so but for OP-13 with `false` or a registration anew. */
function activates(moment: Moment): readonly Said[] {
  const [before, after] = [ownBefore(moment), ownAfter(moment)];
  const { deed } = moment;
  const now = switchedOn(moment);
  const again = deed.readded === true || deed.object === false ? deed.target : undefined;
  const kept = before.entries.filter(
    ({ id, active }) => active && actorOf(moment).activated.has(id) && id !== again && deed.added?.id !== id,
  );
  const watched = [...kept.map(({ id }) => id), ...(now === null || byId(before, now) === undefined ? [] : [now])];
  return watched.flatMap((id) => {
    const entry = byId(after, id);
    return entry === undefined ? [] : say(entry.active, `${id} listed as true`, told(entry), after.detail.reply, place);
  });
}

function activatesOnlyThat(moment: Moment): readonly Said[] {
  const [now, before, after] = [switchedOn(moment), ownBefore(moment), ownAfter(moment)];
  if (now === null) return [];
  return before.entries
    .filter(({ id }) => !sameId(id, now))
    .flatMap((was) => {
      const entry = byId(after, was.id);
      return entry === undefined ? [] : say(entry.active === was.active, told(was), told(entry), after.detail.reply, place);
    });
}

function falseDoesNotActivate(moment: Moment): readonly Said[] {
  const { deed } = moment;
  if (deed.object !== false || deed.outcome !== 'accepted' || deed.target === undefined) return [];
  const [was, is] = [byId(ownBefore(moment), deed.target), byId(ownAfter(moment), deed.target)];
  if (was?.active !== false || is === undefined) return [];
  return [say(!is.active, told(was), told(is), ownAfter(moment).detail.reply, place)];
}

/** Beneficiaries are listed as they were sent and change by OP-13 alone (reading 21). */
export const listRules: readonly Rule[] = [
  { clause: 'OP7-LISTED-AS-SENT', by: 'shown', judge: listedAsSent },
  { clause: 'OP7-LISTED-UNDER-ID', by: 'shown', judge: listedUnderId },
  { clause: 'OP13-ACTIVATES-ONLY-THAT', by: 'shown', judge: activatesOnlyThat },
  { clause: 'OP13-ACTIVATES', by: 'shown', judge: activates },
  { clause: 'OP13-FALSE-DOES-NOT-ACTIVATE', by: 'shown', judge: falseDoesNotActivate },
];
