import { toIdText } from '../../../helpers/core/answers.ts';
import { member } from '../../../helpers/core/json.ts';
import type { AskedCall } from '../../../helpers/judge/facts/asked-calls.ts';
import type { AskedTransfer } from '../../../helpers/judge/facts/limits.ts';
import type { SenderFacts } from '../balance-pairs.ts';

const isOfSession = ({ facts, senderId }: SenderFacts, { call }: AskedCall): readonly boolean[] =>
  facts.sessionsOf(call.values['sessionId'] ?? '').map((owner) => owner.senderId === senderId);

/** Which of its ids this sender was served with. */
function listServed({ balances }: SenderFacts, { call }: AskedCall): readonly boolean[] {
  const served = new Set(balances.asked.filter(({ ended }) => ended === 'done').flatMap((each) => Object.values(each.call.values)));
  const ids = [call.values['subAgentTagId'], member(call.payload, 'from'), member(call.payload, 'to')];
  return ids.map((id) => served.has(toIdText(id) ?? ''));
}

type Reason = (sender: SenderFacts, asked: AskedCall) => readonly boolean[];

/** What the caller knows of the reason of a refusal, beside its code, its agent, and the sign of its amount. */
export const reasons: readonly Reason[] = [
  isOfSession,
  listServed,
  (sender, asked) => [...isOfSession(sender, asked), ...listServed(sender, asked)],
];

/** Refusals of whichever senders are alike where these are the same. */
export function likenessOf(sender: SenderFacts, { exchange, code, amount }: AskedTransfer, reason: Reason): string {
  const asked = sender.balances.asked.find((each) => each.exchange === exchange);
  return JSON.stringify([code, amount?.s, asked?.call.agent, asked === undefined ? [] : reason(sender, asked)]);
}
