import type { ClauseId } from '../../../specs/clauses.ts';
import { Stop } from '../../judge/stop.ts';
import type { Reply } from '../../judge/reply.ts';
import { caught, openWalk, type SequenceContext } from '../stateful/play.ts';
import type { Said } from '../stateful/rules/rule.ts';
import { starts } from '../stateful/starts.ts';
import { openTally } from '../stateful/tally.ts';
import type { Shown } from './race.ts';
import { races } from './races.ts';
import { type RunRace, type RaceName } from '../findings/race-names.ts';
import { sizesFor } from '../budget/race-sizes.ts';

export interface RaceFinding extends RunRace {
  readonly clause: ClauseId;
  readonly said: Said;
  /** How often it came back when it was run again. */
  readonly cameBack: number;
  readonly replies: readonly Reply[];
}

/** What the rounds of a race came to. */
export interface Raced {
  readonly held: readonly Said[];
  readonly finding: RaceFinding | null;
  /** Why nothing was judged, the last time. */
  readonly why: string | Stop | null;
  readonly rounds: number;
}

export const raceReplays = 3;

/** One round on two senders as they are. */
export async function runRace(course: SequenceContext, { race, size }: RunRace): Promise<Shown | Stop> {
  return caught(async () => {
    const walk = await openWalk(course);
    await starts['two-senders'](walk, openTally());
    return races[race].run(walk, size);
  });
}

export interface RacePlan {
  readonly race: RaceName;
  readonly most: number;
  readonly more: () => boolean;
  /** Senders for the nth round: a race may empty their wallet. */
  readonly courseFor: (nth: number) => Promise<SequenceContext>;
}

const brokenIn = (shown: Shown | Stop): Said | undefined =>
  typeof shown === 'string' || shown instanceof Stop ? undefined : shown.find(({ held }) => !held);

/** Several rounds; the first that breaks its clause is run again, to tell whether it comes back. */
export async function raceCampaign({ race, most, more, courseFor }: RacePlan): Promise<Raced> {
  const held: Said[] = [];
  let why: Raced['why'] = null;
  let rounds = 0;
  const round = async (size: number): Promise<{ shown: Shown | Stop; replies: readonly Reply[] }> => {
    const course = await courseFor((rounds += 1));
    const shown = await runRace(course, { race, size });
    return { shown, replies: [...course.log] };
  };
  for (const size of sizesFor(most)) {
    if (rounds > 0 && !more()) break;
    const { shown, replies } = await round(size);
    const said = brokenIn(shown);
    if (said !== undefined) {
      let cameBack = 0;
      for (let n = 0; n < raceReplays; n += 1) if (brokenIn((await round(size)).shown) !== undefined) cameBack += 1;
      return { held, finding: { race, size, clause: races[race].clause, said, cameBack, replies }, why, rounds };
    }
    if (typeof shown === 'string' || shown instanceof Stop) why = shown;
    else held.push(...shown);
  }
  return { held, finding: null, why, rounds };
}
