import type { Exchange } from '../core/exchange.ts';
import type { Unrecorded } from '../core/records/journal-lines.ts';
import type { Intent } from './limits/permit.ts';

export interface UnrecordedCount {
  readonly add: (exchange: Exchange, effect: Intent['effect']) => void;
  /** True when the exchange was unrecorded until now; it then no longer counts as such. */
  readonly remove: (exchange: Exchange) => boolean;
  readonly totals: () => Unrecorded;
}

export function openUnrecordedCount(): UnrecordedCount {
  const totals = { requests: 0, otps: 0, transfers: 0 };
  const effects = new WeakMap<Exchange, Intent['effect']>();
  const count = (effect: Intent['effect'], by: 1 | -1): void => {
    totals.requests += by;
    if (effect === 'sends-otp') totals.otps += by;
    if (effect === 'moves-money') totals.transfers += by;
  };
  return {
    add(exchange, effect) {
      count(effect, 1);
      effects.set(exchange, effect);
    },
    remove(exchange) {
      const effect = effects.get(exchange);
      if (effect === undefined) return false;
      effects.delete(exchange);
      count(effect, -1);
      return true;
    },
    totals: () => ({ ...totals }),
  };
}
