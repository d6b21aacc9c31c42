import type { Exchange } from '../core/exchange.ts';
import { readUsableToken } from '../client/auth/token.ts';

/** Whatever the status: a refusal that carries a token hands it out all the same. */
export const yieldsToken = ({ response }: Exchange): boolean => response !== null && readUsableToken(response.body.text) !== null;
