import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { actuatorOperations } from '../../specs/operational.ts';
import { agentBalance, onboardingStatus, paymentSources, sendOtp } from '../../specs/operations.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import { openAskOperational } from '../../helpers/session/operational.ts';
import { withNoCallsWhileGone } from '../../helpers/session/resilient-target.ts';
import { openSend } from '../../helpers/session/send.ts';
import { accept, openSurroundings } from '../client/service.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const hang: Answer = () => undefined;
const hangUp: Answer = (request) => request.socket.resetAndDestroy();
const gatewayPage: Answer = (_, response) => response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html></html>');

const isControlCall = ({ url }: IncomingMessage): boolean => url === paymentSources.path;

/** A service that has answered, and answers otherwise from now on. */
async function openService(environment: Environment) {
  const served: { answer: Answer } = { answer: accept };
  const { target, seen } = await openSurroundings(
    {
      answer: (request, response) => {
        served.answer(request, response);
      },
    },
    environment,
  );
  const { wire } = createRunContext(target);
  const send = openSend({ ...wire, judge: () => undefined });
  const tried: string[] = [];
  const errand = { purpose: 'a test', noteExchange: (id: string) => void tried.push(id) };
  const askOperational = openAskOperational(withNoCallsWhileGone(target, wire.availability), wire);
  const reads = {
    balance: () => send({ ...errand, operation: agentBalance, call: {}, documented: true }),
    status: () => send({ ...errand, operation: onboardingStatus, call: { path: { userType: 'customer', mobile: '1' } }, documented: true }),
    actuator: () => askOperational({ ...errand, operation: actuatorOperations[0], call: {} }),
  };
  const askForCode = (): Promise<Reply> =>
    send({ ...errand, operation: sendOtp, call: { payload: { object: 9_990_000_002 } }, documented: true });
  await reads.balance();
  return {
    served,
    reads,
    askForCode,
    tries: () => tried.length,
    requests: () => seen.length,
    codes: () => seen.filter(({ url }) => url === sendOtp.path).length,
  };
}

describe('a target that was waited for in vain', () => {
  const briefly = { DMT_TIMEOUT_MS: '300' };

  test.each([
    ['hides behind a gateway', gatewayPage],
    ['hangs up', hangUp],
    ['is silent', hang],
  ] as const)('gets no further call while it %s', async (_, trouble) => {
    const { served, reads, tries } = await openService(briefly);
    served.answer = trouble;
    await expect(reads.balance()).rejects.toThrow('environment may have caused');
    for (const read of [reads.status, reads.actuator, reads.balance]) {
      const before = tries();
      await expect(read()).rejects.toThrow('the target is out of order');
      expect(tries()).toBe(before);
    }
  });

  test('gets one control call for many calls', async () => {
    const { served, reads, requests } = await openService(briefly);
    served.answer = gatewayPage;
    await expect(reads.balance()).rejects.toThrow('environment may have caused');
    const before = requests();
    const ended = await Promise.allSettled(Array.from({ length: 50 }, reads.status));
    expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(50);
    expect(requests() - before).toBeLessThanOrEqual(1);
  });

  test('is asked again as usual once a control call succeeds', async () => {
    const { served, reads, requests } = await openService(briefly);
    served.answer = gatewayPage;
    await expect(reads.balance()).rejects.toThrow('environment may have caused');
    served.answer = accept;
    await vi.waitFor(reads.status);
    let left = 2;
    served.answer = (request, response) => {
      (left-- > 0 ? gatewayPage : accept)(request, response);
    };
    const before = requests();
    expect(await reads.status()).toMatchObject({ status: 200 });
    expect(requests() - before).toBe(3);
  });
});

describe('calls with effects that wait for a slot', () => {
  const oneAtATime = { DMT_MAX_CONCURRENCY: '1' };
  const many = 6;

  test.each([
    ['a gateway page', 'is asked for again', gatewayPage, 'fulfilled', many + 1],
    ['HTTP 500', 'is lost', (_, response) => response.writeHead(500).end(), 'rejected', many],
  ] satisfies [string, string, Answer, string, number][])('are held back at %s, so only one %s', async (_, __, trouble, first, sent) => {
    const { served, askForCode, codes } = await openService(oneAtATime);
    let refusedControls = 2;
    served.answer = (request, response) => {
      if (isControlCall(request) && refusedControls-- === 0) served.answer = accept;
      (served.answer === accept ? accept : trouble)(request, response);
    };
    const ended = await Promise.allSettled(Array.from({ length: many }, askForCode));
    expect(ended.map(({ status }) => status)).toEqual([first, ...Array<string>(many - 1).fill('fulfilled')]);
    expect(codes()).toBe(sent);
  });

  test('do not leave at all where no control call succeeds', async () => {
    const { served, askForCode, codes } = await openService({ ...oneAtATime, DMT_TIMEOUT_MS: '300' });
    served.answer = gatewayPage;
    const ended = await Promise.allSettled(Array.from({ length: many }, askForCode));
    expect(ended.map(({ status }) => status)).toEqual(Array<string>(many).fill('rejected'));
    expect(codes()).toBe(1);
  });
});
