import { Big } from 'big.js';
import { hostWithPort, namesHost } from '../../config/addresses.ts';
import { describeNotAllowed } from '../../config/permissions.ts';
import type { Config } from '../../config/config.ts';
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
  readonly owner: 'configuration';
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
  if (intent.wrongLogin) return 'prod is read-only: no wrong token request is sent there';
  if (intent.heapdump) return 'prod is read-only, and a heap dump is not read there';
  return intent.method === 'GET' && !hasEffect(intent) ? null : 'prod is read-only: only the token request and GET are sent';
};

const effectsNeedHosts: PermitRule = ({ target, permissions }, intent) => {
  if (target.own || !hasEffect(intent)) return null;
  const unnamed = [target.baseUrl, target.authUrl].filter((address) => !permissions.effectsOn.some((entry) => namesHost(entry, address)));
  const hosts = [...new Set(unnamed.map(hostWithPort))].join(', ');
  return hosts === '' ? null : `effects are not permitted on ${hosts}: name every host of both addresses in DMT_EFFECTS_ON`;
};

const effectsNeedCaps: PermitRule = ({ target, limits }, intent) =>
  target.own || !hasEffect(intent) || limits.capsSet ? null : 'effects need caps: set DMT_MAX_SPEND, DMT_MAX_TRANSFERS and DMT_MAX_OTPS';

const operationalWritesNeedLeave: PermitRule = ({ permissions }, { effect }) =>
  effect !== 'operational-write' || permissions.allow.includes('operational-writes') ? null : describeNotAllowed('operational-writes');

const fuzzedEffectsNeedLeave: PermitRule = ({ permissions }, intent) =>
  !intent.fuzzed || !hasEffect(intent) || permissions.allow.includes('fuzz-effects') ? null : describeNotAllowed('fuzz-effects');

const wrongLoginsNeedLeave: PermitRule = ({ permissions }, { wrongLogin }) =>
  !wrongLogin || permissions.allow.includes('wrong-logins') ? null : describeNotAllowed('wrong-logins');

const isOverCap = (cap: number | null, used: number): boolean => cap !== null && used + 1 > cap;

/** Null while the cap leaves room for one more. */
export const refuseWrongCode = ({ wrongCodes: cap }: Permissions['limits'], { wrongCodes: sent }: Usage): NotPermitted | null =>
  isOverCap(cap, sent)
    ? { ok: false, reason: `${sent} wrong codes sent: DMT_MAX_WRONG_CODES is reached`, owner: 'configuration', cap: true }
    : null;

const capsHold: PermitRule = ({ limits }, { effect, amount, wrongCode, wrongLogin }, spent) => {
  if (isOverCap(limits.requests, spent.requests)) return `${spent.requests} requests sent, as many as the approved bill allows`;
  const noWrongCodeLeft = wrongCode === null ? null : refuseWrongCode(limits, spent);
  if (noWrongCodeLeft !== null) return noWrongCodeLeft.reason;
  if (wrongLogin && isOverCap(limits.wrongLogins, spent.wrongLogins))
    return `${spent.wrongLogins} wrong logins sent: DMT_MAX_WRONG_LOGINS is reached; all of them need ${wrongLoginNames.length}`;
  if (effect === 'sends-otp' && isOverCap(limits.otps, spent.otps)) return `${spent.otps} OTPs asked for: DMT_MAX_OTPS is reached`;
  if (effect !== 'moves-money') return null;
  if (isOverCap(limits.transfers, spent.transfers)) return `${spent.transfers} transfers requested: DMT_MAX_TRANSFERS is reached`;
  const total = spent.amount.plus(amount);
  if (limits.spend === null || total.lte(limits.spend)) return null;
  return `${amount.toFixed()} in addition to the ${spent.amount.toFixed()} requested would exceed DMT_MAX_SPEND=${limits.spend}`;
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
    if (reason !== null) return { ok: false, reason, owner: 'configuration', cap: capRules.has(rule) };
  }
  return { ok: true };
}
