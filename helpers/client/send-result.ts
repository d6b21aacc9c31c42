import type { Exchange, Trouble, WireResponse } from '../core/exchange.ts';
import type { NotPermitted } from './limits/permit.ts';
import type { TokenFailure } from './auth/token.ts';

/** What became of a call: only `reply` holds something to judge. */
export type SendResult =
  | {
      readonly kind: 'reply';
      readonly exchange: Exchange & { readonly response: WireResponse; readonly trouble: null };
      /** The 401 of a token that had worked before: it expired, and the call was not repeated because it has an effect. */
      readonly staleToken?: true;
    }
  | { readonly kind: 'trouble'; readonly exchange: Exchange & { readonly response: null; readonly trouble: Trouble } }
  | (Omit<NotPermitted, 'ok'> & { readonly kind: 'not-permitted' })
  /** The call needed a token, and there is none. */
  | { readonly kind: 'no-token'; readonly failure: TokenFailure };
