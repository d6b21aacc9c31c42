import type { Exchange, Trouble, WireResponse } from '../core/exchange.ts';
import type { WireResult } from './http/wire.ts';
import type { NotPermitted } from './limits/permit.ts';
import type { TokenFailure } from './auth/token.ts';

/** Only `reply` holds something to judge. */
export type SendResult =
  | {
      readonly kind: 'reply';
      readonly exchange: Exchange & { readonly response: WireResponse; readonly trouble: null };
      /** `expired`: a 401 for a token that had worked before, and the call is not repeated. `renewed`: a call with effects, repeated behind it. */
      readonly token?: 'expired' | 'renewed';
    }
  | { readonly kind: 'trouble'; readonly exchange: Exchange & { readonly response: null; readonly trouble: Trouble } }
  | (Omit<NotPermitted, 'ok'> & { readonly kind: 'not-permitted' })
  | { readonly kind: 'no-token'; readonly failure: TokenFailure };

export type WireOutcome = Extract<SendResult, { kind: 'reply' | 'trouble' }>;

export const toWireOutcome = (base: Omit<Exchange, 'response' | 'trouble'>, { response, trouble }: WireResult): WireOutcome =>
  response !== null
    ? { kind: 'reply', exchange: { ...base, response, trouble: null } }
    : { kind: 'trouble', exchange: { ...base, response: null, trouble } };
