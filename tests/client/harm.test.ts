import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTarget } from '../../helpers/client/client.ts';
import type { LedgerLine } from '../../helpers/client/journal/ledger.ts';
import { onboardingStatus, paymentSources, requestTransfer, sendOtp, tagUser } from '../../specs/operations.ts';
import { prod, without } from '../config/environments.ts';
import {
  accept,
  withoutTokenCalls,
  envelope,
  readLines,
  openSurroundings,
  otpCall,
  readLedgerStates,
  tagCall,
  transferCall,
  type Service,
} from './service.ts';

describe('harm', () => {
  test('a transfer is in the ledger, on disk, before it reaches the service', async () => {
    const entries: LedgerLine[][] = [];
    const surroundings = await openSurroundings({
      answer: (request, response) => {
        entries.push(readLines<LedgerLine>(surroundings.folder, 'ledger.jsonl'));
        accept(request, response);
      },
    });
    await surroundings.target.send(requestTransfer, transferCall('conf-1', 100.37), 'transfer');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject([
      { run: 'run-1', exchange: 'x2', state: 'sent', operation: 'OP-9', amount: '100.37', correlationId: 'conf-1' },
    ]);
    expect(readLedgerStates(surroundings.folder)).toEqual(['sent', 'accepted']);
  });

  test('the ledger has the outcome of every call, and runs append to it', async () => {
    const statuses = [200, 200, 500, 400, 0];
    const codes = [4170, 4000];
    const answer: Service['answer'] = (request, response) => {
      const status = statuses.shift() ?? 200;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end(status === 200 ? envelope(codes.shift() ?? 2000) : '');
    };
    const { target, folder } = await openSurroundings({ answer });
    for (const id of ['a', 'b', 'c', 'd', 'e']) await target.send(requestTransfer, transferCall(id), 'transfer');
    await target.send(sendOtp, otpCall, 'leaves nothing permanent');
    expect(readLedgerStates(folder)).toEqual([
      'sent',
      'refused',
      'sent',
      'in-doubt',
      'sent',
      'in-doubt',
      'sent',
      'refused',
      'sent',
      'in-doubt',
    ]);
    expect(target.totals()).toEqual({ requests: 7, otps: 1, transfers: 3, amount: '301.5' });
    const again = openTarget(target.config, { run: 'run-2' });
    onTestFinished(again.close);
    await again.send(tagUser, tagCall, 'another run');
    expect(readLines<LedgerLine>(folder, 'ledger.jsonl').map(({ run }) => run)).toEqual([
      ...Array<string>(10).fill('run-1'),
      'run-2',
      'run-2',
    ]);
  });

  test('a stopped run leaves its current transfer in doubt, and waiting calls unsent', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { target, folder, seen } = await openSurroundings(
      {
        answer: () => {
          arrived.resolve(undefined);
        },
      },
      { DMT_MAX_CONCURRENCY: '1' },
    );
    const results = ['a', 'b'].map((id) => target.send(requestTransfer, transferCall(id), 'transfer'));
    await arrived.promise;
    await target.close();
    expect((await Promise.all(results)).map(({ kind }) => kind)).toEqual(['trouble', 'not-permitted']);
    expect(readLedgerStates(folder)).toEqual(['sent', 'in-doubt']);
    expect(withoutTokenCalls(seen)).toHaveLength(1);
  });

  test('no secret is in the ledger', async () => {
    const { target, folder } = await openSurroundings();
    await target.send(tagUser, tagCall, 'tag');
    const text = readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
    expect(text).toContain('/uiObjects/endpoint/v3/user/tag/customer/');
    expect(text).not.toContain('9990000002');
  });

  test('caps hold however many calls are made at once', async () => {
    const caps = { DMT_MAX_TRANSFERS: '3', DMT_MAX_SPEND: '1000', DMT_MAX_OTPS: '2', DMT_MAX_CONCURRENCY: '8' };
    const { target, seen } = await openSurroundings({}, caps);
    const ids = Array.from({ length: 10 }, (_, at) => `conf-${at}`);
    const results = await Promise.all(ids.map((id) => target.send(requestTransfer, transferCall(id), 'transfer')));
    const codes = await Promise.all(ids.map(() => target.send(sendOtp, otpCall, 'ask')));
    expect(results.filter(({ kind }) => kind === 'not-permitted')).toHaveLength(7);
    expect(codes.filter(({ kind }) => kind === 'not-permitted')).toHaveLength(8);
    expect(withoutTokenCalls(seen)).toHaveLength(5);
    expect(results.at(-1)).toMatchObject({
      kind: 'not-permitted',
      reason: expect.stringContaining('DMT_MAX_TRANSFERS') as string,
    });
  });

  test('money is capped exactly, and what the service refused is given back', async () => {
    const codes = [2000, 4160, 2000];
    const answer: Service['answer'] = (_, response) => response.writeHead(200).end(envelope(codes.shift() ?? 2000));
    const { target, seen } = await openSurroundings({ answer }, { DMT_MAX_SPEND: '0.3' });
    const kinds: string[] = [];
    for (const amount of [0.1, 0.2, 0.2, 0.01])
      kinds.push((await target.send(requestTransfer, transferCall(`conf-${amount}`, amount), 'transfer')).kind);
    expect(kinds).toEqual(['reply', 'reply', 'reply', 'not-permitted']);
    expect(withoutTokenCalls(seen)).toHaveLength(3);
    expect(target.totals()).toMatchObject({ transfers: 2, amount: '0.3' });
  });

  test.each([
    { code: 4160, then: 'reply' },
    { code: 2000, then: 'not-permitted' },
  ])('a call beyond a cap waits for those under way: after code $code it ends as $then', async ({ code, then }) => {
    const arrived = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    const codes = [code, 2000];
    const answer: Service['answer'] = (_, response) => {
      arrived.resolve(undefined);
      void answered.promise.then(() => response.writeHead(200).end(envelope(codes.shift() ?? 2000)));
    };
    const { target } = await openSurroundings({ answer }, { DMT_MAX_TRANSFERS: '1' });
    const first = target.send(requestTransfer, transferCall('a'), 'transfer');
    await arrived.promise;
    const second = target.send(requestTransfer, transferCall('b'), 'transfer');
    answered.resolve(undefined);
    expect((await first).kind).toBe('reply');
    expect((await second).kind).toBe(then);
    expect(target.totals()).toMatchObject({ transfers: 1, amount: '100.5' });
  });

  test('outside this machine an effect does not even cause a token request', async () => {
    const elsewhere = { DMT_BASE_URL: 'https://uat.example', DMT_AUTH_URL: 'https://auth.uat.example', DMT_EFFECTS_ON: undefined };
    const { target } = await openSurroundings({}, elsewhere);
    const results = [
      await target.send(sendOtp, otpCall, 'ask'),
      await target.send(tagUser, tagCall, 'tag'),
      await target.send(requestTransfer, transferCall('conf-1'), 'transfer'),
      await target.raw({ method: 'POST', url: '/wallet/endpoint/v3/fundTransfer/request?sessionId=x' }, 'by hand', 'OP-9'),
      await target.raw({ method: 'DELETE', url: '/actuator/env' }, 'by hand', 'ACTUATOR'),
    ];
    expect(results.map(({ kind }) => kind)).toEqual(Array(5).fill('not-permitted'));
    expect(target.totals().requests).toBe(0);
  });

  test('on prod nothing but the token request and GET leaves', async () => {
    const everything = {
      ...without(prod, 'DMT_BASE_URL', 'DMT_AUTH_URL'),
      DMT_CONFIRM_HOST: '127.0.0.1',
      DMT_EFFECTS_ON: '127.0.0.1',
      DMT_ALLOW: 'operational-writes',
    };
    const caps = { DMT_MAX_SPEND: '1000', DMT_MAX_TRANSFERS: '9', DMT_MAX_OTPS: '9' };
    const { target, seen } = await openSurroundings({}, { ...everything, ...caps });
    await target.send(onboardingStatus, { path: { userType: 'customer', mobile: '9990000002' } }, 'read');
    await target.send(sendOtp, otpCall, 'ask');
    await target.send(sendOtp, { ...otpCall, method: 'GET' }, 'ask by GET');
    await target.send(paymentSources, { method: 'POST' }, 'wrong method');
    await target.send(tagUser, tagCall, 'tag');
    await target.send(requestTransfer, transferCall('conf-1'), 'transfer');
    await target.raw({ method: 'GET', url: '/actuator/%68eapdump' }, 'dump', 'ACTUATOR');
    await target.raw({ method: 'POST', url: '/authserver/oauth/token?x' }, 'nearly a token request', 'TOKEN');
    expect(seen.map(({ method, url }) => `${String(method)} ${String(url)}`)).toEqual([
      'POST /authserver/oauth/token',
      'GET /uiObjects/endpoint/v3/onboarding/status/customer/9990000002',
    ]);
  });
});
