import type { Reply } from '../../judge/reply.ts';
import { Stop } from '../../judge/stop.ts';
import type { Session } from '../../session/session.ts';
import type { CampaignDependencies } from '../budget/campaign.ts';
import type { Sender } from '../../journey/sender/sender.ts';
import type { SequenceStep, StartName, FailingSequence } from '../findings/sequence-steps.ts';
import type { Participant, Sequence, Who } from '../model/model.ts';
import { leaveAside } from '../model/own-entries.ts';
import type { SenderView } from '../model/view.ts';
import { readStatus } from './calls.ts';
import { starts } from './starts.ts';
import { everything, isReady, readSnapshot, runJudgedStep, type RuleBreach } from './step.ts';
import { openCounts, type SequenceCounts } from './counts.ts';

export interface SequenceContext {
  readonly deps: CampaignDependencies;
  readonly session: Session;
  readonly source: string;
  readonly participants: readonly [Participant, Participant];
  readonly longestWaitMs: number;
  /** Every answer since the last sequence began. */
  readonly log: Reply[];
}

export const createParticipant = (who: Who, sender: Sender): Participant => ({
  who,
  sender,
  activated: new Set(),
  switchedOff: new Set(),
  calledOld: false,
});

/** Reads the senders as they are: the rules compare with what earlier sequences and runs left. */
export async function openSequence({ deps, session, source, participants, longestWaitMs, log }: SequenceContext): Promise<Sequence> {
  log.length = 0;
  const leftAside = [new Set<string>(), new Set<string>()] as const;
  const unread = { deps, session, source, longestWaitMs, participants, added: [], transfers: [], leftAside };
  const sequence = { ...unread, snapshot: await readSnapshot(unread, null, everything) };
  leaveAside(sequence);
  for (const actor of participants) if (!actor.calledOld) await readStatus(sequence, actor);
  return sequence;
}

interface PlayResult {
  readonly breach: RuleBreach | null;
  readonly stop: Stop | null;
  readonly replies: readonly Reply[];
}

/** Stops end a sequence: the environment, the caps or refusals of the service. Any other error is a bug of the suite. */
export async function catchStop<T>(act: () => Promise<T>): Promise<T | Stop> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
}

/** Replays a sequence: the same start and the same steps, as far as each is possible now. */
export async function playSequence(
  context: SequenceContext,
  start: StartName,
  plan: readonly SequenceStep[],
  counts: SequenceCounts,
): Promise<PlayResult> {
  const outcome = await catchStop(async (): Promise<RuleBreach | null> => {
    const sequence = await openSequence(context);
    await starts[start](sequence, counts);
    for (const step of plan) {
      if (!isReady(sequence, step)) continue;
      const breach = await runJudgedStep(sequence, step, counts);
      if (breach !== null) return breach;
    }
    return null;
  });
  const replies = [...context.log];
  return outcome instanceof Stop ? { breach: null, stop: outcome, replies } : { breach: outcome, stop: null, replies };
}

/** What may change of a sender: not which answers showed it. */
const describeView = ({ accounts: { mainAccount, cashbackAccount }, entries, limits }: SenderView): string =>
  JSON.stringify([mainAccount, cashbackAccount, entries, limits]);

/** Whether the senders stay unchanged without calls, after the same sequence without its last step (reading 17). */
export async function staysAsItIs(context: SequenceContext, { start, steps }: FailingSequence): Promise<boolean> {
  const counts = openCounts();
  const outcome = await catchStop(async () => {
    const sequence = await openSequence(context);
    await starts[start](sequence, counts);
    for (const step of steps.slice(0, -1)) if (isReady(sequence, step)) await runJudgedStep(sequence, step, counts);
    const again = await readSnapshot(sequence, sequence.snapshot, everything);
    return ([0, 1] as const).every((who) => describeView(sequence.snapshot.senders[who]) === describeView(again.senders[who]));
  });
  return outcome === true;
}
