import { describeSightings } from '../../helpers/fuzz/findings/describe-sightings.ts';
import type { Finding } from '../../helpers/fuzz/findings/finding.ts';
import { createMust } from '../../helpers/judge/must.ts';
import type { Stop } from '../../helpers/judge/stop.ts';

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
