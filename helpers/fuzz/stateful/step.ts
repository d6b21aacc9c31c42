import { commands } from './commands.ts';
import { type SequenceStep } from '../findings/sequence-steps.ts';
import { findTransfer, hasOpenTransfer, type CommandResult, type SequenceTransfer, type Sequence } from '../model/model.ts';
import { rules } from './rules/all.ts';
import { isAsSent } from './rules/lists.ts';
import type { Moment, Rule, RuleResult } from './rules/rule.ts';
import type { SequenceCounts } from './counts.ts';
import { hasFallen, readBalances } from '../../journey/transfer/balance.ts';
import { lastReading, poll, pollLast } from '../../session/poll.ts';
import { findNotServedStop } from '../../judge/served.ts';
import {
  findEntry,
  isOpenTransfer,
  readSenderView,
  readTransferView,
  readBalance,
  type SequenceSnapshot,
  type SenderView,
  type TransferView,
} from '../model/view.ts';

export interface RuleBreach {
  readonly rule: Rule;
  readonly result: RuleResult;
}

/** Older transfers were read often enough. */
const transfersRead = 3;

/** A sequence without its snapshot. */
type UnreadSequence = Omit<Sequence, 'snapshot'>;

const pollTransferView = (
  { deps, session, participants, longestWaitMs }: UnreadSequence,
  { who, correlationId, invoices }: SequenceTransfer,
): Promise<TransferView> =>
  pollLast(
    () => readTransferView(session, participants[who].sender, correlationId, invoices.at(-1) ?? null),
    (view) => view.unusable !== null || !isOpenTransfer(view),
    deps.waits.upTo('final-status', longestWaitMs),
  );

/** A paid transfer shows in the balance sooner or later (reading 20). */
async function pollSenderView(sequence: UnreadSequence, who: 0 | 1, views: SequenceSnapshot['transfers']): Promise<SenderView> {
  const { deps, session, participants, longestWaitMs } = sequence;
  const { sender } = participants[who];
  const underWay = hasOpenTransfer(sequence, who, views);
  const view = await pollLast(
    () => readSenderView(deps, session, sender),
    () => underWay || !deps.pendingDebits.hasPending(sender.senderId),
    deps.waits.upTo(deps.pendingDebits.findAwaited(sender.senderId), longestWaitMs),
  );
  if (!underWay && longestWaitMs > 0) deps.pendingDebits.writeOff(sender.senderId);
  return view;
}

/** What a call may have changed beyond its own sender, and what is therefore read after it. */
interface ReadScope {
  /** All of the other sender; else only its balance, which costs no code. */
  readonly lists: boolean;
  /** Ended transfers too. */
  readonly ended: boolean;
}

export const everything: ReadScope = { lists: true, ended: true };

const chooseReadScope = ({ name }: CommandResult): ReadScope => {
  const pays = name === 'pay' || name === 'pay-again';
  return { lists: !pays && name !== 'is-old' && name !== 'balance-foreign-session', ended: pays || name === 'set-mpin' };
};

/**
 * Reads the other sender's balance with its present session.
 * Reads the whole sender where that session served once, or where a debit is pending.
 */
async function readBalanceAlone(
  sequence: UnreadSequence,
  who: 0 | 1,
  seen: SenderView,
  views: SequenceSnapshot['transfers'],
): Promise<SenderView> {
  const balance = await readBalance(sequence.session, sequence.participants[who].sender, seen.balanceSession);
  const { senderId } = sequence.participants[who].sender;
  if (findNotServedStop(balance) !== null || sequence.deps.pendingDebits.hasPending(senderId)) return pollSenderView(sequence, who, views);
  return { ...seen, balance, accounts: readBalances(balance) };
}

/** Reads everything a call may have changed. Transfers come first, since reading one may settle it. */
export async function readSnapshot(
  sequence: UnreadSequence,
  before: SequenceSnapshot | null,
  { lists, ended }: ReadScope,
  by: 0 | 1 = 0,
): Promise<SequenceSnapshot> {
  const views: SequenceSnapshot['transfers'] = before?.transfers ?? new Map();
  const newest = sequence.transfers.slice(-transfersRead).filter(({ correlationId }) => {
    const view = views.get(correlationId);
    return ended || view === undefined || isOpenTransfer(view);
  });
  const seen = await Promise.all(newest.map(async (each) => [each.correlationId, await pollTransferView(sequence, each)] as const));
  const transfers = new Map([...views, ...seen]);
  const view = (who: 0 | 1): Promise<SenderView> =>
    lists || who === by || before === null
      ? pollSenderView(sequence, who, transfers)
      : readBalanceAlone(sequence, who, before.senders[who], transfers);
  return { senders: await Promise.all([view(0), view(1)]), transfers };
}

/** OP-6 may show a change of the list a moment late (reading 1), and OP-14 the money of a failed transfer (reading 20). */
export async function readUntilShown(
  sequence: UnreadSequence & Pick<Sequence, 'snapshot'>,
  late: 'list' | 'refund',
  isShown: (snapshot: SequenceSnapshot) => boolean,
  scope = everything,
  by: 0 | 1 = 0,
): Promise<SequenceSnapshot> {
  const read = (): Promise<SequenceSnapshot> => readSnapshot(sequence, sequence.snapshot, scope, by);
  const readings = await poll(read, isShown, sequence.deps.waits.upTo(late, sequence.longestWaitMs), { sparing: true });
  return lastReading(readings);
}

/** What the sender's list shows of its own OP-7 or OP-13, and its balance of its own transfer that failed. */
function showsEffect(result: CommandResult, { senders, transfers }: SequenceSnapshot): boolean {
  const { entries, accounts } = senders[result.who];
  const transfer = findTransfer(result);
  if (transfer !== null) {
    const hasFailed = transfer.wasClear && transfers.get(transfer.correlationId)?.transferStatus === 'FAILED';
    return !hasFailed || !hasFallen(transfer.before.accounts, accounts);
  }
  if (result.name === 'add') return result.added === null || isAsSent(result.added, findEntry(entries, result.added.id));
  return result.name !== 'activate' || result.outcome !== 'accepted' || findEntry(entries, result.target)?.status !== 'false';
}

function findBreach(moment: Moment, counts: SequenceCounts): RuleBreach | null {
  for (const rule of rules) {
    const results = rule.judge(moment);
    counts.noteJudged(rule.clause, results);
    const broken = results.find(({ held }) => !held);
    if (broken !== undefined) return { rule, result: broken };
  }
  return null;
}

/** Makes one call and reads everything it may have changed. */
export async function runStep(sequence: Sequence, { command, who, pick }: SequenceStep, counts: SequenceCounts): Promise<CommandResult> {
  const result = await commands[command].act(sequence, sequence.participants[who], pick);
  counts.noteCommand(command, result);
  const late = findTransfer(result) === null ? 'list' : 'refund';
  const isShown = (snapshot: SequenceSnapshot): boolean => showsEffect(result, snapshot);
  sequence.snapshot = await readUntilShown(sequence, late, isShown, chooseReadScope(result), who);
  return result;
}

/** The same, judged by the rules; returns the first breach. */
export async function runJudgedStep(sequence: Sequence, step: SequenceStep, counts: SequenceCounts): Promise<RuleBreach | null> {
  const before = sequence.snapshot;
  const result = await runStep(sequence, step, counts);
  if (result.outcome === 'unclear') return null;
  const createMoment = (after: SequenceSnapshot): Moment => ({ sequence, before, result, after });
  const breach = findBreach(createMoment(sequence.snapshot), counts);
  // What the call itself changed was waited for already.
  if (breach?.rule.late === undefined || !showsEffect(result, sequence.snapshot)) return breach;
  const { judge, late } = breach.rule;
  const isHeld = (after: SequenceSnapshot): boolean => judge(createMoment(after)).every(({ held }) => held);
  sequence.snapshot = await readUntilShown(sequence, late, isHeld);
  return findBreach(createMoment(sequence.snapshot), counts);
}

export const isReady = (sequence: Sequence, { command, who }: SequenceStep): boolean =>
  commands[command].ready(sequence, sequence.participants[who]);
