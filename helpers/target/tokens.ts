import type { Exchange } from './exchange.ts';
import { lifetimeOf, readToken, type TokenFailure, type TokenResult } from './token.ts';

/** Asks for a token, or says why that was not possible. */
export type AskForToken = () => Promise<Exchange | TokenFailure>;

/** The token of one agent: asked for once, renewed ahead when its lifetime is told. */
export interface AgentToken {
  readonly get: () => Promise<TokenResult>;
  /** Asks once more, whatever is held; a token that comes is held from then on, a refusal is only told. */
  readonly fresh: () => Promise<TokenResult>;
  /** The token was accepted: a later 401 may mean that it has expired. */
  readonly worked: (value: string) => void;
  /** After a 401: whether the token had worked before, and so is dropped. A fresh one is judged instead. */
  readonly dropStale: (value: string) => boolean;
}

interface Held {
  readonly result: TokenResult;
  readonly renewAt: number;
}

/** What will be no better on asking again. Trouble passes. */
const lasting = (result: TokenResult): boolean => result.kind !== 'trouble';

/** A tenth of the lifetime ahead, at most half a minute. */
const lead = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 10);

function hold(exchange: Exchange, askedAt: number): Held {
  const result = readToken(exchange);
  const seconds = exchange.response === null ? null : lifetimeOf(exchange.response.body.text);
  return { result, renewAt: seconds === null ? Infinity : askedAt + seconds * 1000 - lead(seconds * 1000) };
}

export function agentToken(ask: AskForToken, now: () => number): AgentToken {
  const accepted = new Set<string>();
  const dropped = new Set<string>();
  let held: Held | null = null;
  let pending: Promise<TokenResult> | null = null;

  const request = async (): Promise<Held> => {
    const askedAt = now();
    const answer = await ask();
    return 'response' in answer ? hold(answer, askedAt) : { result: answer, renewAt: Infinity };
  };
  const renew = async (): Promise<TokenResult> => {
    const next = await request();
    held = lasting(next.result) ? next : null;
    return next.result;
  };

  return {
    get() {
      if (held !== null && now() < held.renewAt) return Promise.resolve(held.result);
      pending ??= renew().finally(() => {
        pending = null;
      });
      return pending;
    },
    async fresh() {
      const next = await request();
      if (next.result.kind === 'token') held = next;
      return next.result;
    },
    worked: (value) => {
      accepted.add(value);
    },
    dropStale(value) {
      if (!accepted.has(value)) return false;
      if (held?.result.kind !== 'token' || held.result.value !== value) return true;
      // Handed out a second time after it was dropped: this is no expiry.
      if (dropped.has(value)) return false;
      dropped.add(value);
      held = null;
      return true;
    },
  };
}
