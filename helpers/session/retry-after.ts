import { setTimeout as pause } from 'node:timers/promises';
import type { SendResult, WireOutcome } from '../client/send-result.ts';
import { findHeader, type Exchange } from '../core/exchange.ts';

const retryStatuses = new Set([429, 503]);

/**
 * Milliseconds until an answer asks us to come back: from seconds, or from a date by the service's own clock. Null when it does not ask.
 */
export function parseRetryAfter({ response }: Pick<Exchange, 'response'>): number | null {
  if (response === null || !retryStatuses.has(response.status)) return null;
  const value = findHeader(response.headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = Date.parse(value);
  const now = Date.parse(findHeader(response.headers, 'date') ?? '');
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}

/** Once more, where the first answer asks to come back in a while, and no cap forbids it. */
export async function sendWhenAsked(first: WireOutcome, send: () => Promise<SendResult>, longestMs: number): Promise<WireOutcome> {
  const waitMs = parseRetryAfter(first.exchange);
  if (waitMs === null || waitMs > longestMs) return first;
  await pause(waitMs);
  const again = await send();
  return again.kind === 'reply' || again.kind === 'trouble' ? again : first;
}
