import type { Exchange } from '../core/exchange.ts';
import { readUsableToken } from '../client/auth/token.ts';
import { describeStatus } from './reply.ts';

export const describeTokenAnswer = describeStatus;

/** False for a refusal and for an answer without a usable token. */
export function yieldsToken({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300 && readUsableToken(response.body.text) !== null;
}
