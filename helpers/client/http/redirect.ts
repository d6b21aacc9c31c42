import { findHeader, type WireResponse } from '../../core/exchange.ts';

/** Where a redirect leads; null for any other answer. */
export function findRedirectTarget({ status, headers }: WireResponse, from: string): URL | null {
  const to = findHeader(headers, 'location');
  return status < 300 || status >= 400 || to === null || !URL.canParse(to, from) ? null : new URL(to, from);
}
