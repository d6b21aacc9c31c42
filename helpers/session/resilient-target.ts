import type { Operation } from '../../specs/operation.ts';
import type { Call } from '../client/http/call.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Target } from '../client/client.ts';
import type { TroubleKind } from '../core/exchange.ts';
import { repeat } from '../core/repeat.ts';
import { shortTimeoutMs } from '../config/timeouts.ts';
import type { TokenResult } from '../client/auth/token.ts';
import { operations } from '../../specs/operations.ts';
import { mayBeLost } from './symptom.ts';
import type { Breaker } from './breaker.ts';
import type { Availability } from './availability.ts';

/** Calls of the document only: another address of the service may be out of order for itself. */
export function watchForLosses(target: Pick<Target, 'onExchange'>, { noteLoss }: Pick<Availability, 'noteLoss'>): void {
  const subjects = new Map<string, Parameters<typeof noteLoss>[0]>(operations.map(({ id }) => [id, { id }]));
  target.onExchange((exchange) => {
    const about = subjects.get(exchange.operation ?? '');
    if (about !== undefined && mayBeLost(exchange)) noteLoss(about);
  });
}

/** Once the run has waited for the target in vain, no call leaves until a control call succeeds. Throws a stop in its place. */
export function withNoCallsWhileGone(
  target: Target,
  { isGone, mustBeAvailable }: Pick<Availability, 'isGone' | 'mustBeAvailable'>,
): Target {
  const whenBack = async <Result>(send: () => Promise<Result>): Promise<Result> => {
    if (isGone()) await mustBeAvailable();
    return send();
  };
  return {
    ...target,
    send: (...call) => whenBack(() => target.send(...call)),
    sendUnrecorded: (...call) => whenBack(() => target.sendUnrecorded(...call)),
    raw: (...call) => whenBack(() => target.raw(...call)),
  };
}

/** What asks all the same while the target is gone does not wait for long. */
export function withShortWaits(target: Target, { isGone }: Pick<Availability, 'isGone'>): Target {
  const shortMs = shortTimeoutMs(target.config.connection.timeoutMs);
  return {
    ...target,
    send: (operation, call, purpose) => target.send(operation, isGone() ? { ...call, withinMs: shortMs } : call, purpose),
    raw: (request, purpose, subject) => target.raw(isGone() ? { ...request, timeoutMs: shortMs } : request, purpose, subject),
  };
}

/** A gateway answers at once, so it is asked more often than an address that may not answer at all. */
const mostRetries = { gateway: 4, other: 1 } as const;
const growth = { shortest: 250, times: 2, longest: Infinity };

/** Retries calls that an outage kept from getting a token: nothing has left yet, so any call may be tried again. */
export function withTokenRetry(target: Target, availability: Availability): Target {
  const about = { id: 'TOKEN' } as const;
  const withRetry = async <Result>(
    ask: () => Promise<Result>,
    troubleOf: (result: Result) => TroubleKind | 'gateway' | null,
  ): Promise<Result> => {
    let retries = 0;
    return repeat(await ask(), ask, {
      growth,
      isEnough: (result) => troubleOf(result) === null,
      pauseFor: async (due, result) => {
        const trouble = troubleOf(result);
        retries += 1;
        if (retries > mostRetries[trouble === 'gateway' ? 'gateway' : 'other']) return null;
        return (await availability.waitUntilBack(about, trouble)) ? due : null;
      },
    });
  };
  const readTokenTrouble = (result: TokenResult): TroubleKind | 'gateway' | null => (result.kind === 'trouble' ? result.cause : null);
  const readSendTrouble = (result: SendResult): TroubleKind | 'gateway' | null =>
    result.kind === 'no-token' ? readTokenTrouble(result.failure) : null;
  return {
    ...target,
    send: (...call) => withRetry(() => target.send(...call), readSendTrouble),
    raw: (...call) => withRetry(() => target.raw(...call), readSendTrouble),
    token: (agent) => withRetry(() => target.token(agent), readTokenTrouble),
    freshToken: (agent) => withRetry(() => target.freshToken(agent), readTokenTrouble),
  };
}

/** Calls that are unlikely to be answered get a shorter timeout. */
export function withBreaker(target: Target, { withinMs, noteExchange }: Breaker): Target {
  const withTimeout = (operation: Operation, call: Call): Call => {
    const within = withinMs(operation, call);
    return within === undefined ? call : { ...call, withinMs: within };
  };
  const noteSent = async (operation: Operation, call: Call, sending: Promise<SendResult>): Promise<SendResult> => {
    const sent = await sending;
    if (sent.kind === 'reply' || sent.kind === 'trouble') noteExchange(operation, call, sent.exchange);
    return sent;
  };
  return {
    ...target,
    send: (operation, call, purpose) => noteSent(operation, call, target.send(operation, withTimeout(operation, call), purpose)),
    sendUnrecorded: (operation, call, ...how) =>
      noteSent(operation, call, target.sendUnrecorded(operation, withTimeout(operation, call), ...how)),
  };
}
