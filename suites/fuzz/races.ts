import type { Race } from '../../helpers/fuzz/races/race.ts';
import { races as raceTable } from '../../helpers/fuzz/races/races.ts';
import { raceNames, type RaceName } from '../../helpers/fuzz/findings/race-names.ts';
import { notApplicable, Stop } from '../../helpers/judge/stop.ts';
import { createFindingViolation } from '../../helpers/fuzz/findings/finding-violation.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';

async function mustHoldInRace(context: CheckContext, race: RaceName): Promise<void> {
  const { finding, sample, why } = await context.campaigns.races.run(context, race);
  context.addEvidence(finding?.exchanges ?? (sample === null ? [] : [sample]));
  if (finding !== null) throw createFindingViolation(finding, 'a race');
  if (sample !== null) return;
  throw why instanceof Stop ? why : notApplicable(why ?? 'no race came to its end');
}

const raceCheck = (race: RaceName): ActiveCheck => {
  const { clause, way = 'race', title }: Race = raceTable[race];
  return check(clause, way, title, { needs: 'races', race }, (context) => mustHoldInRace(context, race));
};

/** Sends calls at once. What they leave behind must be a result that some order of single calls has too. */
export const races: Suite = { name: 'Races', area: 'Fuzzing', checks: raceNames.map(raceCheck) };
