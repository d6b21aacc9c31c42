import type { Exchange, Trouble, WireResponse } from '../core/exchange.ts';
import type { NotPermitted } from './limits/permit.ts';
import type { TokenFailure } from './auth/token.ts';

export type Sent =
  | { readonly kind: 'reply'; readonly exchange: Exchange & { readonly response: WireResponse; readonly trouble: null } }
  | { readonly kind: 'trouble'; readonly exchange: Exchange & { readonly response: null; readonly trouble: Trouble } };

export type Refused = Omit<NotPermitted, 'ok'> & { readonly kind: 'not-permitted' };

/** The call needed a token, and there is none. */
export interface Tokenless {
  readonly kind: 'no-token';
  readonly failure: TokenFailure;
}
