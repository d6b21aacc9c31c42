import { served } from '../answers.ts';
import { refuse, type Answer, type Call } from '../exchange.ts';
import { limitsLeft, limitsUsed } from '../limits.ts';
import { rupees } from '../money.ts';
import type { Route } from '../routes.ts';
import { liveSession } from '../sessions.ts';
import { senderInPath } from '../users.ts';
import { queryValue } from '../values.ts';

/** OP-14: needs the balance session of this very sender. */
function senderBalance(call: Call): Answer {
  const { policy } = call;
  const sender = senderInPath(call);
  const session = liveSession(call, queryValue(call, 'sessionId') ?? '', 'balance');
  if (session.sender !== sender) refuse(policy.refusals.badSession, 'session.of.another.sender');
  const filled = policy.sender.balanceDetail === 'filled';
  return served(policy, {
    mainAccount: rupees(sender.balance),
    cashbackAccount: rupees(sender.cashback),
    limits: filled ? limitsLeft(policy, sender) : {},
    counters: filled ? limitsUsed(policy, sender) : {},
  });
}

/** OP-15 */
const agentBalance = (call: Call): Answer =>
  served(
    call.policy,
    Object.entries(call.agent.wallets).map(([walletType, walletBalance]) => ({ walletType, walletBalance })),
  );

const base = '/wallet/endpoint/v3/balance';

export const balanceRoutes: Route[] = [
  { operation: 'OP-14', method: 'GET', path: `${base}/{senderId}`, business: true, handle: senderBalance },
  { operation: 'OP-15', method: 'GET', path: `${base}/agent`, business: true, handle: agentBalance },
];
