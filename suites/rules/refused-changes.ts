import type { Judgement, Suspicion } from '../../helpers/core/records/judgement.ts';
import { sameId } from '../../helpers/core/ids.ts';
import type { AddedFact, SwitchedFact } from '../../helpers/judge/facts/list-changes.ts';
import type { Beneficiary } from '../../helpers/judge/facts/beneficiaries.ts';
import type { ListFact, ListFacts } from '../../helpers/judge/facts/lists.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { ruleOverAll } from '../support/fact-rule.ts';

import { breach, decide, isUnderOtherId, listRow, placeOf, type ListJudge, type SeenList } from './list-rule.ts';

/** The list before the refused call, where nothing has changed it since without naming what it changed. */
function findListBefore({ shown, unseenAt, unnamedAt }: ListFacts, { after }: { readonly after: number }): ListFact | undefined {
  const before = shown.findLast(({ at }) => at <= after);
  return before !== undefined && unseenAt <= after && unnamedAt < before.after ? before : undefined;
}

/** Another sender added the account under this id, or under one that is not known: its entry may show here, which has a clause of its own. */
const mayBeOfAnother = ({ addedElsewhere, isAddedMeanwhile }: ListFacts, { account, id }: Beneficiary): boolean =>
  isAddedMeanwhile || addedElsewhere.some((other) => other.account === account && (other.id === '' || sameId(other.id, id)));

/** No served OP-7 of this sender named the account. */
function judgeAdded(seen: SeenList, refused: AddedFact): Judgement | 'held' | null {
  const { list, entries } = seen;
  const before = findListBefore(list, refused);
  const isAccount = ({ account }: Pick<Beneficiary, 'account'>): boolean => account === refused.account;
  if (before === undefined || refused.account === '' || before.entries.some(isAccount)) return null;
  if (list.added.some(isAccount)) return null;
  const entry = entries.find(isAccount);
  if (entry === undefined) return 'held';
  if (mayBeOfAnother(list, entry)) return null;
  return breach(seen, placeOf(seen, entry, 'accountNumber'), {
    expected: 'a list without the account of a refused call',
    received: 'the account in the list',
    beside: [refused.exchange],
  });
}

/** An older list showed it so: a copy that lags may show that list again, until a later one shows the newer status (reading 1). */
const wasSoEarlier = ({ shown }: ListFacts, entry: Beneficiary): boolean =>
  shown.some(({ entries }) => entries.some(({ id, status }) => sameId(id, entry.id) && status === entry.status));

/** The suspicion that a refused call has activated its beneficiary. Another beneficiary that becomes active alone takes it back. */
const aboutActive = ({ exchange }: AddedFact | SwitchedFact): string => `${exchange} activates`;

/** A newer status may be shown after an older list. A beneficiary may become active by itself. What else changes needs no second look. */
function suspectOf(list: ListFacts, refused: SwitchedFact, entry: Beneficiary): Suspicion | undefined {
  if (wasSoEarlier(list, entry)) return { about: refused.exchange, times: 2, mayLag: true };
  return entry.status === 'true' ? { about: aboutActive(refused), times: 1, mayLag: true } : undefined;
}

/**
 * No served OP-13 asked for the status that is shown, which a list may show late, or for another beneficiary, which has a clause of its own.
 * A bank that refused the account may have ended it.
 */
function judgeSwitched(seen: SeenList, refused: SwitchedFact): Judgement | 'held' | null {
  const { list, entries } = seen;
  const isIt = ({ id }: Pick<Beneficiary, 'id'>): boolean => sameId(id, refused.id);
  const shown = findListBefore(list, refused);
  const before = shown?.entries.find(isIt);
  const entry = entries.find(isIt);
  if (shown === undefined || before === undefined || entry === undefined || isUnderOtherId(list, entry)) return null;
  const asked = String(refused.on);
  if (entry.status === before.status) return before.status === asked ? null : 'held';
  if (list.switchedAnywhere.some((change) => isIt(change) && String(change.on) === entry.status)) return null;
  if (list.switched.some((change) => !isIt(change) && change.at > shown.at)) return null;
  if (entry.status === 'false' && seen.before.hasFailedTo(seen.senderId, entry.id)) return null;
  const suspicion = suspectOf(list, refused, entry);
  return breach(seen, placeOf(seen, entry, 'status'), {
    expected: `"${before.status}", as before a refused call`,
    received: `"${entry.status}"`,
    beside: [refused.exchange],
    // Where something else activates too, the list can change without a call (reading 17).
    ...(entry.status === 'true' && list.hasTurnedOnAlone() && { atMost: 'warn' }),
    ...(suspicion !== undefined && { suspicion }),
  });
}

/** What a refused call asked for does not show later, whoever sent it. A change of what it named needs no repeat (reading 17). */
const judgeRefused =
  (ended: 'refused' | 'wrong-code'): ListJudge =>
  (seen) => {
    const { list } = seen;
    if (list.isUncertain) return null;
    const refused = list.refused.filter((each) => each.ended === ended);
    const judged = refused.flatMap((each) => {
      const found = each.kind === 'added' ? judgeAdded(seen, each) : judgeSwitched(seen, each);
      return found === null ? [] : [{ found, about: each.exchange }];
    });
    return decide(
      judged.map(({ found }) => (found === 'held' ? null : found)),
      [
        ...judged.flatMap(({ found, about }) => (found === 'held' ? [about] : [])),
        ...(list.hasTurnedOnAlone() ? refused.map(aboutActive) : []),
      ],
    );
  };

export const listedAfterRefusal: PassiveCheck = ruleOverAll(
  listRow('REFUSAL-NOTHING-CHANGED', 'what a refused call asked for is not listed later', judgeRefused('refused'), ({ use, journey }) =>
    use(journey.refusals.groupOf('inactive-beneficiary-OP-9').closingDetail),
  ),
  'listed-later',
);

export const listedAfterWrongCode: PassiveCheck = ruleOverAll(
  listRow(
    'CONSENT-WRONG-NO-EFFECT',
    'what was asked with a wrong OTP or MPIN is not listed later',
    judgeRefused('wrong-code'),
    async ({ use, after, journey }) => {
      await after(journey.mpinConsent.elsewhere.listed);
      return use(journey.mpinConsent.beneficiary);
    },
  ),
  'listed-later',
);
