import type { Exchange } from '../core/exchange.ts';
import { readUsableToken } from '../client/auth/token.ts';
import { describeStatus } from './reply.ts';

export const describeTokenAnswer = describeStatus;

/** Whether an answer hands out a token that can be used; one that refuses, and one without a token, does not. */
export function yieldsToken({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300 && readUsableToken(response.body.text) !== null;
}
