import type { Outcome } from '../core/records/outcome.ts';

const judgingVerdicts = new Set(['pass', 'fail', 'warn', 'observed']);

/** What may work while the service itself does not. */
const clausesBesideOperations = /^(TOKEN|SWAGGER|ACTUATOR|ERROR|SERVICE)-/;

/** Nothing of the interface behind the token could be judged, and it was not the service that kept us from it. */
export function findInconclusiveReason(outcomes: readonly Outcome[]): string | null {
  if (outcomes.some(({ check, verdict }) => judgingVerdicts.has(verdict) && !clausesBesideOperations.test(check))) return null;
  const ours = outcomes.find(({ verdict, cause, owner }) => verdict === 'blocked' && cause !== 'system-failure' && owner !== 'service');
  return ours?.reason ?? null;
}
