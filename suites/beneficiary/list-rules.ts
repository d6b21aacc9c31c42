import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { member } from '../../helpers/core/json.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import { readEntries, type AddedFact, type ListedEntry, type ListFacts, type SwitchedFact } from '../../helpers/judge/facts/lists.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { CheckContext, PassiveCheck } from '../../helpers/runner/check.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { Circumstance } from '../../specs/circumstances.ts';
import { judgeByFacts, ruleInSituations, situationByWay, type RuleRow, type Seen, type Situation } from '../support/fact-rule.ts';

interface SeenList extends Seen {
  readonly entries: readonly ListedEntry[];
  readonly list: ListFacts;
  readonly senderId: string;
}

type ListJudge = (seen: SeenList) => Judgement | null;

/** A list with a broken entry proves nothing about what is missing from it. */
const judgeList = (judge: ListJudge): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const { reply, call, listOf } = seen;
    if (reply.payload.findings.some(({ place }) => 'result.beneficiaries'.startsWith(place) || place.startsWith('result.beneficiaries')))
      return null;
    if (!Array.isArray(member(reply.result, 'beneficiaries'))) return null;
    const senderId = call.values['senderId'] ?? '';
    return judge({ ...seen, senderId, entries: readEntries(reply.result), list: listOf(senderId) });
  });

type Breach = Omit<Extract<Judgement, { held: false }>, 'held' | 'place'>;

const breach = ({ reply }: Seen, field: string, about: Breach): Judgement => ({
  held: false,
  place: formatPlace(reply, `result.beneficiaries${field}`),
  ...about,
});

const placeOf = ({ entries }: SeenList, entry: ListedEntry, field: string): string => `[${entries.indexOf(entry)}].${field}`;

/** A deactivated beneficiary may leave the list (reading 21). */
const wasSwitchedOff = ({ switched }: ListFacts, { id, at }: AddedFact): boolean =>
  switched.some((change) => !change.on && sameId(change.id, id) && change.at > at);

const missingText = (senderId: string, { account }: AddedFact): string => `${senderId} lists ${account}`;

/** What was seen in the list before does not lag any more; what was never seen may show later (reading 1). */
function judgeMissing(seen: SeenList, added: AddedFact): Judgement | null {
  const { list, senderId } = seen;
  if (list.isUncertain || wasSwitchedOff(list, added)) return null;
  const wasShown = list.shown.some(({ at, entries }) => at > added.at && entries.some(({ account }) => account === added.account));
  return breach(seen, '', {
    expected: 'the added account in the list',
    received: 'a list without it',
    deviation: 'missing',
    beside: [added.exchange],
    suspicion: { about: missingText(senderId, added), times: wasShown ? 2 : 3 },
  });
}

const withoutBlanks = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Letter case and repeated blanks of the holder name only raise a question (reading 21). */
function judgeEntry(seen: SeenList, added: AddedFact, entry: ListedEntry): Judgement | null {
  const beside = [added.exchange];
  if (entry.ifsc !== added.ifsc)
    return breach(seen, placeOf(seen, entry, 'ifscCode'), { expected: `"${added.ifsc}"`, received: `"${entry.ifsc}"`, beside });
  if (entry.name === added.name) return null;
  const isAlike = withoutBlanks(entry.name) === withoutBlanks(added.name);
  return breach(seen, placeOf(seen, entry, 'accountHolderName'), {
    expected: `"${added.name}"`,
    received: `"${entry.name}"`,
    beside,
    ...(isAlike && { atMost: 'warn' as const }),
  });
}

/** The entries of an account, where OP-7 added it anew; the one under the id of OP-7 first. */
const entriesOf = (entries: readonly ListedEntry[], { account, id }: AddedFact): readonly ListedEntry[] =>
  entries.filter((entry) => entry.account === account).toSorted((one, other) => Number(sameId(other.id, id)) - Number(sameId(one.id, id)));

const newlyAdded = ({ list }: SeenList): readonly AddedFact[] => list.added.filter(({ wasListed }) => !wasListed);

const isHard = (judgement: Judgement): boolean => !judgement.held && judgement.atMost === undefined && judgement.suspicion === undefined;

/** One judgement of several: the hardest breach decides. */
function decide(judgements: readonly (Judgement | null)[], dismisses: readonly string[]): Judgement | null {
  const broken = judgements.filter((each) => each !== null);
  const hardest = broken.find(isHard) ?? broken[0];
  if (judgements.length === 0) return null;
  return { ...(hardest ?? { held: true }), dismisses };
}

const judgeAsSent: ListJudge = (seen) => {
  const added = newlyAdded(seen);
  const pairs = added.map((one) => [one, entriesOf(seen.entries, one)[0]] as const);
  const judgements = pairs.map(([one, entry]) => (entry === undefined ? judgeMissing(seen, one) : judgeEntry(seen, one, entry)));
  const shown = pairs.flatMap(([one, entry]) => (entry === undefined ? [] : [missingText(seen.senderId, one)]));
  return shown.length === 0 && judgements.every((each) => each === null) ? null : decide(judgements, shown);
};

const judgeUnderId: ListJudge = (seen) => {
  const pairs = newlyAdded(seen).flatMap((added) => {
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

const isForeign = ({ addedElsewhere }: ListFacts, { account, id }: ListedEntry): boolean =>
  addedElsewhere.some((other) => other.account === account && sameId(other.id, id));

/** OP-7 gave the account another id: the clause of the id accuses that. */
const isUnderOtherId = ({ added }: ListFacts, { account, id }: ListedEntry): boolean =>
  added.some((own) => own.account === account && !sameId(own.id, id));

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length;

/** Uniqueness does not change by itself. An account counts where the run added it once, and for this sender alone. */
const judgeOnce: ListJudge = (seen) => {
  const { entries, list } = seen;
  if (entries.length === 0 || list.isAddedMeanwhile) return null;
  const accounts = newlyAdded(seen).map(({ account }) => account);
  const own = entries.filter((entry) => !isForeign(list, entry));
  const isListedTwice = (account: string): boolean =>
    accounts.indexOf(account) === accounts.lastIndexOf(account) && own.filter((entry) => entry.account === account).length > 1;
  if (!hasTwice(own.map(({ id, account }) => `${id} ${account}`)) && !accounts.some(isListedTwice)) return { held: true };
  return breach(seen, '', { expected: 'every beneficiary once', received: 'one of them twice', deviation: 'unexpected' });
};

const lastSwitch = ({ switched }: ListFacts, id: string): SwitchedFact | undefined => switched.findLast((change) => sameId(change.id, id));

/** The status may show late, so it accuses when three lists show it (readings 1 and 17). */
const judgeActivated: ListJudge = (seen) => {
  const { entries, list, senderId } = seen;
  if (list.isUncertain) return null;
  const activated = entries.flatMap((entry) => {
    const last = lastSwitch(list, entry.id);
    return last?.on === true ? [[entry, last] as const] : [];
  });
  const judgements = activated.map(([entry, { exchange }]) =>
    entry.status === 'true'
      ? null
      : breach(seen, placeOf(seen, entry, 'status'), {
          expected: '"true"',
          received: `"${entry.status}"`,
          beside: [exchange],
          suspicion: { about: `${senderId} ${entry.id} ${exchange}`, times: 3 },
        }),
  );
  const shown = activated.filter(([{ status }]) => status === 'true').map(([{ id }, { exchange }]) => `${senderId} ${id} ${exchange}`);
  return decide(judgements, shown);
};

/** A beneficiary that was listed as inactive, and that no call has asked to activate. */
const judgeNotActivated: ListJudge = (seen) => {
  const { entries, list } = seen;
  if (list.isUncertain) return null;
  const judgements = entries.flatMap((entry) => {
    const last = lastSwitch(list, entry.id);
    const before = list.shown.findLast(({ at }) => at <= (last?.after ?? 0))?.entries.find(({ id }) => sameId(id, entry.id));
    if (last?.on !== false || before?.status !== 'false') return [];
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

type PickStep = (journey: CustomerJourney) => Step<unknown>;

const situations = (pick: PickStep, circumstance: Circumstance = 'first'): readonly Situation[] => [
  { way: 'customer', ending: 'to the customer', circumstance, exercise: ({ use, journey }) => use(pick(journey.customer)) },
  {
    way: 'new-customer',
    ending: 'to a new customer',
    circumstance: 'another-sender',
    exercise: ({ use, journey }) => use(pick(journey.newCustomer)),
  },
];

const pickListed: PickStep = ({ beneficiaries }) => beneficiaries.listed;
const pickActivated: PickStep = ({ beneficiaries }) => beneficiaries.activated;
const exerciseListed = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.beneficiaries.listed);
const exerciseActivated = ({ use, journey }: CheckContext): Promise<unknown> => use(journey.customer.beneficiaries.activated);

const row = (clause: RuleRow['clause'], title: string, judge: ListJudge, exercise = exerciseListed): RuleRow => ({
  clause,
  operation: 'OP-6',
  title,
  judge: judgeList(judge),
  exercise,
});

/** What OP-7 and OP-13 did, every later list shows (reading 21). */
export const listRules: readonly PassiveCheck[] = [
  ...ruleInSituations(row('OP7-LISTED-AS-SENT', 'an added beneficiary is listed as it was sent', judgeAsSent), [
    ...situations(pickListed),
    situationByWay.many,
  ]),
  ...ruleInSituations(row('OP7-LISTED-UNDER-ID', 'an added beneficiary is listed under its id', judgeUnderId), [
    ...situations(pickListed),
    situationByWay.many,
  ]),
  ...ruleInSituations(row('OP13-ACTIVATES', 'an activated beneficiary is shown as active', judgeActivated, exerciseActivated), [
    ...situations(pickActivated),
    situationByWay['switched-off'],
  ]),
  ...ruleInSituations(row('OP6-LISTED-ONCE', 'every beneficiary is listed once', judgeOnce), [
    situationByWay['switched-off'],
    situationByWay.many,
  ]),
  ...ruleInSituations(
    row('OP13-FALSE-DOES-NOT-ACTIVATE', 'what OP-13 was asked with false stays inactive', judgeNotActivated, exerciseActivated),
    [situationByWay['switched-off']],
  ),
  ...ruleInSituations(row('OP13-ACTIVATES-ONLY-THAT', 'OP-13 changes no beneficiary but its own', judgeOthers, exerciseActivated), [
    { way: 'customer', ending: '(customer)', circumstance: 'first', exercise: exerciseActivated },
    situationByWay['switched-off'],
  ]),
];
