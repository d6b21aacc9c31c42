import { Big } from 'big.js';
import { member } from '../../helpers/core/json.ts';
import type { Dated } from '../../helpers/judge/facts/dated.ts';
import {
  readLimits,
  readLimitsLeft,
  type AskedTransfer,
  type LimitFacts,
  type LimitsFact,
  type LimitsLeft,
} from '../../helpers/judge/facts/limits.ts';
import { findingIn } from '../../helpers/judge/fields.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import type { PassiveCheck } from '../../helpers/runner/check.ts';
import { judgeByFacts, type Seen } from '../support/fact-rule.ts';

/** Two answers of OP-6 of one sender, one after the other. */
export interface LimitPair {
  readonly was: LimitsFact;
  readonly is: LimitsFact;
  readonly facts: LimitFacts;
}

export interface LimitDoubt {
  /** A second transfer has to show it too: a new period may have begun between both answers (reading 20). */
  readonly isWeak?: boolean;
  /** The calls between both. */
  readonly beside: readonly Dated[];
  /** What is doubted, where answers of any sender may show it again; else these limits alone. */
  readonly about?: string;
  /** A later answer that shows what was missing, or that it is as before. */
  readonly isTakenBack: (later: LimitsFact) => boolean;
}

/** `dismisses`: others use the sender, so what is doubted has another reason. */
type Judged = LimitDoubt | { readonly dismisses: string } | 'held' | null;

export type JudgeLimitPair = (pair: LimitPair) => Judged;

const isDoubt = (judged: Judged): judged is LimitDoubt => judged !== null && judged !== 'held' && 'isTakenBack' in judged;

export const periodsOf = (was: LimitsLeft, is: LimitsLeft) =>
  [...was].flatMap(([period, left]) => {
    const now = is.get(period);
    return now === undefined ? [] : [{ period, was: left, is: now }];
  });

export const hasLimitFallen = (was: LimitsLeft, is: LimitsLeft): boolean => periodsOf(was, is).some((each) => each.is.lt(each.was));

export const isBetween =
  ({ was, is }: Readonly<{ was: Dated; is: Dated }>) =>
  ({ after, at }: Pick<Dated, 'after' | 'at'>): boolean =>
    after >= was.at && at <= is.after;

const sumAmounts = (asked: readonly AskedTransfer[]): Big | null =>
  asked.reduce<Big | null>((sum, { amount }) => (sum === null || amount === null ? null : sum.plus(amount)), new Big(0));

/** Whether some period fell by all of these amounts. */
export const coversAll = (was: LimitsLeft, is: LimitsLeft, asked: readonly AskedTransfer[]): boolean => {
  const sum = sumAmounts(asked);
  return sum !== null && periodsOf(was, is).some((each) => each.was.minus(each.is).gte(sum));
};

const describe = (left: LimitsLeft): string => [...left].map(([period, value]) => `${period} ${value.toFixed()}`).join(', ');

const aboutLimits = ({ exchange }: LimitsFact): string => `the limits that ${exchange} shows`;

interface JudgedPair {
  readonly pair: LimitPair;
  readonly judged: Judged;
}

function judgeAll(judgePair: JudgeLimitPair, facts: LimitFacts, now: LimitsFact): readonly JudgedPair[] {
  const answers = [...facts.shown, now];
  return answers.flatMap((is, at) => {
    const was = answers[at - 1];
    const pair = was === undefined || was.at > is.after ? null : { was, is, facts };
    return pair === null ? [] : [{ pair, judged: judgePair(pair) }];
  });
}

const listDoubts = (all: readonly JudgedPair[]) => all.flatMap(({ pair, judged }) => (isDoubt(judged) ? [{ ...pair, ...judged }] : []));

/** Where an answer shows limits, and what is known of them. */
interface Readings {
  readonly place: string;
  readonly facts: LimitFacts;
  readonly now: LimitsFact;
}

const dateNow = ({ exchange }: Reply, left: LimitsLeft): LimitsFact => ({
  exchange: exchange.id,
  at: Infinity,
  after: exchange.after ?? 0,
  left,
});

/** Null where the limits break a clause of their own. */
function readDetails({ reply, call, limitsOf }: Seen): Readings | null {
  const place = 'result.limitLeft';
  if (findingIn(reply, place) !== undefined) return null;
  return { place, facts: limitsOf(call.values['senderId'] ?? ''), now: dateNow(reply, readLimitsLeft(reply.result)) };
}

/** OP-14 shows limits too. */
export function readBalances({ reply, call, limitsOf, balanceOf }: Seen): Readings | null {
  const senderId = call.values['senderId'] ?? '';
  const shown = balanceOf(senderId).shown.map(({ limits, ...dated }) => ({ ...dated, left: limits }));
  return {
    place: 'result.limits',
    facts: { ...limitsOf(senderId), shown },
    now: dateNow(reply, readLimits(member(reply.result, 'limits'))),
  };
}

/** Judges the newest pair. Earlier pairs that raised a doubt may be cleared up by this answer. */
export const judgePairs = (
  judgePair: JudgeLimitPair,
  expected: (was: string) => string,
  read: (seen: Seen) => Readings | null = readDetails,
): PassiveCheck['judge'] =>
  judgeByFacts((seen) => {
    const readings = read(seen);
    if (readings === null) return null;
    const { place, facts, now } = readings;
    const all = judgeAll(judgePair, facts, now);
    const newest = all.find(({ pair }) => pair.is === now);
    const doubts = listDoubts(all.filter((each) => each !== newest));
    const late = doubts.filter((each) => each.isTakenBack(now));
    const lasting = doubts.filter((each) => !each.isTakenBack(now));
    const judged = newest?.judged ?? null;
    const besides = judged !== null && judged !== 'held' && 'dismisses' in judged ? [judged.dismisses] : [];
    const dismisses = [...late.map(({ is, about }) => about ?? aboutLimits(is)), ...besides];
    if (newest === undefined || !isDoubt(judged) || (judged.isWeak === true && lasting.length === 0))
      return judged === 'held' || dismisses.length > 0 ? { held: true, dismisses } : null;
    const { about, beside } = judged;
    return {
      held: false,
      expected: expected(describe(newest.pair.was.left)),
      received: describe(now.left),
      place: formatPlace(seen.reply, place),
      beside: [newest.pair.was.exchange, ...beside.map((each) => each.exchange)],
      suspicion: about === undefined ? { about: aboutLimits(now), times: 2 } : { about, times: 2, mayLag: true },
      dismisses,
    };
  });
