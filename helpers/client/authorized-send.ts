import { paymentSources } from '../../specs/operations.ts';
import type { Prepared, requestsTo, TokenChoice } from './http/call.ts';
import type { intentsOf } from './limits/intent.ts';
import type { Departure, openSending } from './dispatcher.ts';
import type { Refused, Sent, Tokenless } from './sent.ts';
import type { Agent, TokenFailure, TokenResult } from './auth/token.ts';
import type { AgentToken } from './auth/tokens.ts';

/** What became of a call: only `reply` holds something to judge. */
export type SendResult =
  | (Extract<Sent, { kind: 'reply' }> & {
      /** The 401 of a token that had worked before: it expired, and the call was not repeated because it has an effect. */
      readonly staleToken?: true;
    })
  | Extract<Sent, { kind: 'trouble' }>
  | Refused
  | Tokenless;

/** A departure whose token is still to be put in. */
export type Carried = Omit<Departure, 'prepare'> & { readonly make: (token: string | null) => Prepared };

/** A token on its way; null when it did not come to that. */
type Used = { readonly value: string; readonly leftAt: number } | null;

interface Attempted {
  readonly sent: Sent | Refused | Tokenless;
  readonly used: Used;
}

/** Carries calls with the token they choose: renewed where it ran out, and only reads are sent again for that (reading 2). */
export function carryingOver(
  { dispatch }: Pick<ReturnType<typeof openSending>, 'dispatch'>,
  to: ReturnType<typeof requestsTo>,
  intents: ReturnType<typeof intentsOf>,
  tokens: Readonly<Record<Agent, AgentToken>>,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
) {
  /** Whether the token opens a plain read right now: if it does, a 401 before it was about the call, and no expiry. */
  const opens = async (token: string): Promise<boolean> => {
    const about = { subject: paymentSources.id, purpose: 'control: does the token live', correlationId: null, timeoutMs } as const;
    const intent = intents.ofCall(paymentSources, {});
    const sent = await dispatch({ ...about, prepare: () => to.prepare(paymentSources, {}, token), intent });
    return sent.kind === 'reply' && sent.exchange.response.status === 200;
  };

  /** A read may find its token run out; a call with effects leases one that will not. */
  const attempt = async (own: AgentToken, repeatable: boolean, { make, ...departure }: Carried): Promise<Attempted> => {
    const on: { used: Used } = { used: null };
    const filled = (token: TokenResult): Prepared | TokenFailure => {
      if (token.kind !== 'token') return token;
      on.used = { value: token.value, leftAt: now() };
      return make(token.value);
    };
    const prepare: Departure['prepare'] = () => {
      const token = repeatable ? own.get() : own.lease();
      return token instanceof Promise ? token.then(filled) : filled(token);
    };
    try {
      const sent = await dispatch({ ...departure, prepare });
      return { sent, used: on.used };
    } finally {
      if (!repeatable && on.used !== null) own.release();
    }
  };

  return async (choice: TokenChoice, repeatable: boolean, carried: Carried): Promise<SendResult> => {
    const { make, ...departure } = carried;
    if (choice === 'none') return dispatch({ ...departure, prepare: () => make(null) });
    if (typeof choice === 'object') return dispatch({ ...departure, prepare: () => make(choice.value) });
    const own = tokens[choice];
    for (;;) {
      const { sent, used } = await attempt(own, repeatable, carried);
      if (sent.kind !== 'reply' || used === null) return sent;
      const { value, leftAt } = used;
      if (sent.exchange.response.status !== 401) {
        own.worked(value, leftAt);
        return sent;
      }
      if (!repeatable && own.hasWorked(value) && (await opens(value))) return sent;
      if (!own.dropStale(value, leftAt)) return sent;
      if (!repeatable) return { ...sent, staleToken: true };
    }
  };
}
