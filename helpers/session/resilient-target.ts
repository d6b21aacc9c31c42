import type { Operation } from '../../specs/operation.ts';
import type { Call } from '../client/http/call.ts';
import type { SendResult } from '../client/send-result.ts';
import type { Target } from '../client/client.ts';
import type { TroubleKind } from '../core/exchange.ts';
import type { TokenResult } from '../client/auth/token.ts';
import type { Breaker } from './breaker.ts';
import type { Availability } from './availability.ts';

/** An outage that keeps us from a token alone: nothing has left yet, so any call may be tried again. */
export function waitingForTokens(target: Target, availability: Availability): Target {
  const about = { id: 'TOKEN' } as const;
  const retried = async <Result>(
    ask: () => Promise<Result>,
    troubleOf: (result: Result) => TroubleKind | 'gateway' | null,
  ): Promise<Result> => {
    const result = await ask();
    const trouble = troubleOf(result);
    return trouble !== null && (await availability.waitUntilBack(about, trouble)) ? ask() : result;
  };
  const ofToken = (result: TokenResult): TroubleKind | 'gateway' | null => (result.kind === 'trouble' ? result.cause : null);
  const ofSend = (result: SendResult): TroubleKind | 'gateway' | null => (result.kind === 'no-token' ? ofToken(result.failure) : null);
  return {
    ...target,
    send: (...call) => retried(() => target.send(...call), ofSend),
    raw: (...call) => retried(() => target.raw(...call), ofSend),
    token: (agent) => retried(() => target.token(agent), ofToken),
  };
}

/** What is seen not to answer is not waited for as long as what may. */
export function withBreaker(target: Target, { withinMs, heard }: Breaker): Target {
  const patient = (operation: Operation, call: Call): Call => {
    const within = withinMs(operation, call);
    return within === undefined ? call : { ...call, withinMs: within };
  };
  const listening = async (operation: Operation, call: Call, sending: Promise<SendResult>): Promise<SendResult> => {
    const sent = await sending;
    if (sent.kind === 'reply' || sent.kind === 'trouble') heard(operation, call, sent.exchange);
    return sent;
  };
  return {
    ...target,
    send: (operation, call, purpose) => listening(operation, call, target.send(operation, patient(operation, call), purpose)),
    quietly: (operation, call, ...how) => listening(operation, call, target.quietly(operation, patient(operation, call), ...how)),
  };
}
