import { findHeader, type Exchange } from '../core/exchange.ts';

const retryStatuses = new Set([429, 503]);

/** Milliseconds after which an answer asks us to come back: seconds, or a date by the clock of who wrote it. Null when it does not. */
export function parseRetryAfter({ response }: Pick<Exchange, 'response'>): number | null {
  if (response === null || !retryStatuses.has(response.status)) return null;
  const value = findHeader(response.headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const [until, now] = [Date.parse(value), Date.parse(findHeader(response.headers, 'date') ?? '')];
  if (Number.isNaN(until)) return null;
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
