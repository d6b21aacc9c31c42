import type { Race } from '../../helpers/fuzz/races/race.ts';
import { races as raceTable } from '../../helpers/fuzz/races/races.ts';
import { raceNames, type RaceName } from '../../helpers/fuzz/findings/race-names.ts';
import { notApplicable, Stop, violation } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/runner/check.ts';

async function mustHoldAtOnce(stage: Stage, race: RaceName): Promise<void> {
  const { finding, samples, why } = await stage.campaigns.races.run(stage, race);
  for (const id of finding?.exchanges ?? samples) stage.trail.evidence.add(id);
  if (finding !== null) {
    const { clause, expected, received, place, deviation, firmness, mutation, exchanges, id } = finding;
    throw violation(
      clause,
      expected,
      received,
      place,
      exchanges.at(-1) ?? null,
      `Found by a race, ${firmness} (finding ${id}): ${mutation}.`,
      deviation,
    );
  }
  if (samples.length > 0) return;
  throw why instanceof Stop ? why : notApplicable(why ?? 'no race came to its end');
}

const atOnce = (race: RaceName): ActiveCheck => {
  const { clause, way = 'race', title }: Race = raceTable[race];
  return check({ id: `${clause}~${way}`, clause, title, needs: 'races', race }, (stage) => mustHoldAtOnce(stage, race));
};

/** Calls released together: whatever they leave behind could have come about one after another. */
export const races: Suite = { name: 'Races', area: 'Fuzzing', checks: raceNames.map(atOnce) };
