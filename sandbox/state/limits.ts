import type { User } from './store.ts';
import { paise, rupees, type Paise } from './money.ts';
import type { Policy } from '../service/policy.ts';

const limitsWithRest = (policy: Policy, sender: User): [string, Paise][] =>
  Object.entries(policy.sender.limits).map(([period, limit]) => [period, Math.max(0, (paise(limit) ?? 0) - sender.spent)]);

/** In rupees, by period. */
export const limitsLeft = (policy: Policy, sender: User): Record<string, number> =>
  Object.fromEntries(limitsWithRest(policy, sender).map(([period, left]) => [period, rupees(left)]));

export const limitsUsed = (policy: Policy, sender: User): Record<string, number> =>
  Object.fromEntries(Object.keys(policy.sender.limits).map((period) => [period, rupees(sender.spent)]));

export const withinLimits = (policy: Policy, sender: User, amount: Paise): boolean =>
  limitsWithRest(policy, sender).every(([, left]) => amount <= left);
