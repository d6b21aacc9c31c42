import type { ServiceResponse, Twist } from '../../sandbox/http/exchange.ts';
import type { Difference } from '../../sandbox/catalog.ts';
import { changeResponse, on, type When } from '../../sandbox/twists/twists.ts';

/** A service that is wrong in one way, everywhere and for good. */
export interface Broken extends Difference {
  readonly story: string;
  /** Of those that a campaign is sent against as well. */
  readonly campaign?: true;
  /** The answer of an honest run is to be compared at the same latency. */
  readonly latencyMs?: number;
}

const json = { 'content-type': 'application/json' };

export const plainError = (status: number): ServiceResponse => ({ status, headers: json, json: { error: 'artificial' } });
export const emptyAnswer = (status: number): ServiceResponse => ({ status, headers: {} });
export const hangingAnswer: ServiceResponse = { status: 200, headers: {}, wire: { kind: 'hang' } };
export const resetAnswer: ServiceResponse = { status: 200, headers: {}, wire: { kind: 'reset' } };

/** Asks of an operation with a good token. */
export const authorizedOn =
  (operation: string): When =>
  (ask) =>
    ask.agent !== undefined && on(operation)(ask);

/** Whoever has a token is answered so, and the honest service hears of the ask all the same. */
export const changeAlways = (operation: string, change: (answer: ServiceResponse) => ServiceResponse): Twist =>
  changeResponse(authorizedOn(operation), change);
