import { describe, expect, test } from 'vitest';
import { paymentSources, sendOtp, senderDetail } from '../../specs/operations.ts';
import { nowhere } from './servers.ts';
import { accept, withoutTokenCalls, openSurroundings, otpCall, STATE, type Service } from './service.ts';

describe('a call', () => {
  test('carries the documented headers, and a content type only with a payload', async () => {
    const { target, seen } = await openSurroundings();
    await target.send(
      senderDetail,
      { path: { senderId: 'a/b?c' }, query: { subAgentTagId: 'd e&f' }, consent: `OTP 2000 ${STATE}` },
      'read the sender',
    );
    await target.send(sendOtp, otpCall, 'ask for a code');
    const [detail, challenge] = withoutTokenCalls(seen);
    expect(detail).toMatchObject({ method: 'GET', url: '/uiObjects/endpoint/v3/sender/a%2Fb%3Fc?subAgentTagId=d%20e%26f', body: '' });
    expect(detail?.headers).toMatchObject({ authorization: 'Bearer artificial-token-1', consent: `OTP 2000 ${STATE}` });
    expect(Math.abs(Number(detail?.headers['request-time']) - Date.now())).toBeLessThan(60_000);
    expect(detail?.headers['content-type']).toBeUndefined();
    expect(challenge?.headers['content-type']).toBe('application/json');
    expect(challenge?.headers['consent']).toBeUndefined();
    expect(challenge?.body).toBe('{"object":9990000002}');
  });

  test('has a request-time of its own', async () => {
    const { target, seen } = await openSurroundings();
    await Promise.all(Array.from({ length: 20 }, () => target.send(paymentSources, {}, 'at once')));
    const times = withoutTokenCalls(seen).map(({ headers }) => headers['request-time']);
    expect(new Set(times).size).toBe(20);
  });

  test('can be changed in every part', async () => {
    const { target, seen } = await openSurroundings();
    await target.send(paymentSources, { token: 'none' }, 'without a token');
    await target.send(paymentSources, { token: { value: 'never-issued' }, method: 'POST', rawBody: '{"a":' }, 'broken');
    await target.send(
      paymentSources,
      { rawPath: '/x/../y?z=%2e', omitHeaders: ['Request-Time'], headers: { AUTHORIZATION: 'Basic x' } },
      'odd',
    );
    const [bare, broken, odd] = withoutTokenCalls(seen);
    expect(bare?.headers.authorization).toBeUndefined();
    expect(broken).toMatchObject({
      method: 'POST',
      body: '{"a":',
      headers: { authorization: 'Bearer never-issued', 'content-type': 'application/json' },
    });
    expect(odd).toMatchObject({ url: '/x/../y?z=%2e', headers: { authorization: 'Basic x' } });
    expect(odd?.headers['request-time']).toBeUndefined();
  });

  test('without one of its path values is our mistake', async () => {
    const { target } = await openSurroundings();
    await expect(target.send(senderDetail, {}, 'forgotten')).rejects.toThrow('expected a path value senderId for OP-6');
  });

  test('is trouble when no answer comes', async () => {
    const { target } = await openSurroundings({ answer: (request) => request.socket.destroy() });
    const result = await target.send(paymentSources, {}, 'cut off');
    expect(result).toMatchObject({
      kind: 'trouble',
      exchange: { id: 'x2', operation: 'OP-2', response: null, trouble: { kind: 'reset' } },
    });
  });

  test('by hand takes the same way, and a token never goes to another host', async () => {
    const { target, seen } = await openSurroundings();
    await target.raw(
      { method: 'GET', url: '/actuator/health', token: 'agent', headers: { Accept: '*/*' }, body: '{}' },
      'health',
      'ACTUATOR',
    );
    expect(withoutTokenCalls(seen)[0]).toMatchObject({
      method: 'GET',
      url: '/actuator/health',
      body: '{}',
      headers: { accept: '*/*', authorization: 'Bearer artificial-token-1' },
    });
    const elsewhere = { method: 'GET', url: await nowhere(), token: 'agent' } as const;
    await expect(target.raw(elsewhere, 'elsewhere', null)).rejects.toThrow('expected a token to go to');
  });
});

describe('the limiter', () => {
  test('limits the tasks at once', async () => {
    let running = 0;
    let most = 0;
    const answer: Service['answer'] = (request, response) => {
      running += 1;
      most = Math.max(most, running);
      setTimeout(() => {
        running -= 1;
        accept(request, response);
      }, 5);
    };
    const { target } = await openSurroundings({ answer }, { DMT_MAX_CONCURRENCY: '3' });
    await Promise.all(Array.from({ length: 12 }, () => target.send(paymentSources, {}, 'many')));
    expect(most).toBe(3);
  });

  test('gives the next free slot to a task that others wait for', async () => {
    const { target, seen } = await openSurroundings({}, { DMT_MAX_CONCURRENCY: '1' });
    const rest = { query: { of: 'rest' } } as const;
    const urgent = { query: { of: 'urgent' }, priority: true } as const;
    await Promise.all([rest, rest, urgent, urgent].map((call) => target.send(paymentSources, call, 'many')));
    expect(withoutTokenCalls(seen).map(({ url }) => url?.split('=')[1])).toEqual(['rest', 'urgent', 'urgent', 'rest']);
  });

  test('spreads starts when a rate is asked for', async () => {
    const { target } = await openSurroundings({}, { DMT_MAX_RPS: '50' });
    const started = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => target.send(paymentSources, {}, 'many')));
    expect(performance.now() - started).toBeGreaterThan(100);
  });
});
