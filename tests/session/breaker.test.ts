import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { requestTransfer, transactionStatus } from '../../specs/operations.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { openBreaker, type Breaker } from '../../helpers/session/breaker.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

const timeoutMs = 10_000;
const start = Date.parse('2026-11-20T10:00:00.000Z');

type Answered = { readonly status: number; readonly body: unknown } | 'timeout';

const envelope = (code: number | string): Answered => ({ status: 200, body: { status: { message: null, code }, result: null } });

function buildExchange({ id: operation }: Operation, answered: Answered, atMs: number): Exchange {
  const base = { id: 'x1', operation, purpose: 'a test', request: { method: 'GET', url: 'http://127.0.0.1/a', headers: [], body: null } };
  const startedAt = new Date(start + atMs).toISOString();
  if (answered === 'timeout') {
    const trouble = { kind: 'timeout', message: 'no answer' } as const;
    return { ...base, startedAt, durationMs: timeoutMs, response: null, trouble };
  }
  const body = { text: JSON.stringify(answered.body), encoding: 'utf8' } as const;
  const headers = [['content-type', 'application/json']] as const;
  return { ...base, startedAt, durationMs: 5, response: { status: answered.status, headers, body, truncated: false }, trouble: null };
}

/** The calls come one after another, unless times are given. */
function play(
  breaker: Breaker,
  operation: Operation,
  answers: readonly Answered[],
  call: Call = { documented: true },
  everyMs = timeoutMs,
): void {
  answers.forEach((answered, at) => {
    const exchange = buildExchange(operation, answered, at * everyMs);
    breaker.noteExchange(operation, call, exchange);
    breaker.noteReply(call, readReply(operation, exchange, call.documented === true));
  });
}

const times = (count: number, answered: Answered): readonly Answered[] => Array<Answered>(count).fill(answered);
const refusal = (breaker: Breaker, call: Call = {}, documented = true) => breaker.stopBeforeSending(requestTransfer, call, documented)?.why;

describe('a call with an effect', () => {
  test.each([
    ['4000', envelope(4000), { cause: 'system-failure', owner: 'environment' }],
    ['HTTP 500', { status: 500, body: null }, { cause: 'OP9-SERVED', owner: 'service' }],
    ['HTTP 202', { status: 202, body: null }, { cause: 'OP9-SERVED', owner: 'service' }],
  ] as const)('is not sent once five of its kind were answered with %s, and says why', (_, answered, why) => {
    const four = openBreaker(timeoutMs);
    const five = openBreaker(timeoutMs);
    play(four, requestTransfer, times(4, answered));
    play(five, requestTransfer, times(5, answered));
    expect(refusal(four)).toBeUndefined();
    expect(refusal(five)).toMatchObject({ kind: 'blocked', ...why });
  });

  test('is sent when a call of its kind was clearly accepted or refused', () => {
    for (const definite of [envelope(2000), envelope('2000'), envelope(4160), { status: 403, body: null }]) {
      const breaker = openBreaker(timeoutMs);
      play(breaker, requestTransfer, [definite, ...times(9, envelope(4000))]);
      expect(refusal(breaker)).toBeUndefined();
    }
  });

  test('is not sent after three calls of its kind in a row got no answer; simultaneous losses count once', () => {
    const breaker = openBreaker(timeoutMs);
    play(breaker, requestTransfer, times(8, 'timeout'), { documented: true }, 1);
    expect(refusal(breaker)).toBeUndefined();
    const other = openBreaker(timeoutMs);
    play(other, requestTransfer, times(3, 'timeout'));
    expect(refusal(other)).toMatchObject({ kind: 'blocked', cause: 'environment' });
  });

  test('has no influence on calls of another kind', () => {
    const breaker = openBreaker(timeoutMs);
    play(breaker, requestTransfer, times(5, envelope(4000)));
    for (const call of [{ token: 'none' }, { token: 'other' }, { wrongCode: '9990000101' }, { rawBody: '{' }] as const)
      for (const documented of [true, false]) expect(refusal(breaker, call, documented)).toBeUndefined();
  });

  test('that should be refused is not sent while the effect of two documented calls is unknown, and none has shown it', () => {
    const heldBackAfter = (...answers: Parameters<typeof play>[2]): unknown => {
      const breaker = openBreaker(timeoutMs);
      play(breaker, requestTransfer, answers);
      return refusal(breaker, {}, false);
    };
    expect(heldBackAfter(envelope(4000))).toBeUndefined();
    expect(heldBackAfter(envelope(4000), envelope(4000))).toMatchObject({ kind: 'blocked', cause: 'system-failure' });
    expect(heldBackAfter(envelope(2000), envelope(4000), envelope(4000))).toBeUndefined();
  });
});

describe('a read', () => {
  const withinMs = (breaker: Breaker) => breaker.withinMs(transactionStatus, {});

  test('gets a short timeout after five calls without an answer, until one gets an answer', () => {
    const breaker = openBreaker(timeoutMs);
    play(breaker, transactionStatus, times(4, 'timeout'));
    expect(withinMs(breaker)).toBeUndefined();
    play(breaker, transactionStatus, times(5, 'timeout'));
    expect(withinMs(breaker)).toBe(500);
    play(breaker, transactionStatus, [envelope(4040)]);
    expect(withinMs(breaker)).toBeUndefined();
  });

  test('is a known failure when its trouble was judged before', () => {
    const breaker = openBreaker(timeoutMs);
    const judge = (answered: Answered) => {
      breaker.noteJudged({}, readReply(transactionStatus, buildExchange(transactionStatus, answered, 0), true));
    };
    expect(breaker.isKnownFailure(transactionStatus, {})).toBe(false);
    judge('timeout');
    expect(breaker.isKnownFailure(transactionStatus, {})).toBe(true);
    judge(envelope(2000));
    expect(breaker.isKnownFailure(transactionStatus, {})).toBe(false);
  });

  test('is given up sooner when another call took five waits', () => {
    const breaker = openBreaker(timeoutMs);
    play(breaker, requestTransfer, times(5, 'timeout'));
    play(breaker, transactionStatus, ['timeout']);
    expect(breaker.isHopeless(transactionStatus, {})).toBe(false);
    play(breaker, transactionStatus, ['timeout', 'timeout']);
    expect(breaker.isHopeless(transactionStatus, {})).toBe(true);
  });
});
