import type { ClauseId } from '../../../specs/clauses.ts';
import { Stop } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import { catchStop, openSequence, type SequenceContext } from '../stateful/play.ts';
import type { RuleResult } from '../stateful/rules/rule.ts';
import { starts } from '../stateful/starts.ts';
import { openCounts } from '../stateful/counts.ts';
import type { RaceShown } from './race.ts';
import { races } from './races.ts';
import { type RunRace, type RaceName } from '../findings/race-names.ts';
import { listRaceSizes } from '../budget/sizes.ts';

interface RaceFinding extends RunRace {
  readonly clause: ClauseId;
  readonly result: RuleResult;
  /** How many repetitions showed it. */
  readonly cameBack: number;
  readonly replies: readonly Reply[];
}

interface RaceResult {
  readonly held: readonly RuleResult[];
  readonly finding: RaceFinding | null;
  /** Why the last round judged nothing. */
  readonly why: string | Stop | null;
  readonly rounds: number;
}

export const raceReplays = 3;

/** One round on two senders in their present state. */
export async function runRace(context: SequenceContext, { race, size }: RunRace): Promise<RaceShown | Stop> {
  return catchStop(async () => {
    const sequence = await openSequence(context);
    await starts['two-senders'](sequence, openCounts());
    return races[race].run(sequence, size);
  });
}

export interface RacePlan {
  readonly race: RaceName;
  readonly most: number;
  readonly more: () => boolean;
  /** The senders of the nth round: a race may empty their wallet. */
  readonly contextFor: (nth: number) => Promise<SequenceContext>;
}

const findBroken = (shown: RaceShown | Stop): RuleResult | undefined =>
  typeof shown === 'string' || shown instanceof Stop ? undefined : shown.find(({ held }) => !held);

/** Several rounds. The first round that breaks its clause is repeated, to see whether the breach comes back. */
export async function raceCampaign({ race, most, more, contextFor }: RacePlan): Promise<RaceResult> {
  const held: RuleResult[] = [];
  let why: RaceResult['why'] = null;
  let rounds = 0;
  const round = async (size: number): Promise<{ shown: RaceShown | Stop; replies: readonly Reply[] }> => {
    const context = await contextFor((rounds += 1));
    const shown = await runRace(context, { race, size });
    return { shown, replies: [...context.log] };
  };
  for (const size of listRaceSizes(most)) {
    if (rounds > 0 && !more()) break;
    const { shown, replies } = await round(size);
    const broken = findBroken(shown);
    if (broken !== undefined) {
      let cameBack = 0;
      for (let n = 0; n < raceReplays; n += 1) if (findBroken((await round(size)).shown) !== undefined) cameBack += 1;
      return { held, finding: { race, size, clause: races[race].clause, result: broken, cameBack, replies }, why, rounds };
    }
    if (typeof shown === 'string' || shown instanceof Stop) why = shown;
    else held.push(...shown);
  }
  return { held, finding: null, why, rounds };
}
