import type { Reply } from '../../judge/reply.ts';
import { Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import type { WalkStep, StartName, FailingWalk } from '../findings/walk-steps.ts';
import type { Actor, Walk, Who } from '../model/model.ts';
import { starts } from './starts.ts';
import { everything, isReady, lookAround, takeStep, type Breach } from './step.ts';
import { openTally, type WalkTally } from './tally.ts';

/** Where walks are made: two senders of the suite's own. */
export interface SequenceContext {
  readonly deps: CampaignDependencies;
  readonly session: Session;
  readonly source: string;
  readonly actors: readonly [Actor, Actor];
  readonly patienceMs: number;
  /** Every answer since the last walk began. */
  readonly log: Reply[];
}

export const newActor = (who: Who, sender: Sender): Actor => ({ who, sender, activated: new Set() });

/** The senders as they are: whatever earlier walks, or earlier runs, have left is where this one begins. */
export async function openWalk({ deps, session, source, actors, patienceMs, log }: SequenceContext): Promise<Walk> {
  log.length = 0;
  const walk = { deps, session, source, patienceMs, actors, added: [], transfers: [] };
  return { ...walk, picture: await lookAround(walk, null, everything) };
}

/** How a walk went. */
export interface Played {
  readonly breach: Breach | null;
  /** Why it could not go on. */
  readonly stop: Stop | null;
  /** Every answer on the way. */
  readonly replies: readonly Reply[];
}

/** Only what the environment, the caps or the service's own refusals bring about ends a walk; anything else is our mistake. */
export async function caught<T>(act: () => Promise<T>): Promise<T | Stop> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
}

/** A kept walk once more: the same start and the same steps, as far as each is possible now. */
export async function play(course: SequenceContext, start: StartName, plan: readonly WalkStep[], tally: WalkTally): Promise<Played> {
  const outcome = await caught(async (): Promise<Breach | null> => {
    const walk = await openWalk(course);
    await starts[start](walk, tally);
    for (const step of plan) {
      if (!isReady(walk, step)) continue;
      const breach = await takeStep(walk, step, tally);
      if (breach !== null) return breach;
    }
    return null;
  });
  const replies = [...course.log];
  return outcome instanceof Stop ? { breach: null, stop: outcome, replies } : { breach: outcome, stop: null, replies };
}

/** Whether the senders stay as they are while nobody calls, after the same walk without its last step (reading 17). */
export async function staysAsItIs(course: SequenceContext, { start, steps }: FailingWalk): Promise<boolean> {
  const tally = openTally();
  const outcome = await caught(async () => {
    const walk = await openWalk(course);
    await starts[start](walk, tally);
    for (const step of steps.slice(0, -1)) if (isReady(walk, step)) await takeStep(walk, step, tally);
    const again = await lookAround(walk, walk.picture, everything);
    return ([0, 1] as const).every((who) => {
      const [one, other] = [walk.picture.senders[who], again.senders[who]];
      return JSON.stringify([one.accounts, one.entries, one.limits]) === JSON.stringify([other.accounts, other.entries, other.limits]);
    });
  });
  return outcome === true;
}
