import { paymentSources } from '../../specs/operations.ts';
import type { TokenChoice } from './http/call.ts';
import type { Dispatcher, TokenToSend } from './dispatcher.ts';
import type { Outbox, Outgoing } from './outgoing.ts';
import type { SendResult } from './send-result.ts';
import type { Agent, TokenResult } from './auth/token.ts';
import type { AgentToken } from './auth/tokens.ts';

interface AuthorizedSendParts {
  readonly dispatch: Dispatcher['dispatch'];
  readonly outbox: Outbox;
  readonly tokens: Readonly<Record<Agent, AgentToken>>;
  readonly now: () => number;
}

/** What is done behind a 401 for a token that worked. */
export type OnExpiry = 'repeat' | 'repeat-if-dead' | 'stop';

export interface TokenUse {
  /**
   * A read is repeated. A call with another effect than money is repeated where the token is dead on a read too: then the service has not
   * looked at the call. So is the read of an endpoint that may answer 401 to a good token. What moves money, and what leaves together with
   * another call, is never repeated.
   */
  readonly onExpiry: OnExpiry;
  /** A call with effects, and one that yields or uses a session: the session may serve under the token alone that asked for it. */
  readonly needsNewest: boolean;
  /** It cannot be repeated, so it does not share a token with other calls once one ended early. */
  readonly movesMoney: boolean;
}

/** A service that lets tokens die all the time cannot be used. */
const mostRepetitions = 3;

/** Sends a call with the chosen token. An expired token is renewed (reading 2). */
export type AuthorizedSend = (choice: TokenChoice, use: TokenUse, outgoing: Outgoing) => Promise<SendResult>;

interface UsedToken {
  readonly value: string;
  readonly leftAt: number;
}

interface SentOnce {
  readonly sent: SendResult;
  /** Null when the call left without a token. */
  readonly used: UsedToken | null;
}

/** A plain read may leave with an expired token; other calls lease one that lasts. */
async function sendOnce(
  { dispatch, now }: AuthorizedSendParts,
  own: AgentToken,
  { needsNewest, movesMoney }: TokenUse,
  outgoing: Outgoing,
): Promise<SentOnce> {
  const left: { used: UsedToken | null } = { used: null };
  const take = (token: TokenResult): TokenToSend => {
    if (token.kind !== 'token') return token;
    left.used = { value: token.value, leftAt: now() };
    return token.value;
  };
  try {
    const sent = await dispatch(outgoing, () => {
      const token = needsNewest ? own.lease({ together: outgoing.ticket !== undefined, movesMoney }) : own.get();
      return token instanceof Promise ? token.then(take) : take(token);
    });
    return { sent, used: left.used };
  } finally {
    if (needsNewest && left.used !== null) own.release();
  }
}

/** True when the token works on a plain read right now: then the 401 was about the call, not about expiry. */
async function isTokenAlive({ dispatch, outbox }: AuthorizedSendParts, token: string): Promise<boolean> {
  const sent = await dispatch(outbox.prepareCall(paymentSources, {}, 'control: does the token live'), () => token);
  return sent.kind === 'reply' && sent.exchange.response.status === 200;
}

export function openAuthorizedSend(parts: AuthorizedSendParts): AuthorizedSend {
  return async (choice, use, outgoing) => {
    if (choice === 'none') return parts.dispatch(outgoing, () => null);
    if (typeof choice === 'object') return parts.dispatch(outgoing, () => choice.value);
    const own = parts.tokens[choice];
    const { onExpiry } = use;
    const refused: UsedToken[] = [];
    const judgeCall = (sent: SendResult): SendResult => {
      for (const { value, leftAt } of refused) own.noteAlive(value, leftAt);
      return sent;
    };
    for (let repetitions = 0; ; repetitions += 1) {
      const { sent, used } = await sendOnce(parts, own, use, outgoing);
      if (sent.kind !== 'reply' || used === null) return sent;
      const { value, leftAt } = used;
      if (sent.exchange.response.status !== 401) {
        own.noteAccepted(value, leftAt);
        return repetitions > 0 && onExpiry !== 'repeat' ? { ...sent, token: 'renewed' } : sent;
      }
      const mayBeAboutCall = onExpiry !== 'repeat' || repetitions >= mostRepetitions;
      if (mayBeAboutCall && (await isTokenAlive(parts, value))) return judgeCall(sent);
      refused.push(used);
      if (!own.dropStale(value, leftAt)) return judgeCall(sent);
      if (onExpiry === 'stop' || (onExpiry === 'repeat-if-dead' && repetitions === mostRepetitions)) return { ...sent, token: 'expired' };
    }
  };
}
