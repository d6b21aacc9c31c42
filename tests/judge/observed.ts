import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { on } from '../../sandbox/twists/twists.ts';

export function recordRequests(): { readonly asks: ServiceRequest[]; readonly twist: Twist } {
  const asks: ServiceRequest[] = [];
  return {
    asks,
    twist: (right) => (ask) => {
      asks.push(ask);
      return right(ask);
    },
  };
}

/** `GET /actuator/env body`: the requests besides the business operations. */
export const operationalLines = (asks: readonly ServiceRequest[]): string[] =>
  asks
    .filter((ask) => on('ACTUATOR', 'ERROR', 'SERVICE')(ask))
    .map(({ method, path, raw }) => `${method} ${path}${raw.length > 0 ? ' body' : ''}`);
