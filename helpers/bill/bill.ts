import { Big } from 'big.js';
import { version } from '../config/version.ts';
import { campaignRow } from '../fuzz/budget/campaign-cost.ts';
import { isOfCampaign } from '../runner/check.ts';
import { configurationFingerprint, planFingerprint, suiteFingerprint } from '../report/fingerprint/fingerprints.ts';
import type { Plan } from '../runner/plan.ts';
import type { TargetKind } from '../config/settings.ts';
import type { CampaignBudget } from '../core/budget.ts';
import type { Config } from '../config/config.ts';
import type { Caps, RunCost } from './cost.ts';
import type { RequestedTransfer } from './meter.ts';
import type { DryRun } from './dry-run.ts';
import { sha256 } from '../core/sha256.ts';

/** Fingerprints of what a bill was made for. A bill fits a run only when all three are equal. */
export interface BilledRun {
  readonly suite: string;
  readonly checks: string;
  /** Excludes secrets and people; includes how many mobiles and accounts there are. */
  readonly configuration: string;
}

interface LeftOut {
  readonly reason: string;
  readonly owner: string;
  readonly checks: readonly string[];
}

/** `schemas/bill.schema.json`: what a run will check and cost. A person approves it before anything is sent. */
export interface Bill {
  readonly schemaVersion: 2;
  readonly writtenAt: string;
  readonly suiteVersion: string;
  readonly target: TargetKind;
  readonly hosts: readonly string[];
  readonly profile: string;
  readonly selection: readonly string[] | null;
  readonly occasion: BilledRun;
  readonly checks: { readonly planned: number; readonly willRun: readonly string[]; readonly leftOut: readonly LeftOut[] };
  /** Cost on a service that behaves plainly. */
  readonly usual: RunCost;
  /** Cost on the most expensive service that the specification allows. An approved bill caps the checks to this. */
  readonly atMost: Caps;
  readonly messages: Readonly<Record<string, number>>;
  /** Number of transfers whose amount depends on the sender's balance or limits. The service should refuse them, or they should fail. */
  readonly beyondMeans: number;
  /**
   * Cases for each place, seconds, whether the campaign may have effects, and its checks among the planned and among those that will run;
   * null without a campaign.
   */
  readonly fuzz: {
    readonly runs: number;
    readonly seconds: number;
    readonly effects: boolean;
    readonly checks?: number;
    readonly willRun?: number;
  } | null;
  /** Highest cost of the campaign, which the fields above exclude; null without a campaign. An approved bill caps the campaign to this. */
  readonly campaign: CampaignBudget | null;
}

export function fingerprintBilledRun(config: Config, plan: Plan): BilledRun {
  const { people, beneficiary, otp, credentials } = config;
  const means = [people.spareMobiles.length, beneficiary.accounts.length, otp.mpin !== null, credentials.otherAgent !== null];
  return {
    suite: suiteFingerprint(),
    checks: planFingerprint(plan.entries.map(({ planned }) => planned)),
    configuration: sha256(JSON.stringify([configurationFingerprint(config.public), means])),
  };
}

/** Reasons quote the sandbox's address; the bill shows the target's address instead. */
function groupLeftOut({ outcomes }: DryRun, sandboxConfig: Config, { target }: Config): LeftOut[] {
  const [host = ''] = sandboxConfig.target.hosts;
  // A setting has no blank, so that it can be pasted.
  const showTarget = (reason: string): string =>
    reason.replaceAll(`=${host}`, `=${target.hosts.join(',')}`).replaceAll(host, target.hosts.join(', '));
  const untried = outcomes
    .filter(({ verdict }) => verdict === 'untried')
    .map(({ reason, ...outcome }) => ({ ...outcome, reason: reason === null ? null : showTarget(reason) }));
  return [...Map.groupBy(untried, ({ reason, owner }) => `${owner ?? ''} ${reason ?? ''}`).values()].map((group) => ({
    reason: group[0]?.reason ?? 'without a stated reason',
    owner: group[0]?.owner ?? 'suite',
    checks: group.map(({ check }) => check),
  }));
}

/** By role, because a bill must not show mobile numbers; in the order of the configuration. */
function countMessagesByRole({ people }: Config, messages: DryRun['messages']): Record<string, number> {
  const role = (mobile: string): string => {
    if (mobile === people.customerMobile) return 'customer';
    if (mobile === people.subAgentMobile) return 'sub-agent';
    const nth = people.spareMobiles.indexOf(mobile);
    return nth < 0 ? 'others' : `spare mobile ${nth + 1}`;
  };
  const configured = [people.customerMobile, people.subAgentMobile, ...people.spareMobiles];
  const rank = (mobile: string): number => (configured.includes(mobile) ? configured.indexOf(mobile) : configured.length);
  const inOrder = [...messages].toSorted(([one], [other]) => rank(one) - rank(other));
  return Object.fromEntries(inOrder.map(([mobile, count]) => [role(mobile), count]));
}

/** Transfers whose amount differs with another purse: these amounts are unknown until the sender is read. */
function findBeyondMeans(one: DryRun, other: DryRun): readonly RequestedTransfer[] {
  const amounts = Map.groupBy(other.requestedTransfers, ({ purpose }) => purpose);
  return one.requestedTransfers.filter(({ purpose, amount }) => amounts.get(purpose)?.every((ask) => ask.amount !== amount) === true);
}

/** Subtracts the amounts that follow from the sandbox's purse. */
function subtractGuessedAmounts({ cost }: DryRun, beyond: readonly RequestedTransfer[]): RunCost {
  const guessed = beyond.filter(({ accepted }) => accepted).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  return { ...cost, amount: new Big(cost.amount).minus(guessed).toFixed() };
}

/** Reserve for repeated reads and for longer PENDING transfers. */
const requestReserve = 1.05;

/** Checks run at the same time. Which of them finds a code or a transfer ready to use differs in each run. */
const concurrencySlack = 3;
function capWithSlack(one: number, other: number, cap: number | null): number {
  const most = Math.max(one, other);
  return Math.min(most === 0 ? 0 : most + concurrencySlack, cap ?? Infinity);
}

/** The most that was asked for at one moment, and what so many more could ask for beside it: those of the largest amounts. */
function sumMoneyWithSlack({ mostSpent, requestedTransfers }: DryRun): Big {
  const largest = requestedTransfers.map(({ amount }) => amount).toSorted((one, other) => other - one);
  return largest.slice(0, concurrencySlack).reduce((sum, amount) => sum.plus(amount), mostSpent.amount);
}

function computeCaps(usual: DryRun, costly: DryRun, { limits }: Config, openEnded: boolean): Caps {
  const [one, other] = [sumMoneyWithSlack(usual), sumMoneyWithSlack(costly)];
  const mostAsked = one.gt(other) ? one : other;
  const cap = limits.spend === null ? null : new Big(limits.spend);
  // The sender's balance is unknown, so only the configured cap limits amounts beyond it.
  const amount = cap !== null && (openEnded || mostAsked.gt(cap)) ? cap : mostAsked;
  return {
    requests: Math.ceil(Math.max(usual.cost.requests, costly.cost.requests) * requestReserve),
    otps: capWithSlack(usual.mostSpent.otps, costly.mostSpent.otps, limits.otps),
    transfers: capWithSlack(usual.mostSpent.transfers, costly.mostSpent.transfers, limits.transfers),
    amount: amount.toFixed(),
    wrongCodes: Math.max(usual.mostSpent.wrongCodes, costly.mostSpent.wrongCodes),
    wrongLogins: Math.max(usual.mostSpent.wrongLogins, costly.mostSpent.wrongLogins),
  };
}

export function buildBill(config: Config, plan: Plan, sandboxConfig: Config, usual: DryRun, costly: DryRun): Bill {
  const leftOut = groupLeftOut(usual, sandboxConfig, config);
  const neverRun = new Set(leftOut.flatMap(({ checks }) => checks));
  const ids = plan.entries.map(({ planned }) => planned.id);
  const beyond = config.target.own ? [] : findBeyondMeans(usual, costly);
  const { runs, seconds } = config.fuzz;
  const ofCampaign = plan.entries.filter(({ check }) => isOfCampaign(check));
  const parts = ofCampaign.map(({ check }) => check);
  const willRun = ofCampaign.filter(({ planned }) => !neverRun.has(planned.id)).length;
  const effects = config.permissions.allow.includes('fuzz-effects');
  const { kind, hosts } = config.target;
  return {
    schemaVersion: 2,
    writtenAt: new Date().toISOString(),
    suiteVersion: version,
    target: kind,
    hosts,
    profile: config.selection.profile,
    selection: config.selection.checks,
    occasion: fingerprintBilledRun(config, plan),
    checks: { planned: ids.length, willRun: ids.filter((id) => !neverRun.has(id)), leftOut },
    usual: subtractGuessedAmounts(usual, beyond),
    atMost: computeCaps(usual, costly, config, beyond.length > 0),
    messages: countMessagesByRole(sandboxConfig, usual.messages),
    beyondMeans: beyond.length,
    fuzz: parts.length > 0 ? { runs, seconds, effects, checks: parts.length, willRun } : null,
    campaign: parts.length > 0 ? campaignRow(parts, config) : null,
  };
}
