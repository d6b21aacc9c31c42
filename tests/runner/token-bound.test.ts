import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { requestTransfer, sendOtp, senderBalance, senderDetail, setMpin, tagUser } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { createAnswerViolation } from '../../helpers/judge/must.ts';
import { readReply, type Reply } from '../../helpers/judge/reply.ts';
import type { Stop } from '../../helpers/judge/stop.ts';
import { openTokenBound, type TokenBound } from '../../helpers/runner/token-bound.ts';

const sessionId = '5f0c7a52-0000-4abc-8def-000000000001';

function replyTo(operation: Operation, token: string, status: object, result: object | null = null): Reply {
  const request = { method: 'POST', url: 'http://127.0.0.1/a', headers: [['Authorization', `Bearer ${token}`]], body: null } as const;
  const body = { text: JSON.stringify({ status, result }), encoding: 'utf8' } as const;
  const response = { status: 200, headers: [['content-type', 'application/json']], body, truncated: false } as const;
  const exchange: Exchange = {
    ...{
      id: `x-${operation.id}-${token}`,
      operation: operation.id,
      purpose: 'a test',
      request,
      startedAt: '2026-11-20T10:00:00.000Z',
      durationMs: 5,
    },
    response,
    trouble: null,
  };
  return readReply(operation, exchange, true);
}

const detail = (token: string): Reply =>
  replyTo(senderDetail, token, { code: 2000 }, { sessionId: { fundtransferSessionId: sessionId.toUpperCase(), getBalanceSessionId: '7' } });
const refused = (token: string): Reply => replyTo(requestTransfer, token, { code: 4160, message: 'session' });

/** A session of the token `a`, and a refusal under the token `b` that names it. */
function openRefused(): { readonly tokens: TokenBound; readonly reply: Reply } {
  const tokens = openTokenBound();
  const reply = refused('b');
  tokens.note({}, detail('a'));
  tokens.note({ path: { sessionId } }, reply);
  return { tokens, reply };
}

const violationOf = (reply: Reply): Stop => createAnswerViolation('CODE-4170', 'HTTP 200 with code 4170', reply);

describe('a session that another token has asked for', () => {
  test('excuses a refusal of what names it', () => {
    const { tokens, reply } = openRefused();
    expect(tokens.findExcuse(violationOf(reply))).toMatchObject({
      why: { kind: 'blocked', cause: 'token-of-session', owner: 'environment' },
    });
  });

  test('excuses no refusal under its own token, of another session, or of a call without one', () => {
    const tokens = openTokenBound();
    tokens.note({}, detail('a'));
    for (const [call, token] of [
      [{ query: { sessionId } }, 'a'],
      [{ query: { sessionId: '5f0c7a52-0000-4abc-8def-000000000002' } }, 'b'],
      [{}, 'b'],
      [{ path: { sessionId }, token: 'other' }, 'b'],
    ] as const) {
      const reply = refused(token);
      tokens.note(call, reply);
      expect(tokens.findExcuse(violationOf(reply))).toBeNull();
    }
  });

  test('excuses nothing where the service serves one under another token', () => {
    const { tokens, reply } = openRefused();
    tokens.note({ query: { sessionId } }, replyTo(senderBalance, 'c', { code: 2000 }, {}));
    expect(tokens.findExcuse(violationOf(reply))).toBeNull();
  });

  test('excuses an answer as such, and nothing that is wrong inside it', () => {
    const { tokens, reply } = openRefused();
    const stop = createAnswerViolation('ENVELOPE-BODY', 'an object', { ...reply, code: 17 });
    expect(tokens.findExcuse(stop)).toBeNull();
  });
});

describe('a challenge that another token has asked for', () => {
  const state = 'a1b2c3d4-0000-4abc-8def-000000000009';
  const wrong = { code: 4170, message: 'otp.expired' };

  function openAsked(): TokenBound {
    const tokens = openTokenBound();
    tokens.note({}, replyTo(sendOtp, 'a', { code: 2000 }, { state }));
    return tokens;
  }

  test.each([
    ['a consent', tagUser, { consent: `OTP 123456 ${state}` }],
    ['a consent with an MPIN', tagUser, { consent: `OTP 123456 ${state},MPIN 2468` }],
    ['OP-12', setMpin, { payload: { state, otp: '123456' } }],
  ])('excuses a refusal of %s that answers it', (_, operation, call) => {
    const tokens = openAsked();
    const reply = replyTo(operation, 'b', wrong);
    tokens.note(call, reply);
    expect(tokens.findExcuse(violationOf(reply))).toMatchObject({ why: { kind: 'blocked', cause: 'token-of-challenge' } });
  });

  test('excuses nothing under its own token, and nothing where the service serves one under another token', () => {
    const tokens = openAsked();
    const call = { consent: `OTP 123456 ${state}` };
    const own = replyTo(tagUser, 'a', wrong);
    const other = replyTo(tagUser, 'b', wrong);
    for (const reply of [own, other, replyTo(tagUser, 'c', { code: 2000 }, {})]) tokens.note(call, reply);
    expect(tokens.findExcuse(violationOf(own))).toBeNull();
    expect(tokens.findExcuse(violationOf(other))).toBeNull();
  });

  test('says nothing of sessions', () => {
    const tokens = openAsked();
    tokens.note({}, detail('a'));
    tokens.note({ consent: `OTP 123456 ${state}` }, replyTo(tagUser, 'b', { code: 2000 }, {}));
    const reply = refused('b');
    tokens.note({ path: { sessionId } }, reply);
    expect(tokens.findExcuse(violationOf(reply))).toMatchObject({ why: { cause: 'token-of-session' } });
  });
});
