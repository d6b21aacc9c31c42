import type { Outcome } from '../core/records/outcome.ts';

const judgingVerdicts = new Set(['pass', 'fail', 'warn', 'observed']);

/** These may work while the service does not. */
const clausesBesideOperations = /^(TOKEN|SWAGGER|ACTUATOR|ERROR|SERVICE)-/;

/** Why nothing behind the token could be judged; null when something was judged or the service is the cause. */
export function findInconclusiveReason(outcomes: readonly Outcome[]): string | null {
  if (outcomes.some(({ check, verdict }) => judgingVerdicts.has(verdict) && !clausesBesideOperations.test(check))) return null;
  const ours = outcomes.find(({ verdict, cause, owner }) => verdict === 'blocked' && cause !== 'system-failure' && owner !== 'service');
  return ours?.reason ?? null;
}
