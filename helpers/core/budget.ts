import { Big } from 'big.js';
import type { CallEffect } from './effects.ts';

export interface UsageCounts {
  readonly otps: number;
  readonly transfers: number;
  readonly wrongCodes: number;
  readonly wrongLogins: number;
  /** Calls that left a sender, beneficiary, activation, eKYC request or MPIN behind, and operational writes. */
  readonly records: number;
}

export interface Usage extends UsageCounts {
  readonly amount: Big;
}

export interface Budget extends Omit<UsageCounts, 'records'> {
  /** An exact decimal; null where the money belongs to no one. */
  readonly amount: string | null;
  readonly records: number | null;
}

export type CampaignBudget = Budget & UsageCounts;

/** Checks and campaign have separate budgets, so neither takes what the other needs. */
type BudgetOwner = 'checks' | 'campaign';

/** Each counter by the same rule. */
export const mapCounts = (count: (counter: keyof UsageCounts) => number): UsageCounts => ({
  otps: count('otps'),
  transfers: count('transfers'),
  wrongCodes: count('wrongCodes'),
  wrongLogins: count('wrongLogins'),
  records: count('records'),
});

export const noUsage: Usage = { ...mapCounts(() => 0), amount: Big(0) };

interface BudgetUse {
  readonly effect: CallEffect;
  readonly amount: Big;
  readonly wrongCode: string | null;
  readonly wrongLogin: boolean;
}

const leavesRecord: ReadonlySet<CallEffect> = new Set(['leaves-record', 'operational-write']);

export const countUsage = ({ effect, amount, wrongCode, wrongLogin }: BudgetUse): Usage => ({
  otps: effect === 'sends-otp' ? 1 : 0,
  transfers: effect === 'moves-money' ? 1 : 0,
  amount: effect === 'moves-money' ? amount : Big(0),
  wrongCodes: wrongCode === null ? 0 : 1,
  wrongLogins: wrongLogin ? 1 : 0,
  records: leavesRecord.has(effect) ? 1 : 0,
});

/** What a refusal gives back. A wrong code or login was tried even when refused, so it stays counted. */
export const countRefund = (use: BudgetUse): Usage => ({ ...countUsage(use), wrongCodes: 0, wrongLogins: 0 });

export const addUsage = (one: Usage, other: Usage, by: 1 | -1 = 1): Usage => ({
  ...mapCounts((counter) => one[counter] + by * other[counter]),
  amount: one.amount.plus(other.amount.times(by)),
});

export const largerUsage = (one: Usage, other: Usage): Usage => ({
  ...mapCounts((counter) => Math.max(one[counter], other[counter])),
  amount: one.amount.gt(other.amount) ? one.amount : other.amount,
});

const adviceByOwner: Readonly<Record<BudgetOwner, string>> = {
  checks: 'as many as the approved bill allows its checks: plan again',
  campaign: 'as many as the bill allows its campaign: raise DMT_FUZZ_RUNS and plan again, or name fewer checks',
};

/** The exceeded part of the budget, in words; null when the request fits. */
export function describeExceededBudget(owner: BudgetOwner, budget: Budget | null, taken: Usage, use: BudgetUse): string | null {
  if (budget === null) return null;
  const own = countUsage(use);
  const after = addUsage(taken, own);
  const why = (what: string): string => `${what}, ${adviceByOwner[owner]}`;
  if (own.otps > 0 && after.otps > budget.otps) return why(`${taken.otps} OTPs asked for`);
  if (own.transfers > 0 && after.transfers > budget.transfers) return why(`${taken.transfers} transfers requested`);
  if (own.transfers > 0 && budget.amount !== null && after.amount.gt(budget.amount))
    return why(`${taken.amount.toFixed()} requested in transfers`);
  if (own.wrongCodes > 0 && after.wrongCodes > budget.wrongCodes) return why(`${taken.wrongCodes} wrong codes sent`);
  if (own.wrongLogins > 0 && after.wrongLogins > budget.wrongLogins) return why(`${taken.wrongLogins} wrong logins sent`);
  if (budget.records === null || own.records === 0 || after.records <= budget.records) return null;
  return why(`${taken.records} records left behind`);
}
