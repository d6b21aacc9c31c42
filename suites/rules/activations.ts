import { sameId } from '../../helpers/core/ids.ts';
import type { SwitchedFact } from '../../helpers/judge/facts/list-changes.ts';
import type { ListFacts } from '../../helpers/judge/facts/lists.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import { ruleInSituations, situationByWay } from '../support/fact-rule.ts';

import { breach, decide, isForeign, isUnderOtherId, listRow, placeOf, situations, type ListJudge, type PickStep } from './list-rule.ts';

const lastSwitch = ({ switched }: ListFacts, id: string): SwitchedFact | undefined => switched.findLast((change) => sameId(change.id, id));

/** Nothing off the record may have switched it again since. */
function lastCertainSwitch(list: ListFacts, id: string): SwitchedFact | undefined {
  const last = lastSwitch(list, id);
  return last !== undefined && last.after > list.unseenAt ? last : undefined;
}

const wasShown = ({ shown }: ListFacts, status: 'true' | 'false', id: string, since: number): boolean =>
  shown.some(({ at, entries }) => at > since && entries.some((entry) => sameId(entry.id, id) && entry.status === status));

/** What was shown as active and is inactive now: two such lists accuse, whosever they are (reading 17). */
const turnedInactive = 'active beneficiaries that turned inactive';

const listStatuses = ({ shown }: ListFacts, id: string, since: number): readonly string[] =>
  shown.filter(({ at }) => at > since).flatMap(({ entries }) => entries.find((entry) => sameId(entry.id, id))?.status ?? []);

/** A copy that lags shows an older list between two newer ones. */
function turnedBack(list: ListFacts, id: string, since: number): boolean {
  const later = listStatuses(list, id, since);
  return later.includes('true') && later.lastIndexOf('false') > later.indexOf('true');
}

/** Such a copy was seen to lag before, so a further older list shows nothing new. */
function hasLagged(list: ListFacts, id: string, since: number): boolean {
  const later = listStatuses(list, id, since);
  const [, ...turns] = later.slice(later.indexOf('true')).filter((status, place, all) => status !== all[place - 1]);
  return turns.join() === 'false,true' || turns.length > 2;
}

/** The status may show late, so it accuses when four lists show it (readings 1 and 17). A bank that refused the account may have ended it. */
const judgeActivated: ListJudge = (seen) => {
  const { entries, list, senderId, before } = seen;
  if (list.isUncertain) return null;
  const activated = entries.flatMap((entry) => {
    const last = lastCertainSwitch(list, entry.id);
    return last?.on === true && !before.hasFailedTo(senderId, entry.id) ? [[entry, last] as const] : [];
  });
  const judgements = activated.map(([entry, { exchange, at }]) =>
    entry.status === 'true' || hasLagged(list, entry.id, at)
      ? null
      : breach(seen, placeOf(seen, entry, 'status'), {
          expected: '"true"',
          received: `"${entry.status}"`,
          beside: [exchange],
          suspicion: wasShown(list, 'true', entry.id, at)
            ? { about: turnedInactive, times: 2, mayLag: true }
            : { about: `${senderId} ${entry.id} ${exchange}`, times: 4, mayLag: true },
        }),
  );
  const active = activated.filter(([{ status }]) => status === 'true');
  const shown = active.map(([{ id }]) => id);
  // It shows that an earlier activation was late too.
  const late = list.switched.filter(({ on, id }) => on && shown.some((each) => sameId(each, id)));
  const hasTurnedBack = active.some(([{ id }, { at }]) => turnedBack(list, id, at));
  return decide(judgements, [
    ...late.map(({ id, exchange }) => `${senderId} ${id} ${exchange}`),
    ...(hasTurnedBack ? [turnedInactive] : []),
  ]);
};

/** A beneficiary that was listed as inactive, and that no call has asked to activate. What happens later is up to something else. */
const judgeNotActivated: ListJudge = (seen) => {
  const { entries, list } = seen;
  if (list.isUncertain) return null;
  const judgements = entries.flatMap((entry) => {
    const last = lastCertainSwitch(list, entry.id);
    const before = list.shown.findLast(({ at }) => at <= (last?.after ?? 0))?.entries.find(({ id }) => sameId(id, entry.id));
    // A list may show an earlier activation late.
    const wasAsked = list.switched.some(({ id, on }) => on && sameId(id, entry.id));
    if (wasAsked || last?.on !== false || before?.status !== 'false' || wasShown(list, 'false', entry.id, last.at)) return [];
    const received = { expected: '"false"', received: '"true"', beside: [last.exchange] };
    return [entry.status === 'true' ? breach(seen, placeOf(seen, entry, 'status'), received) : null];
  });
  return decide(judgements, []);
};

/** Beneficiaries that no call named since the last list. The list may change by itself, so two such changes accuse (reading 17). */
const judgeOthers: ListJudge = (seen) => {
  const { entries, list } = seen;
  const { last, switched } = list;
  const since = switched.filter(({ at }) => at > (last?.after ?? 0));
  if (last === undefined || since.length === 0 || list.isUncertain) return null;
  const judgements = last.entries.flatMap((before) => {
    const now = entries.find(({ id }) => sameId(id, before.id));
    if (now === undefined || isForeign(list, before) || isUnderOtherId(list, before) || since.some(({ id }) => sameId(id, before.id)))
      return [];
    // The list may show late what an earlier call asked for.
    if (now.status === before.status || now.status === String(lastSwitch(list, now.id)?.on)) return [null];
    return [
      breach(seen, placeOf(seen, now, 'status'), {
        expected: `"${before.status}", as before`,
        received: `"${now.status}"`,
        beside: [last.exchange, ...since.map(({ exchange }) => exchange)],
        suspicion: { about: 'beneficiaries that no call named', times: 2 },
      }),
    ];
  });
  return decide(judgements, []);
};

const pickActivated: PickStep = ({ beneficiaries }) => beneficiaries.activated;
const exerciseActivated = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.beneficiaries.activated);

/** What OP-13 was asked, every later list shows (reading 21). */
export const activationRules: readonly PassiveCheck[] = [
  ...ruleInSituations(listRow('OP13-ACTIVATES', 'an activated beneficiary is shown as active', judgeActivated, exerciseActivated), [
    ...situations(pickActivated),
    situationByWay['switched-off'],
    situationByWay.many,
  ]),
  ...ruleInSituations(
    listRow(
      'OP13-FALSE-DOES-NOT-ACTIVATE',
      'what OP-13 was asked with false stays inactive',
      judgeNotActivated,
      situationByWay['switched-off'].exercise,
    ),
    [situationByWay['switched-off']],
  ),
  ...ruleInSituations(listRow('OP13-ACTIVATES-ONLY-THAT', 'OP-13 changes no beneficiary but its own', judgeOthers, exerciseActivated), [
    { way: 'customer', ending: '(customer)', circumstance: 'first', exercise: exerciseActivated },
    situationByWay['switched-off'],
  ]),
];
