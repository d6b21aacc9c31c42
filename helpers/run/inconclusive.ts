import type { Outcome } from '../core/records/outcome.ts';
import { verdictsOnExchanges } from '../core/records/verdicts.ts';
import { outOfOrderReason } from '../session/doubt.ts';

/** These may work while the service does not. */
const clausesBesideOperations = /^(TOKEN|SWAGGER|ACTUATOR|ERROR|SERVICE)-/;

/** Why the environment kept the run from judging: it waited for the target in vain, or could judge nothing behind the token. Null otherwise. */
export function findInconclusiveReason(outcomes: readonly Outcome[]): string | null {
  if (outcomes.some(({ check, verdict }) => verdictsOnExchanges.has(verdict) && !clausesBesideOperations.test(check)))
    return outcomes.some(({ reason }) => reason === outOfOrderReason) ? outOfOrderReason : null;
  const ours = outcomes.find(({ verdict, cause, owner }) => verdict === 'blocked' && cause !== 'system-failure' && owner !== 'service');
  return ours?.reason ?? null;
}
