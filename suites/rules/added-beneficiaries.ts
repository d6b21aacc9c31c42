import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { sameId } from '../../helpers/core/ids.ts';
import type { AddedFact } from '../../helpers/judge/facts/list-changes.ts';
import { isAlikeName } from '../../helpers/judge/names.ts';
import type { Beneficiary } from '../../helpers/judge/facts/beneficiaries.ts';
import type { ListFacts } from '../../helpers/judge/facts/lists.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import { ruleInSituations, situationByWay } from '../support/fact-rule.ts';

import { breach, decide, isForeign, listRow, placeOf, situations, type ListJudge, type SeenList, type PickStep } from './list-rule.ts';

/** A deactivated beneficiary may leave the list (reading 21). */
const wasSwitchedOff = ({ switched }: ListFacts, { id, at }: AddedFact): boolean =>
  switched.some((change) => !change.on && sameId(change.id, id) && change.at > at);

/** A call off the record may have taken it off the list, unless a list has shown it since. */
const mayHaveLeft = ({ unseenAt, shown }: ListFacts, { account, after }: AddedFact): boolean =>
  after <= unseenAt && !shown.some(({ at, entries }) => at > unseenAt && entries.some((entry) => entry.account === account));

const missingText = (senderId: string, { account }: AddedFact): string => `${senderId} lists ${account}`;

/** It may show later, or come from a copy that is a moment behind (reading 1): a later list that shows it takes the accusation back. */
function judgeMissing(seen: SeenList, added: AddedFact): Judgement | null {
  const { list, senderId } = seen;
  if (list.isUncertain || wasSwitchedOff(list, added) || mayHaveLeft(list, added)) return null;
  return breach(seen, '', {
    expected: 'the added account in the list',
    received: 'a list without it',
    deviation: 'missing',
    beside: [added.exchange],
    suspicion: { about: missingText(senderId, added), times: 3, mayLag: true },
  });
}

/** Letter case and repeated blanks of the holder name only raise a question (reading 21). */
function judgeEntry(seen: SeenList, added: AddedFact, entry: Beneficiary): Judgement | null {
  const beside = [added.exchange];
  if (entry.account !== added.account)
    return breach(seen, placeOf(seen, entry, 'accountNumber'), { expected: `"${added.account}"`, received: `"${entry.account}"`, beside });
  if (entry.ifsc !== added.ifsc)
    return breach(seen, placeOf(seen, entry, 'ifscCode'), { expected: `"${added.ifsc}"`, received: `"${entry.ifsc}"`, beside });
  if (entry.name === added.name) return null;
  return breach(seen, placeOf(seen, entry, 'accountHolderName'), {
    expected: `"${added.name}"`,
    received: `"${entry.name}"`,
    beside,
    ...(isAlikeName(entry.name, added.name) && { atMost: 'warn' as const }),
  });
}

/** The entries of an account, where OP-7 added it anew; the one under the id of OP-7 first. */
const entriesOf = (entries: readonly Beneficiary[], { account, id }: AddedFact): readonly Beneficiary[] =>
  entries.filter((entry) => entry.account === account).toSorted((one, other) => Number(sameId(other.id, id)) - Number(sameId(one.id, id)));

/** Once it was listed under its id, an account there that no OP-7 added is the same beneficiary, shown otherwise. An id may be given anew. */
const findShownOtherwise = ({ entries, list }: SeenList, { account, id }: AddedFact): Beneficiary | undefined =>
  list.shown.some((one) => one.entries.some((entry) => entry.account === account && sameId(entry.id, id)))
    ? entries.find((entry) => sameId(entry.id, id) && !list.added.some((other) => other.account === entry.account))
    : undefined;

const newlyAdded = ({ list }: SeenList): readonly AddedFact[] => list.added.filter(({ wasListed }) => !wasListed);

/** What left the list when it was switched off may have another id when it is added again. */
const lastAdded = (seen: SeenList): readonly AddedFact[] =>
  newlyAdded(seen).filter(
    (added, nth, all) => !wasSwitchedOff(seen.list, added) || !all.slice(nth + 1).some(({ account }) => account === added.account),
  );

const judgeAsSent: ListJudge = (seen) => {
  const added = lastAdded(seen);
  const pairs = added.map((one) => [one, entriesOf(seen.entries, one)[0] ?? findShownOtherwise(seen, one)] as const);
  const judgements = pairs.map(([one, entry]) => (entry === undefined ? judgeMissing(seen, one) : judgeEntry(seen, one, entry)));
  const shown = pairs.flatMap(([one, entry]) => (entry === undefined ? [] : [missingText(seen.senderId, one)]));
  return shown.length === 0 && judgements.every((each) => each === null) ? null : decide(judgements, shown);
};

const judgeUnderId: ListJudge = (seen) => {
  const pairs = lastAdded(seen).flatMap((added) => {
    const [entry] = entriesOf(seen.entries, added);
    return entry === undefined || added.id === '' ? [] : [[added, entry] as const];
  });
  const judgements = pairs.map(([added, entry]) =>
    sameId(entry.id, added.id)
      ? null
      : breach(seen, placeOf(seen, entry, 'beneficiaryId'), { expected: added.id, received: entry.id, beside: [added.exchange] }),
  );
  return decide(judgements, []);
};

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length;

/** Uniqueness does not change by itself. An account counts where the run added it once, and for this sender alone. */
const judgeOnce: ListJudge = (seen) => {
  const { entries, list } = seen;
  if (entries.length === 0) return null;
  // While another sender adds an account, its entry may show here: another clause accuses that.
  // A call off the record may have added it again.
  const surelyOnce = newlyAdded(seen).filter(({ at }) => at > list.unseenAt);
  const accounts = list.isAddedMeanwhile ? [] : surelyOnce.map(({ account }) => account);
  const own = entries.filter((entry) => !isForeign(list, entry));
  const isListedTwice = (account: string): boolean =>
    accounts.indexOf(account) === accounts.lastIndexOf(account) && own.filter((entry) => entry.account === account).length > 1;
  if (!hasTwice(own.map(({ id, account }) => `${id} ${account}`)) && !accounts.some(isListedTwice)) return { held: true };
  return breach(seen, '', { expected: 'every beneficiary once', received: 'one of them twice', deviation: 'unexpected' });
};

const pickListed: PickStep = ({ beneficiaries }) => beneficiaries.listed;
const exerciseListed = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.beneficiaries.listed);

/** What OP-7 added, every later list shows (reading 21). */
export const addedBeneficiaryRules: readonly PassiveCheck[] = [
  ...ruleInSituations(listRow('OP7-LISTED-AS-SENT', 'an added beneficiary is listed as it was sent', judgeAsSent, exerciseListed), [
    ...situations(pickListed),
    situationByWay.many,
    situationByWay['after-ekyc'],
  ]),
  ...ruleInSituations(listRow('OP7-LISTED-UNDER-ID', 'an added beneficiary is listed under its id', judgeUnderId, exerciseListed), [
    ...situations(pickListed),
    situationByWay.many,
  ]),
  ...ruleInSituations(listRow('OP6-LISTED-ONCE', 'every beneficiary is listed once', judgeOnce, exerciseListed), [
    situationByWay['switched-off'],
    situationByWay.many,
  ]),
];
