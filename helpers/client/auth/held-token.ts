import type { Exchange } from '../../core/exchange.ts';
import { readLifetimeSeconds, readToken, type Agent, type TokenResult } from './token.ts';

/** A token, or why there is none. Times in milliseconds. */
export interface HeldToken {
  readonly result: TokenResult;
  readonly askedAt: number;
  /** Infinity without a stated lifetime. */
  readonly renewAt: number;
}

/** Half a minute early, or half of a short lifetime: a busy machine may lose a second between the two clocks. */
const renewalLeadMs = (lifetimeMs: number): number => Math.min(30_000, lifetimeMs / 2);

export function readHeldToken(exchange: Exchange, askedAt: number, agent: Agent | undefined): HeldToken {
  const result = readToken(exchange, agent);
  const seconds = exchange.response === null ? null : readLifetimeSeconds(exchange.response.body.text);
  return { result, askedAt, renewAt: seconds === null ? Infinity : askedAt + seconds * 1000 - renewalLeadMs(seconds * 1000) };
}

export const holdsToken = ({ result }: HeldToken, value: string): boolean => result.kind === 'token' && result.value === value;
