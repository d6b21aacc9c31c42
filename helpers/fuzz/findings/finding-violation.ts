import { describeSightings } from './describe-sightings.ts';
import type { Finding } from './finding.ts';
import { createMust } from '../../judge/must.ts';
import type { Stop } from '../../judge/stop.ts';

/** Accuses by the clause of a finding. The exchange that decided is its last. */
export function createFindingViolation(finding: Finding, foundBy: 'a race' | 'a sequence', atMost?: 'warn'): Stop {
  const { clause, expected, received, place, deviation, mutation, exchanges } = finding;
  return createMust(clause).violation({
    expected,
    received,
    place,
    exchange: exchanges.at(-1) ?? null,
    effect: `Found by ${foundBy}: ${mutation}. ${describeSightings(finding)}`,
    deviation,
    atMost,
  });
}
