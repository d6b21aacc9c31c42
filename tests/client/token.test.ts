import { describe, expect, test } from 'vitest';
import { documentedCall } from '../../specs/documented-call.ts';
import { paymentSources, requestTransfer, senderSecurityScheme, tagUser } from '../../specs/operations.ts';
import { openBarrier } from '../../helpers/client/http/barrier.ts';
import { nowhere } from './servers.ts';
import { accept, withoutTokenCalls, openSurroundings, requireReply, tagCall, transferCall, type Service } from './service.ts';

describe('the token', () => {
  test('is requested once for many calls at a time, in its documented form', async () => {
    const { target, seen, tokens } = await openSurroundings();
    await Promise.all(Array.from({ length: 20 }, () => target.send(paymentSources, {}, 'many')));
    expect(tokens()).toBe(1);
    const basic = Buffer.from('client-artificial:client-password-artificial').toString('base64');
    expect(seen[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
      body: 'username=agent-artificial&password=agent-password-artificial&grant_type=password',
    });
  });

  test('is renewed early when its lifetime is stated', async () => {
    let now = 0;
    const token = (count: number) => [200, { access_token: `t${count}`, expires_in: 100 }] as const;
    const { target, tokens } = await openSurroundings({ token }, {}, { now: () => now });
    for (const at of [0, 69_000, 71_000, 72_000]) {
      now = at;
      requireReply(await target.send(paymentSources, {}, 'in time'));
    }
    expect(tokens()).toBe(2);
  });

  test('of calls that leave together is one, although it is to be renewed before the last of them is ready', async () => {
    let now = 0;
    const token = (count: number) => [200, { access_token: `t${count}`, expires_in: 100 }] as const;
    const { target, tokens } = await openSurroundings({ token }, {}, { now: () => now });
    const [first, second] = openBarrier(2);
    if (first === undefined || second === undefined) throw new Error('expected two tickets');
    const waits = Promise.withResolvers<undefined>();
    const late = Promise.withResolvers<undefined>();
    const arrive = async (): Promise<void> => {
      waits.resolve(undefined);
      await first.arrive();
    };
    // The second has its slot too, and takes its token once the first has one.
    const takePlace = async (): Promise<void> => {
      await second.takePlace();
      await late.promise;
    };
    const one = target.send(tagUser, { ...tagCall, ticket: { ...first, arrive } }, 'first');
    const other = target.send(tagUser, { ...tagCall, ticket: { ...second, takePlace } }, 'second');
    await waits.promise;
    now = 71_000;
    late.resolve(undefined);
    expect((await Promise.all([one, other])).map((sent) => requireReply(sent).exchange.response.status)).toEqual([200, 200]);
    expect(tokens()).toBe(1);
    requireReply(await target.send(tagUser, tagCall, 'behind them'));
    expect(tokens()).toBe(2);
  });

  test('is renewed for calls in all other slots while one that leaves together waits for the slot of another', async () => {
    let now = 0;
    const token = (count: number) => [200, { access_token: `t${count}`, expires_in: 100 }] as const;
    const { target, tokens } = await openSurroundings({ token }, { DMT_MAX_CONCURRENCY: '2' }, { now: () => now });
    requireReply(await target.send(paymentSources, {}, 'first token'));
    const [first, second] = openBarrier(2);
    if (first === undefined || second === undefined) throw new Error('expected two tickets');
    const placed = Promise.withResolvers<undefined>();
    const takePlace = (): Promise<void> => {
      placed.resolve(undefined);
      return first.takePlace();
    };
    const one = target.send(tagUser, { ...tagCall, ticket: { ...first, takePlace } }, 'has a slot');
    await placed.promise;
    now = 99_000;
    const read = target.send(paymentSources, {}, 'needs a new token');
    const other = target.send(tagUser, { ...tagCall, ticket: second }, 'has no slot yet');
    const sent = await Promise.all([one, read, other]);
    expect(sent.map((each) => requireReply(each).exchange.response.status)).toEqual([200, 200, 200]);
    expect(tokens()).toBe(2);
  });

  const expiring = (valid: () => string): Service => ({
    answer: (request, response) => {
      if (request.headers.authorization === `Bearer ${valid()}`) accept(request, response);
      else response.writeHead(401).end();
    },
  });

  test('that worked and got a 401 is renewed once; reads are repeated', async () => {
    let valid = 'artificial-token-1';
    const { target, seen, tokens } = await openSurroundings(expiring(() => valid));
    requireReply(await target.send(paymentSources, {}, 'works'));
    valid = 'artificial-token-2';
    const results = await Promise.all(Array.from({ length: 5 }, () => target.send(paymentSources, {}, 'after expiry')));
    expect(results.map((result) => requireReply(result).exchange.response.status)).toEqual([200, 200, 200, 200, 200]);
    expect(tokens()).toBe(2);
    expect(withoutTokenCalls(seen)).toHaveLength(11);
  });

  test('is not taken for a short-lived one for a 401 on a read that has nothing to do with it, and the 401 is judged', async () => {
    const answer: Service['answer'] = (request, response) => {
      if (request.url?.startsWith('/uiObjects/endpoint/v3/sender/') === true) response.writeHead(401).end();
      else accept(request, response);
    };
    const { target, tokens } = await openSurroundings({ answer });
    requireReply(await target.send(paymentSources, {}, 'works'));
    const call = documentedCall(senderSecurityScheme, 'only', { senderId: 'artificial-tag', subAgentTagId: 'artificial-tag' });
    const { exchange } = requireReply(await target.send(senderSecurityScheme, call, 'refused'));
    expect(exchange.response.status).toBe(401);
    requireReply(await target.send(paymentSources, {}, 'works still'));
    const before = tokens();
    for (const id of ['conf-1', 'conf-2']) requireReply(await target.send(requestTransfer, transferCall(id), 'shares a token'));
    expect(tokens()).toBe(before);
  });

  test('that is dead on a read too is renewed, and a call that moves no money is repeated', async () => {
    let valid = 'artificial-token-1';
    const { target, seen } = await openSurroundings(expiring(() => valid));
    requireReply(await target.send(paymentSources, {}, 'works'));
    valid = 'artificial-token-2';
    const repeated = requireReply(await target.send(tagUser, tagCall, 'after expiry'));
    expect([repeated.exchange.response.status, repeated.token]).toEqual([200, 'renewed']);
    expect(withoutTokenCalls(seen).map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'POST']);
  });

  test('that is dead on a read too is renewed, and a transfer is not repeated', async () => {
    let valid = 'artificial-token-1';
    const { target, seen } = await openSurroundings(expiring(() => valid));
    requireReply(await target.send(paymentSources, {}, 'works'));
    valid = 'artificial-token-2';
    const expired = requireReply(await target.send(requestTransfer, transferCall('conf-1'), 'after expiry'));
    expect([expired.exchange.response.status, expired.token]).toEqual([401, 'expired']);
    expect(withoutTokenCalls(seen).map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  test('is one that no call has used for each transfer, once a token ended early', async () => {
    let valid = 'artificial-token-1';
    const { target, tokens } = await openSurroundings(expiring(() => valid));
    requireReply(await target.send(paymentSources, {}, 'works'));
    valid = 'artificial-token-2';
    requireReply(await target.send(paymentSources, {}, 'expired'));
    valid = 'artificial-token-3';
    expect(requireReply(await target.send(requestTransfer, transferCall('conf-1'), 'first')).exchange.response.status).toBe(200);
    valid = 'artificial-token-4';
    expect(requireReply(await target.send(requestTransfer, transferCall('conf-2'), 'second')).exchange.response.status).toBe(200);
    expect(tokens()).toBe(4);
  });

  test('that still works on a read after a 401 on a call with an effect has not expired, and the 401 is judged', async () => {
    const answer: Service['answer'] = (request, response) => {
      if (request.method === 'POST') response.writeHead(401).end();
      else accept(request, response);
    };
    const { target, tokens } = await openSurroundings({ answer });
    requireReply(await target.send(paymentSources, {}, 'works'));
    const { exchange, token } = requireReply(await target.send(tagUser, tagCall, 'refused'));
    expect([exchange.response.status, token, tokens()]).toEqual([401, undefined, 1]);
  });

  test('without a stated lifetime is renewed before a call with an effect at an age that no read has shown', async () => {
    let now = 0;
    const { target, tokens } = await openSurroundings({}, {}, { now: () => now });
    const read = async (at: number): Promise<void> => {
      now = at;
      requireReply(await target.send(paymentSources, {}, 'read'));
    };
    const tagAt = async (at: number): Promise<number> => {
      now = at;
      requireReply(await target.send(tagUser, tagCall, 'effect'));
      return tokens();
    };
    await read(0);
    expect(await tagAt(900)).toBe(1);
    expect(await tagAt(1500)).toBe(2);
    // Reads continue with the older token, which shows that the younger one may get as old.
    await read(5000);
    expect(await tagAt(5400)).toBe(2);
    expect(await tagAt(6000)).toBe(3);
  });

  test('that expired at some age is renewed before a call with an effect near that age', async () => {
    let now = 0;
    const { target, tokens, seen } = await openSurroundings(
      expiring(() => (now < 2000 ? 'artificial-token-1' : now < 3600 ? 'artificial-token-2' : 'artificial-token-3')),
      {},
      {
        now: () => now,
      },
    );
    for (const at of [0, 1900, 2000]) {
      now = at;
      expect(requireReply(await target.send(paymentSources, {}, 'read')).exchange.response.status).toBe(200);
    }
    expect(tokens()).toBe(2);
    now = 3300;
    requireReply(await target.send(tagUser, tagCall, 'young enough'));
    expect(tokens()).toBe(2);
    now = 3600;
    await target.send(tagUser, tagCall, 'too old');
    expect(tokens()).toBe(3);
    expect(withoutTokenCalls(seen).at(-1)?.headers.authorization).toBe('Bearer artificial-token-3');
  });

  test('that was unused for long counts as expired, like one that worked', async () => {
    let now = 0;
    const { target, tokens } = await openSurroundings(
      expiring(() => 'artificial-token-2'),
      {},
      { now: () => now },
    );
    await target.token();
    now = 3000;
    expect(requireReply(await target.send(paymentSources, {}, 'late')).exchange.response.status).toBe(200);
    expect(tokens()).toBe(2);
  });

  test('is not requested during a call with an effect, because a new one may end the old', async () => {
    let now = 0;
    const arrived = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    const answer: Service['answer'] = (request, response) => {
      if (request.method === 'GET') accept(request, response);
      else {
        arrived.resolve(undefined);
        void answered.promise.then(() => {
          accept(request, response);
        });
      }
    };
    const { target, tokens, seen } = await openSurroundings({ answer }, {}, { now: () => now });
    const under = target.send(tagUser, tagCall, 'under way');
    await arrived.promise;
    now = 5000;
    const next = target.send(tagUser, tagCall, 'next');
    requireReply(await target.send(paymentSources, {}, 'a read goes on'));
    expect(tokens()).toBe(1);
    answered.resolve(undefined);
    requireReply(await under);
    requireReply(await next);
    expect(tokens()).toBe(2);
    expect(withoutTokenCalls(seen).map(({ headers }) => headers.authorization?.slice(-1))).toEqual(['1', '1', '2']);
  });

  test('is requested one at a time, so that the newest is known when the service accepts only that one', async () => {
    let issued = 0;
    let underWay = 0;
    let most = 0;
    const { target } = await openSurroundings({
      token: (count) => [200, { access_token: `artificial-token-${(issued = count)}` }],
      tokenTakes: async (answer) => {
        most = Math.max(most, (underWay += 1));
        await answer();
        underWay -= 1;
      },
      answer: (request, response) => {
        if (request.headers.authorization === `Bearer artificial-token-${issued}`) accept(request, response);
        else response.writeHead(401).end();
      },
    });
    const calls = Array.from({ length: 6 }, (_, at) => [
      target.freshToken(),
      target.send(at % 2 === 0 ? paymentSources : tagUser, at % 2 === 0 ? {} : tagCall, 'at once'),
    ]).flat();
    const results = await Promise.all(calls);
    const statuses = results.map((each) => (each.kind === 'reply' ? each.exchange.response.status : each.kind));
    expect(statuses).toEqual(Array.from({ length: 6 }, () => ['token', 200]).flat());
    expect([most, issued > 5]).toEqual([1, true]);
  });

  test('handed out again in its last second is awaited until it expires before a call with an effect', async () => {
    let now = 0;
    const serial = (): number => Math.floor(now / 2000) + 1;
    const { target, tokens, seen } = await openSurroundings(
      {
        token: () => [200, { access_token: `artificial-token-${serial()}`, expires_in: Math.floor((serial() * 2000 - 1 - now) / 1000) }],
        answer: (request, response) => {
          if (request.headers.authorization === `Bearer artificial-token-${serial()}`) accept(request, response);
          else response.writeHead(401).end();
        },
      },
      {},
      {
        now: () => now,
        pause: (ms) => Promise.resolve((now += ms)),
      },
    );
    requireReply(await target.send(tagUser, tagCall, 'in its first second'));
    now = 1990;
    expect(requireReply(await target.send(tagUser, tagCall, 'in its last one')).exchange.response.status).toBe(200);
    expect([tokens(), withoutTokenCalls(seen).at(-1)?.headers.authorization]).toEqual([3, 'Bearer artificial-token-2']);
  });

  test('with a lifetime of 0 seconds is used like one without a stated lifetime', async () => {
    const { target, tokens } = await openSurroundings({ token: () => [200, { access_token: 'artificial-token', expires_in: 0 }] });
    for (let n = 0; n < 3; n += 1) requireReply(await target.send(tagUser, tagCall, 'again'));
    expect(tokens()).toBe(1);
  });

  test('that is fresh and got a 401 is judged when the next one gets it too', async () => {
    const { target, tokens } = await openSurroundings({ answer: (_, response) => response.writeHead(401).end() });
    for (let at = 0; at < 3; at += 1) {
      const { exchange, token } = requireReply(await target.send(paymentSources, {}, 'fresh'));
      expect([exchange.response.status, token, tokens()]).toEqual([401, undefined, 2]);
    }
  });

  test('that is fresh and forgotten is replaced by one more', async () => {
    const { target, tokens } = await openSurroundings(expiring(() => 'artificial-token-2'));
    expect(requireReply(await target.send(paymentSources, {}, 'read')).exchange.response.status).toBe(200);
    const { target: other } = await openSurroundings(expiring(() => 'artificial-token-2'));
    expect(requireReply(await other.send(tagUser, tagCall, 'effect')).token).toBe('renewed');
    expect(tokens()).toBe(2);
  });

  test('handed out again after it expired is judged, and not requested forever', async () => {
    let works = true;
    const answer: Service['answer'] = (request, response) => {
      if (works) accept(request, response);
      else response.writeHead(401).end();
    };
    const { target, tokens } = await openSurroundings({ token: () => [200, { access_token: 'always-the-same' }], answer });
    requireReply(await target.send(paymentSources, {}, 'works'));
    works = false;
    for (let at = 0; at < 5; at += 1)
      expect(requireReply(await target.send(paymentSources, {}, 'expired')).exchange.response.status).toBe(401);
    expect(tokens()).toBe(2);
  });

  const answers: readonly (readonly [title: string, status: number, body: unknown, kind: string])[] = [
    ['401', 401, '', 'refused'],
    ['403', 403, '', 'refused'],
    ['400 invalid_client', 400, { error: 'invalid_client' }, 'refused'],
    ['400 invalid_grant', 400, { error: 'invalid_grant' }, 'refused'],
    ['400 unsupported_grant_type', 400, { error: 'unsupported_grant_type' }, 'not-served'],
    ['404', 404, '<html>', 'not-served'],
    ['500', 500, '', 'not-served'],
    ['200 without a token', 200, { token: 'x' }, 'not-served'],
    ['200 with a number', 200, { access_token: 1 }, 'not-served'],
    ['200 with blanks', 200, { access_token: 'a b' }, 'not-served'],
    ['200 with HTML', 200, '<html>', 'not-served'],
    ['502', 502, '<html>', 'trouble'],
    ['503', 503, '', 'trouble'],
    ['429', 429, '', 'trouble'],
    ['400 of a gateway that wants a certificate', 400, '<h1>No required SSL certificate was sent</h1>', 'trouble'],
  ];
  test.each(answers)('refused with %s', async (_, status, body, kind) => {
    const { target, seen } = await openSurroundings({ token: () => [status, body] });
    expect(await target.token()).toMatchObject({ kind });
    expect(await target.send(paymentSources, {}, 'without a token')).toMatchObject({ kind: 'no-token', failure: { kind } });
    expect(withoutTokenCalls(seen)).toEqual([]);
  });

  test('without an answer is trouble, and requested again', async () => {
    const { target } = await openSurroundings({}, { DMT_AUTH_URL: await nowhere() });
    expect(await target.token()).toMatchObject({ kind: 'trouble', cause: 'refused', exchange: 'x1' });
    expect(await target.token()).toMatchObject({ kind: 'trouble', cause: 'refused', exchange: 'x2' });
  });

  test('of the second agent is separate, and missing without a second agent', async () => {
    const { target: alone } = await openSurroundings();
    expect(await alone.token('other')).toMatchObject({ kind: 'no-credentials' });
    const { target, seen } = await openSurroundings({}, { DMT_OTHER_AGENT_ID: 'other-agent', DMT_OTHER_AGENT_PASSWORD: 'other-password' });
    await target.send(paymentSources, { token: 'other' }, 'as the other');
    expect(seen[0]?.body).toContain('username=other-agent&password=other-password');
    expect(withoutTokenCalls(seen)[0]?.headers.authorization).toBe('Bearer artificial-token-1');
  });
});
