import { commands } from './commands.ts';
import { type WalkStep } from '../findings/walk-steps.ts';
import type { CommandResult, Transfer, Walk } from '../model/model.ts';
import type { Reply } from '../../judge/reply.ts';
import { rules } from './rules/all.ts';
import type { Rule, Said } from './rules/rule.ts';
import type { WalkTally } from './tally.ts';
import { accountsOf } from '../../journey/transfer/balance.ts';
import { pollLast } from '../../session/poll.ts';
import { notServed } from '../../judge/served.ts';
import { isOpen, lookAtSender, lookAtTransfer, readBalance, type Picture, type SenderView, type TransferView } from '../model/view.ts';

/** A rule that did not hold after a call. */
export interface Breach {
  readonly rule: Rule;
  readonly said: Said;
  /** Of the call itself. */
  readonly reply: Reply | null;
}

/** Older ones were looked at often enough. */
const transfersLookedAt = 3;

/** A walk but for what was seen last. */
type Looking = Omit<Walk, 'picture'>;

const transferView = ({ deps, session, actors, patienceMs }: Looking, { who, correlationId, invoices }: Transfer): Promise<TransferView> =>
  pollLast(
    () => lookAtTransfer(session, actors[who].sender, correlationId, invoices.at(-1) ?? null),
    (view) => !isOpen(view),
    deps.waits.upTo('final-status', patienceMs),
  );

/** Whether a transfer of this sender may still change by itself. */
const isUnderWay = ({ transfers }: Looking, who: 0 | 1, views: Picture['transfers']): boolean =>
  transfers.some((each) => {
    const view = views.get(each.correlationId);
    return each.who === who && view !== undefined && isOpen(view);
  });

/** A paid transfer shows in the balance sooner or later (reading 20). */
async function senderView(walk: Looking, who: 0 | 1, views: Picture['transfers']): Promise<SenderView> {
  const { deps, session, actors, patienceMs } = walk;
  const { sender } = actors[who];
  const underWay = isUnderWay(walk, who, views);
  const view = await pollLast(
    () => lookAtSender(deps, session, sender),
    () => underWay || !deps.debts.owes(sender.senderId),
    deps.waits.upTo(deps.debts.awaits(sender.senderId), patienceMs),
  );
  if (!underWay && patienceMs > 0) deps.debts.forgive(sender.senderId);
  return view;
}

/** What a call may have changed besides its own sender's things, and so what is looked at behind it. */
export interface Around {
  /** Everything of the other sender; else its balance alone, which costs no code. */
  readonly lists: boolean;
  /** Transfers that have ended as well. */
  readonly ended: boolean;
}

export const everything: Around = { lists: true, ended: true };

const around = ({ name }: CommandResult): Around => {
  const pays = name === 'pay' || name === 'pay-again';
  return { lists: !pays && name !== 'is-old' && name !== 'balance-foreign-session', ended: pays || name === 'set-mpin' };
};

/** The other sender's balance with the session it has; everything of it anew where that session is good for one look only, or where more is to come. */
async function balanceAlone(walk: Looking, who: 0 | 1, seen: SenderView, views: Picture['transfers']): Promise<SenderView> {
  const balance = await readBalance(walk.session, walk.actors[who].sender, seen.balanceSession);
  const { senderId } = walk.actors[who].sender;
  if (notServed(balance) !== null || walk.deps.debts.owes(senderId)) return senderView(walk, who, views);
  return { ...seen, balance, accounts: accountsOf(balance) };
}

/** Everything a call may have changed: transfers first, since a look at one may settle it. */
export async function lookAround(walk: Looking, before: Picture | null, { lists, ended }: Around, by: 0 | 1 = 0): Promise<Picture> {
  const known: Picture['transfers'] = before?.transfers ?? new Map();
  const newest = walk.transfers.slice(-transfersLookedAt).filter(({ correlationId }) => {
    const view = known.get(correlationId);
    return ended || view === undefined || isOpen(view);
  });
  const seen = await Promise.all(newest.map(async (each) => [each.correlationId, await transferView(walk, each)] as const));
  const transfers = new Map([...known, ...seen]);
  const view = (who: 0 | 1): Promise<SenderView> =>
    lists || who === by || before === null ? senderView(walk, who, transfers) : balanceAlone(walk, who, before.senders[who], transfers);
  return { senders: await Promise.all([view(0), view(1)]), transfers };
}

function breachOf(walk: Walk, before: Picture, deed: CommandResult, after: Picture, tally: WalkTally): Breach | null {
  for (const rule of rules) {
    const said = rule.judge({ walk, before, deed, after });
    tally.judged(rule.clause, said);
    const broken = said.find(({ held }) => !held);
    if (broken !== undefined) return { rule, said: broken, reply: deed.reply };
  }
  return null;
}

/** One call, and a look at whatever it may have changed. */
export async function goStep(walk: Walk, { command, who, pick }: WalkStep, tally: WalkTally): Promise<CommandResult> {
  const deed = await commands[command].act(walk, walk.actors[who], pick);
  tally.carried(command, deed);
  walk.picture = await lookAround(walk, walk.picture, around(deed), who);
  return deed;
}

/** The same, and what the rules say of it; the first that is broken is told. */
export async function takeStep(walk: Walk, step: WalkStep, tally: WalkTally): Promise<Breach | null> {
  const before = walk.picture;
  const deed = await goStep(walk, step, tally);
  return deed.outcome === 'unclear' ? null : breachOf(walk, before, deed, walk.picture, tally);
}

export const isReady = (walk: Walk, { command, who }: WalkStep): boolean => commands[command].ready(walk, walk.actors[who]);
