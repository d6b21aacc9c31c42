import type { Reply } from '../../judge/reply.ts';
import { Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import type { SequenceStep, StartName, FailingSequence } from '../findings/sequence-steps.ts';
import type { Participant, Sequence, Who } from '../model/model.ts';
import { starts } from './starts.ts';
import { everything, isReady, readSnapshot, runJudgedStep, type RuleBreach } from './step.ts';
import { openTally, type SequenceTally } from './tally.ts';

/** Where walks are made: two senders of the suite's own. */
export interface SequenceContext {
  readonly deps: CampaignDependencies;
  readonly session: Session;
  readonly source: string;
  readonly participants: readonly [Participant, Participant];
  readonly patienceMs: number;
  /** Every answer since the last walk began. */
  readonly log: Reply[];
}

export const createParticipant = (who: Who, sender: Sender): Participant => ({ who, sender, activated: new Set() });

/** The senders as they are: whatever earlier walks, or earlier runs, have left is where this one begins. */
export async function openSequence({ deps, session, source, participants, patienceMs, log }: SequenceContext): Promise<Sequence> {
  log.length = 0;
  const walk = { deps, session, source, patienceMs, participants, added: [], transfers: [] };
  return { ...walk, snapshot: await readSnapshot(walk, null, everything) };
}

/** How a walk went. */
interface PlayResult {
  readonly breach: RuleBreach | null;
  /** Why it could not go on. */
  readonly stop: Stop | null;
  /** Every answer on the way. */
  readonly replies: readonly Reply[];
}

/** Only what the environment, the caps or the service's own refusals bring about ends a walk; anything else is our mistake. */
export async function catchStop<T>(act: () => Promise<T>): Promise<T | Stop> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
}

/** A kept walk once more: the same start and the same steps, as far as each is possible now. */
export async function playSequence(
  course: SequenceContext,
  start: StartName,
  plan: readonly SequenceStep[],
  tally: SequenceTally,
): Promise<PlayResult> {
  const outcome = await catchStop(async (): Promise<RuleBreach | null> => {
    const walk = await openSequence(course);
    await starts[start](walk, tally);
    for (const step of plan) {
      if (!isReady(walk, step)) continue;
      const breach = await runJudgedStep(walk, step, tally);
      if (breach !== null) return breach;
    }
    return null;
  });
  const replies = [...course.log];
  return outcome instanceof Stop ? { breach: null, stop: outcome, replies } : { breach: outcome, stop: null, replies };
}

/** Whether the senders stay as they are while nobody calls, after the same walk without its last step (reading 17). */
export async function staysAsItIs(course: SequenceContext, { start, steps }: FailingSequence): Promise<boolean> {
  const tally = openTally();
  const outcome = await catchStop(async () => {
    const walk = await openSequence(course);
    await starts[start](walk, tally);
    for (const step of steps.slice(0, -1)) if (isReady(walk, step)) await runJudgedStep(walk, step, tally);
    const again = await readSnapshot(walk, walk.snapshot, everything);
    return ([0, 1] as const).every((who) => {
      const [one, other] = [walk.snapshot.senders[who], again.senders[who]];
      return JSON.stringify([one.accounts, one.entries, one.limits]) === JSON.stringify([other.accounts, other.entries, other.limits]);
    });
  });
  return outcome === true;
}
