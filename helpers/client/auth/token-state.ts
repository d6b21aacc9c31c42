import type { Exchange } from '../../core/exchange.ts';
import type { HeldToken } from './held-token.ts';
import type { Agent, TokenFailure, TokenResult } from './token.ts';
import { openTokenLifetime, type TokenLifetime } from './token-age.ts';
import { openLeases, openTurns, type Leases, type Turns } from './turns.ts';

/** Returns a failure when no request was possible. */
export type AskForToken = () => Promise<Exchange | TokenFailure>;

export interface TokenOptions {
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
  /** Whose variables a refusal names; the usual agent unless set. */
  readonly agent?: Agent;
}

export interface TokenState {
  readonly ask: AskForToken;
  readonly time: TokenOptions;
  readonly lifetime: TokenLifetime;
  /** One request at a time, so that the last answer brings the newest token. */
  readonly turns: Turns;
  readonly leases: Leases;
  readonly accepted: Set<string>;
  readonly dropped: Set<string>;
  /** Fresh tokens that were refused since one was accepted. */
  readonly refusedFresh: Set<string>;
  /** The service may hand out the same token again, so its first request counts. */
  readonly firstAskedAt: Map<string, number>;
  readonly broughtBy: Map<string, number>;
  requests: number;
  /** The token of the last lease. */
  leased: TokenResult | null;
  /** For calls with effects, and for reads without an older token. */
  newest: HeldToken | null;
  /** Reads keep using it, which shows how old a token may get. */
  older: HeldToken | null;
  /** The service refused an older token, so it may accept only the newest. */
  keepsNoOlder: boolean;
  /** The service hands out the same token again: a new request brings no younger one. */
  reuses: boolean;
  pending: Promise<TokenResult> | null;
}

export const createTokenState = (ask: AskForToken, time: TokenOptions): TokenState => ({
  ask,
  time,
  lifetime: openTokenLifetime(),
  turns: openTurns(),
  leases: openLeases(),
  accepted: new Set(),
  dropped: new Set(),
  refusedFresh: new Set(),
  firstAskedAt: new Map(),
  broughtBy: new Map(),
  requests: 0,
  leased: null,
  newest: null,
  older: null,
  keepsNoOlder: false,
  reuses: false,
  pending: null,
});
