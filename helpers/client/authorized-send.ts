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

/** Only reads are repeated, and a plain one may leave with an older token. */
export interface TokenUse {
  readonly repeatable: boolean;
  /** A call with effects, and one that yields or uses a session: the session may serve under the token alone that asked for it. */
  readonly needsNewest: boolean;
}

/** Sends a call with the chosen token. An expired token is renewed, but only reads are repeated (reading 2). */
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
  needsNewest: boolean,
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
      const token = needsNewest ? own.lease(outgoing.ticket !== undefined) : own.get();
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
  return async (choice, { repeatable, needsNewest }, outgoing) => {
    if (choice === 'none') return parts.dispatch(outgoing, () => null);
    if (typeof choice === 'object') return parts.dispatch(outgoing, () => choice.value);
    const own = parts.tokens[choice];
    for (;;) {
      const { sent, used } = await sendOnce(parts, own, needsNewest, outgoing);
      if (sent.kind !== 'reply' || used === null) return sent;
      const { value, leftAt } = used;
      if (sent.exchange.response.status !== 401) {
        own.noteAccepted(value, leftAt);
        return sent;
      }
      if (!repeatable && (await isTokenAlive(parts, value))) return sent;
      if (!own.dropStale(value, leftAt)) return sent;
      if (!repeatable) return { ...sent, staleToken: true };
    }
  };
}
