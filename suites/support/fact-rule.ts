import { apiCodes } from '../../specs/codes.ts';
import type { Circumstance } from '../../specs/circumstances.ts';
import type { ClauseId } from '../../specs/clauses.ts';
import type { OperationId } from '../../specs/operation.ts';
import type { Judgement, Suspicion } from '../../helpers/core/records/judgement.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import type { Moment } from '../../helpers/judge/facts/facts.ts';
import type { NamedCall } from '../../helpers/judge/facts/named-call.ts';
import { findingAround } from '../../helpers/judge/fields.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { rule, type CheckContext, type PassiveCheck } from '../../helpers/runner/check.ts';
import type { Circumstances } from '../../helpers/journey/circumstances/circumstances.ts';
import type { Step } from '../../helpers/session/session.ts';
import { useEmptiedAtOnce } from './transfer-outcome.ts';
import type { Exercise } from './exercise.ts';
import { allowRefusedAmount } from './refused-amount.ts';

/** A served answer, its request by the names of the document, and the facts before it. */
export interface Seen extends Moment {
  readonly reply: Reply;
  readonly call: NamedCall;
}

export type FactJudge = (seen: Seen) => Judgement | null;

/** Only a 2000 to a request that a documented form explains shows anything. Null from `judge`: nothing was established. */
export const judgeByFacts =
  (judge: FactJudge): PassiveCheck['judge'] =>
  (reply, moment) =>
    reply.status === 200 && reply.code === apiCodes.success && moment.call !== null ? judge({ ...moment, reply, call: moment.call }) : null;

interface Agreement {
  readonly place: string;
  readonly holds: boolean;
  readonly expected: string;
  readonly received: string;
  /** What established the expected value. */
  readonly beside: readonly (Dated | undefined)[];
  readonly atMost?: 'warn' | undefined;
  readonly suspicion?: Suspicion;
}

const listExchanges = (facts: readonly (Dated | undefined)[]): readonly string[] => facts.flatMap((fact) => fact?.exchange ?? []);

/** Null where the value at the place breaks a clause of its own. */
export function judgeAgreement(reply: Reply, { place, holds, expected, received, beside, atMost, suspicion }: Agreement): Judgement | null {
  if (findingAround(reply, place) !== undefined) return null;
  if (holds) return { held: true, ...(suspicion !== undefined && { dismisses: [suspicion.about] }) };
  return {
    held: false,
    expected,
    received,
    place: formatPlace(reply, place),
    beside: listExchanges(beside),
    ...(atMost !== undefined && { atMost }),
    ...(suspicion !== undefined && { suspicion }),
  };
}

export interface RuleRow {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  /** A present-tense fact; a circumstance is added to it. */
  readonly title: string;
  readonly judge: PassiveCheck['judge'];
  /** What makes sure that an answer can be judged. */
  readonly exercise: Exercise;
  readonly hardest?: 'warn';
}

/** One situation of a rule: its way in the check id, how the title ends, and what brings the situation about. */
export interface Situation {
  readonly way: string;
  readonly ending: string;
  readonly circumstance: Circumstance;
  readonly exercise: Exercise;
}

interface JourneySituation extends Omit<Situation, 'exercise'> {
  readonly step: (circumstances: Circumstances) => Step<unknown>;
}

const toSituation = ({ step, ...situation }: JourneySituation): Situation => ({
  ...situation,
  exercise: ({ use, journey }) => use(step(journey.circumstances)),
});

/** The situations of the journey that several rules share. */
export const situationByWay = {
  'four-digit': {
    way: 'four-digit',
    ending: 'for an amount of four digits',
    circumstance: 'four-digit',
    exercise: (context: CheckContext) => allowRefusedAmount(context, () => context.use(context.journey.circumstances.fourDigits)),
  },
  'at-once': { way: 'at-once', ending: 'where two are asked for at once', circumstance: 'two-at-once', exercise: useEmptiedAtOnce },
  'another-sender': toSituation({
    way: 'another-sender',
    ending: 'for another sender',
    circumstance: 'another-sender',
    step: ({ anotherSender }) => anotherSender,
  }),
  several: toSituation({
    way: 'several-transfers',
    ending: 'with several transfers',
    circumstance: 'several-transfers',
    step: ({ secondTransfer }) => secondTransfer,
  }),
  bank: toSituation({ way: 'bank', ending: 'paid from the bank', circumstance: 'bank', step: ({ bankTransfer }) => bankTransfer }),
  later: toSituation({
    way: 'later',
    ending: 'when asked again later',
    circumstance: 'later',
    step: ({ askedAgainLater }) => askedAgainLater,
  }),
  failed: toSituation({
    way: 'failed-later',
    ending: 'once it is FAILED, later',
    circumstance: 'failed',
    step: ({ failedLater }) => failedLater,
  }),
  'old-user': toSituation({
    way: 'old-user',
    ending: 'as an old user',
    circumstance: 'old-user',
    step: ({ oldUserTagged }) => oldUserTagged,
  }),
  'after-ekyc': toSituation({
    way: 'after-ekyc',
    ending: 'after its eKYC',
    circumstance: 'after-ekyc',
    step: ({ ekycSender }) => ekycSender.after,
  }),
  'with-mpin': {
    way: 'with-mpin',
    ending: 'once an MPIN is set',
    circumstance: 'with-mpin',
    exercise: ({ use, journey }: CheckContext) => use(journey.mpinConsent.elsewhere.tagAgain),
  },
  many: toSituation({
    way: 'many-beneficiaries',
    ending: 'among many',
    circumstance: 'several-beneficiaries',
    step: ({ manyBeneficiaries }) => manyBeneficiaries,
  }),
  'switched-off': toSituation({
    way: 'switched-off',
    ending: 'after one was switched off and on',
    circumstance: 'switched-off',
    step: ({ activatedAmongSeveral }) => activatedAmongSeveral,
  }),
} as const;

/** A rule over every answer of the run. */
export const ruleOverAll = ({ clause, title, hardest, ...row }: RuleRow, way = 'every-answer'): PassiveCheck =>
  rule(clause, way, title, { ...row, ...(hardest !== undefined && { hardest }) });

/** The same rule over every answer, and once for each situation, so that each is seen to be judged. */
export const ruleInSituations = (row: RuleRow, situations: readonly Situation[]): readonly PassiveCheck[] => [
  ruleOverAll(row),
  ...situations.map(({ way, ending, circumstance, exercise }) =>
    rule(row.clause, way, `${row.title} ${ending}`, {
      operation: row.operation,
      judge: row.judge,
      exercise,
      circumstance,
      ...(row.hardest !== undefined && { hardest: row.hardest }),
    }),
  ),
];
