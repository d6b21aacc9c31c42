import { successResponse } from '../http/responses.ts';
import { refuse, type ServiceResponse, type AgentContext } from '../http/exchange.ts';
import { limitsLeft, limitsUsed } from '../state/limits.ts';
import { rupees } from '../state/money.ts';
import { liveSession } from '../state/sessions.ts';
import { senderInPath } from '../state/users.ts';
import { queryValue } from '../service/fields.ts';

/** OP-14: needs the balance session of this sender. */
export function senderBalance(context: AgentContext): ServiceResponse {
  const { policy } = context;
  const sender = senderInPath(context);
  const session = liveSession(context, queryValue(context, 'sessionId') ?? '', 'balance');
  if (session.sender !== sender) refuse(policy.refusals.badSession, 'session.of.another.sender');
  const filled = policy.sender.balanceDetail === 'filled';
  return successResponse(policy, {
    mainAccount: rupees(sender.balance),
    cashbackAccount: rupees(sender.cashback),
    limits: filled ? limitsLeft(policy, sender) : {},
    counters: filled ? limitsUsed(policy, sender) : {},
  });
}

/** OP-15 */
export const agentBalance = (context: AgentContext): ServiceResponse =>
  successResponse(
    context.policy,
    Object.entries(context.agent.wallets).map(([walletType, walletBalance]) => ({ walletType, walletBalance })),
  );
