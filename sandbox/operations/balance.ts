import { served } from '../http/responses.ts';
import { refuse, type Answer, type Call } from '../http/exchange.ts';
import { limitsLeft, limitsUsed } from '../state/limits.ts';
import { rupees } from '../state/money.ts';
import type { Route } from '../http/router.ts';
import { liveSession } from '../state/sessions.ts';
import { senderInPath } from '../state/users.ts';
import { queryValue } from '../service/fields.ts';

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
