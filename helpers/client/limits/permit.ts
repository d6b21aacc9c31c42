import { Big } from 'big.js';
import { hostWithPort, namesHost } from '../../config/addresses.ts';
import { describeNotAllowed, prodReadsOnly, readOnlyReason } from '../../config/permissions.ts';
import type { Config } from '../../config/config.ts';
import type { VariableName } from '../../config/variables.ts';
import { describeExceededBudget, addUsage, type Usage } from '../../core/budget.ts';
import type { CallEffect } from '../../core/effects.ts';
import type { NamedValues } from './named-values.ts';
import { describeTooManyWrongCodes } from './wrong-codes.ts';
import { wrongLoginNames } from './wrong-logins.ts';

export interface Intent {
  readonly method: string;
  readonly effect: CallEffect;
  readonly heapdump: boolean;
  readonly tokenRequest: boolean;
  /** Money that an OP-9 requests; zero otherwise. */
  readonly amount: Big;
  /** The mobile for which the request sends a code known to be wrong, which may lock it. */
  readonly wrongCode: string | null;
  /** A token request other than the documented one, which may lock an agent or the client. */
  readonly wrongLogin: boolean;
  /** An odd call, or one made for odd ones. */
  readonly fuzzed: boolean;
  /** Counts against the budget of a fuzz campaign. */
  readonly campaign: boolean;
  /** Whom the request would register, activate or pay; absent for no one. */
  readonly named?: () => NamedValues;
}

export interface Spent extends Usage {
  readonly requests: number;
  readonly campaign: Usage;
  /** When any run recently sent wrong codes for this mobile; absent without a limit. */
  readonly recentWrongCodes?: readonly number[];
}

export interface NotPermitted {
  readonly ok: false;
  readonly reason: string;
  readonly cap: boolean;
  /** Another call of this kind may still leave. */
  readonly ofThisCall?: true;
}

export type Permit = { readonly ok: true } | NotPermitted;

export type Permissions = Pick<Config, 'target' | 'permissions' | 'limits'>;

type PermitRule = (config: Permissions, intent: Intent, spent: Spent) => string | null;

const hasEffect = ({ effect }: Intent): boolean => effect !== 'none';

const prodIsReadOnly: PermitRule = ({ target }, intent) => {
  if (target.kind !== 'prod' || intent.tokenRequest) return null;
  if (intent.wrongLogin) return `${readOnlyReason}: no wrong token request is sent there`;
  if (intent.heapdump) return `${readOnlyReason}, and a heap dump is not read there`;
  return intent.method === 'GET' && !hasEffect(intent) ? null : prodReadsOnly;
};

/** `A, B and C` */
const list = new Intl.ListFormat('en-GB');

const effectsNeedHosts: PermitRule = ({ target, permissions, limits }, intent) => {
  if (target.own || !hasEffect(intent)) return null;
  const addresses = [target.baseUrl, target.authUrl];
  const unnamed = addresses.filter((address) => !permissions.effectsOn.some((entry) => namesHost(entry, address)));
  const toHosts = (all: readonly string[]): readonly string[] => [...new Set(all.map(hostWithPort))];
  // Without a blank, the setting can be pasted into a shell.
  const settings = [`DMT_EFFECTS_ON=${toHosts(addresses).join(',')}`, ...limits.missingCaps];
  return unnamed.length === 0 ? null : `effects are not permitted on ${toHosts(unnamed).join(', ')}: set ${list.format(settings)}`;
};

const effectsNeedCaps: PermitRule = ({ target, limits }, intent) =>
  target.own || !hasEffect(intent) || limits.missingCaps.length === 0 ? null : `effects need caps: set ${list.format(limits.missingCaps)}`;

const operationalWritesNeedLeave: PermitRule = ({ permissions }, { effect }) =>
  effect !== 'operational-write' || permissions.allow.includes('operational-writes') ? null : describeNotAllowed('operational-writes');

const fuzzedEffectsNeedLeave: PermitRule = ({ permissions }, intent) =>
  !intent.fuzzed || !hasEffect(intent) || permissions.allow.includes('fuzz-effects') ? null : describeNotAllowed('fuzz-effects');

const wrongLoginsNeedLeave: PermitRule = ({ permissions }, { wrongLogin }) =>
  !wrongLogin || permissions.allow.includes('wrong-logins') ? null : describeNotAllowed('wrong-logins');

const describeReachedLimit = (what: string, name: VariableName, cap: number | string | null): string =>
  `${what} limit reached (${name}=${cap ?? ''}): raise it to test the rest`;

const isOverCap = (cap: number | null, used: number): boolean => cap !== null && used + 1 > cap;

export const describeOtpLimit = (cap: number | null): string => describeReachedLimit('OTP', 'DMT_MAX_OTPS', cap);

/** Null while the cap leaves room for one more. */
export const refuseWrongCode = (
  { wrongCodes: cap }: Permissions['limits'],
  { wrongCodes: sent }: Pick<Usage, 'wrongCodes'>,
): NotPermitted | null =>
  isOverCap(cap, sent) ? { ok: false, reason: describeReachedLimit('wrong-code', 'DMT_MAX_WRONG_CODES', cap), cap: true } : null;

const capsHold: PermitRule = ({ limits }, { effect, amount, wrongCode, wrongLogin }, spent) => {
  if (isOverCap(limits.requests, spent.requests))
    return `request limit of the approved bill reached (${limits.requests ?? ''}): plan again`;
  const noWrongCodeLeft = wrongCode === null ? null : refuseWrongCode(limits, spent);
  if (noWrongCodeLeft !== null) return noWrongCodeLeft.reason;
  if (wrongLogin && isOverCap(limits.wrongLogins, spent.wrongLogins))
    return `${describeReachedLimit('wrong-login', 'DMT_MAX_WRONG_LOGINS', limits.wrongLogins)}; all need ${wrongLoginNames.length}`;
  if (effect === 'sends-otp' && isOverCap(limits.otps, spent.otps)) return describeOtpLimit(limits.otps);
  if (effect !== 'moves-money') return null;
  if (isOverCap(limits.transfers, spent.transfers)) return describeReachedLimit('transfer', 'DMT_MAX_TRANSFERS', limits.transfers);
  const total = spent.amount.plus(amount);
  if (limits.spend === null || total.lte(limits.spend)) return null;
  return `${describeReachedLimit('money', 'DMT_MAX_SPEND', limits.spend)}; one more transfer makes it ${total.toFixed(2)}`;
};

const peopleAreSpared: PermitRule = (_, { wrongCode }, { recentWrongCodes = [] }) =>
  wrongCode === null ? null : describeTooManyWrongCodes(recentWrongCodes);

/** Checks and campaign never take each other's budget (decision 19). */
const budgetsHold: PermitRule = ({ limits: { budgets } }, intent, spent) =>
  intent.campaign
    ? describeExceededBudget('campaign', budgets.campaign, spent.campaign, intent)
    : describeExceededBudget('checks', budgets.checks, addUsage(spent, spent.campaign, -1), intent);

/** Rules that no setting can lift come first. */
const permitRules: readonly PermitRule[] = [
  prodIsReadOnly,
  effectsNeedHosts,
  effectsNeedCaps,
  operationalWritesNeedLeave,
  fuzzedEffectsNeedLeave,
  wrongLoginsNeedLeave,
  capsHold,
  budgetsHold,
  peopleAreSpared,
];

const capRules: ReadonlySet<PermitRule> = new Set([capsHold, budgetsHold]);

/** Decides for every request whether it may leave. A refusal says what to set. */
export function permit(config: Permissions, intent: Intent, spent: Spent): Permit {
  for (const rule of permitRules) {
    const reason = rule(config, intent, spent);
    if (reason !== null) return { ok: false, reason, cap: capRules.has(rule) };
  }
  return { ok: true };
}
