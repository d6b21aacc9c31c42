import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { member } from '../../helpers/core/json.ts';
import { sameId } from '../../helpers/core/ids.ts';
import type { Beneficiary } from '../../helpers/judge/facts/beneficiaries.ts';
import { readEntries, type ListFacts } from '../../helpers/judge/facts/lists.ts';
import { findingIn } from '../../helpers/judge/fields.ts';
import { formatPlace } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import type { Step } from '../../helpers/session/session.ts';
import type { Circumstance } from '../../specs/circumstances.ts';
import { judgeByFacts, type RuleRow, type Seen, type Situation } from '../support/fact-rule.ts';

export interface SeenList extends Seen {
  readonly entries: readonly Beneficiary[];
  readonly list: ListFacts;
  readonly senderId: string;
}

export type ListJudge = (seen: SeenList) => Judgement | null;

/** A list with an unreadable entry proves nothing about what is missing from it. What a wrong type evidently says is read. */
const judgeList = (judge: ListJudge): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const { reply, call, listOf } = seen;
    if (findingIn(reply, 'result.beneficiaries') !== undefined) return null;
    if (!Array.isArray(member(reply.result, 'beneficiaries'))) return null;
    const senderId = call.values['senderId'] ?? '';
    return judge({ ...seen, senderId, entries: readEntries(reply.result), list: listOf(senderId) });
  });

type Breach = Omit<Extract<Judgement, { held: false }>, 'held' | 'place'>;

export const breach = ({ reply }: Seen, field: string, about: Breach): Judgement => ({
  held: false,
  place: formatPlace(reply, `result.beneficiaries${field}`),
  ...about,
});

export const placeOf = ({ entries }: SeenList, entry: Beneficiary, field: string): string => `[${entries.indexOf(entry)}].${field}`;

const isHard = (judgement: Judgement): boolean => !judgement.held && judgement.atMost === undefined && judgement.suspicion === undefined;

/** One judgement of several: the hardest breach decides. */
export function decide(judgements: readonly (Judgement | null)[], dismisses: readonly string[]): Judgement | null {
  const broken = judgements.filter((each) => each !== null);
  const hardest = broken.find(isHard) ?? broken[0];
  if (judgements.length === 0) return null;
  return { ...(hardest ?? { held: true }), dismisses };
}

export const isForeign = ({ addedElsewhere }: ListFacts, { account, id }: Beneficiary): boolean =>
  addedElsewhere.some((other) => other.account === account && sameId(other.id, id));

/** OP-7 gave the account another id: the clause of the id accuses that. */
export const isUnderOtherId = ({ added }: ListFacts, { account, id }: Beneficiary): boolean =>
  added.some((own) => own.account === account && !sameId(own.id, id));

export type PickStep = (journey: CustomerJourney) => Step<unknown>;

export const situations = (pick: PickStep, circumstance: Circumstance = 'first'): readonly Situation[] => [
  { way: 'customer', ending: 'to the customer', circumstance, exercise: ({ use, journey }) => use(pick(journey.customer)) },
  {
    way: 'new-customer',
    ending: 'to a new customer',
    circumstance: 'another-sender',
    exercise: ({ use, journey }) => use(pick(journey.newCustomer)),
  },
];

export const listRow = (clause: RuleRow['clause'], title: string, judge: ListJudge, exercise: RuleRow['exercise']): RuleRow => ({
  clause,
  operation: 'OP-6',
  title,
  judge: judgeList(judge),
  exercise,
});
