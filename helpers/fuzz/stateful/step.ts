import { commands } from './commands.ts';
import { type SequenceStep } from '../findings/sequence-steps.ts';
import { hasOpenTransfer, type CommandResult, type SequenceTransfer, type Sequence } from '../model/model.ts';
import type { Reply } from '../../judge/reply.ts';
import { rules } from './rules/all.ts';
import type { Rule, RuleResult } from './rules/rule.ts';
import type { SequenceTally } from './tally.ts';
import { readBalances } from '../../journey/transfer/balance.ts';
import { pollLast } from '../../session/poll.ts';
import { findNotServedStop } from '../../judge/served.ts';
import {
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
  /** The answer of the call itself. */
  readonly reply: Reply | null;
}

/** Older transfers were read often enough. */
const transfersRead = 3;

/** A sequence without its snapshot. */
type UnreadSequence = Omit<Sequence, 'snapshot'>;

const pollTransferView = (
  { deps, session, participants, patienceMs }: UnreadSequence,
  { who, correlationId, invoices }: SequenceTransfer,
): Promise<TransferView> =>
  pollLast(
    () => readTransferView(session, participants[who].sender, correlationId, invoices.at(-1) ?? null),
    (view) => !isOpenTransfer(view),
    deps.waits.upTo('final-status', patienceMs),
  );

/** A paid transfer shows in the balance sooner or later (reading 20). */
async function pollSenderView(walk: UnreadSequence, who: 0 | 1, views: SequenceSnapshot['transfers']): Promise<SenderView> {
  const { deps, session, participants, patienceMs } = walk;
  const { sender } = participants[who];
  const underWay = hasOpenTransfer(walk, who, views);
  const view = await pollLast(
    () => readSenderView(deps, session, sender),
    () => underWay || !deps.pendingDebits.hasPending(sender.senderId),
    deps.waits.upTo(deps.pendingDebits.findAwaited(sender.senderId), patienceMs),
  );
  if (!underWay && patienceMs > 0) deps.pendingDebits.writeOff(sender.senderId);
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
  walk: UnreadSequence,
  who: 0 | 1,
  seen: SenderView,
  views: SequenceSnapshot['transfers'],
): Promise<SenderView> {
  const balance = await readBalance(walk.session, walk.participants[who].sender, seen.balanceSession);
  const { senderId } = walk.participants[who].sender;
  if (findNotServedStop(balance) !== null || walk.deps.pendingDebits.hasPending(senderId)) return pollSenderView(walk, who, views);
  return { ...seen, balance, accounts: readBalances(balance) };
}

/** Reads everything a call may have changed. Transfers come first, since reading one may settle it. */
export async function readSnapshot(
  walk: UnreadSequence,
  before: SequenceSnapshot | null,
  { lists, ended }: ReadScope,
  by: 0 | 1 = 0,
): Promise<SequenceSnapshot> {
  const known: SequenceSnapshot['transfers'] = before?.transfers ?? new Map();
  const newest = walk.transfers.slice(-transfersRead).filter(({ correlationId }) => {
    const view = known.get(correlationId);
    return ended || view === undefined || isOpenTransfer(view);
  });
  const seen = await Promise.all(newest.map(async (each) => [each.correlationId, await pollTransferView(walk, each)] as const));
  const transfers = new Map([...known, ...seen]);
  const view = (who: 0 | 1): Promise<SenderView> =>
    lists || who === by || before === null
      ? pollSenderView(walk, who, transfers)
      : readBalanceAlone(walk, who, before.senders[who], transfers);
  return { senders: await Promise.all([view(0), view(1)]), transfers };
}

function findBreach(
  walk: Sequence,
  before: SequenceSnapshot,
  deed: CommandResult,
  after: SequenceSnapshot,
  tally: SequenceTally,
): RuleBreach | null {
  for (const rule of rules) {
    const said = rule.judge({ sequence: walk, before, result: deed, after });
    tally.noteJudged(rule.clause, said);
    const broken = said.find(({ held }) => !held);
    if (broken !== undefined) return { rule, result: broken, reply: deed.reply };
  }
  return null;
}

/** Makes one call and reads everything it may have changed. */
export async function runStep(walk: Sequence, { command, who, pick }: SequenceStep, tally: SequenceTally): Promise<CommandResult> {
  const deed = await commands[command].act(walk, walk.participants[who], pick);
  tally.noteCommand(command, deed);
  walk.snapshot = await readSnapshot(walk, walk.snapshot, chooseReadScope(deed), who);
  return deed;
}

/** The same, judged by the rules; returns the first breach. */
export async function runJudgedStep(walk: Sequence, step: SequenceStep, tally: SequenceTally): Promise<RuleBreach | null> {
  const before = walk.snapshot;
  const deed = await runStep(walk, step, tally);
  return deed.outcome === 'unclear' ? null : findBreach(walk, before, deed, walk.snapshot, tally);
}

export const isReady = (walk: Sequence, { command, who }: SequenceStep): boolean => commands[command].ready(walk, walk.participants[who]);
