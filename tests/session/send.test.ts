import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { agentBalance, paymentSources, requestTransfer, sendOtp, senderDetail } from '../../specs/operations.ts';
import { Stop, type StopReason } from '../../helpers/judge/stop.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { openSend } from '../../helpers/session/send.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import { unknownValues } from '../../helpers/core/unknown-values.ts';
import type { Call } from '../../helpers/client/http/call.ts';
import { accept, envelope, openSurroundings, STATE } from '../client/service.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const cut: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
  response.write('{"status"', () => response.socket?.destroy());
};
const mispacked: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(envelope(2000));
};
const endless: Answer = (_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(' '.repeat(600 * 1024));
};
const reset: Answer = (request) => request.socket.resetAndDestroy();
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code, { 'Content-Type': 'text/html' }).end('<html></html>');
const page = status(200);
const refused: Answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(4170));

/** The OP-10 answer for a transfer that never arrived. */
const answerUnknownCode: Answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(4040));

/** Control calls read another operation than the one in doubt. */
const controlPath = (operation: Operation): string => (operation === paymentSources ? agentBalance : paymentSources).path;

interface Delivered {
  /** The reply that was judged, or why there was none. */
  readonly ended: Reply | StopReason;
  readonly judged: readonly (number | null)[];
  /** Requests of the operation itself. */
  readonly asked: number;
}

const read = { path: { senderId: STATE }, query: { subAgentTagId: STATE }, consent: `OTP 2000 ${STATE}` };
const transfer = {
  path: { sessionId: STATE },
  query: { subAgentTagId: STATE },
  consent: `OTP 2000 ${STATE}`,
  payload: { amount: 1, correlationId: 'a-1', from: STATE, to: unknownValues.number, type: 'imps' },
};

/** Sends one call to a server that gives these answers in turn and repeats the last one; control calls have their own. */
async function deliver(operation: Operation, call: Call, answers: readonly Answer[], controls: Answer = accept): Promise<Delivered> {
  let asked = 0;
  const answer: Answer = (request, response) => {
    if (request.url === controlPath(operation)) controls(request, response);
    else if (request.url?.startsWith('/wallet/endpoint/v3/status/') === true) answerUnknownCode(request, response);
    else (answers[Math.min(asked++, answers.length - 1)] ?? accept)(request, response);
  };
  const { target } = await openSurroundings({ answer }, { DMT_TIMEOUT_MS: '1000' });
  const { wire } = createRunContext(target);
  const judged: (number | null)[] = [];
  const send = openSend({ ...wire, judge: (reply) => judged.push(reply.status) });
  const errand = { operation, call, documented: true, purpose: 'a test', noteExchange: () => undefined };
  const ended = await send(errand).catch((error: unknown) => {
    if (error instanceof Stop) return error.why;
    throw error;
  });
  return { ended, judged, asked };
}

const environment = { kind: 'blocked', cause: 'environment', owner: 'environment' };

describe('a read that meets trouble', () => {
  test.each([
    ['is cut', cut, null],
    ['is reset', reset, null],
    ['meets a gateway', status(503), 503],
    ['is slowed down', status(429), 429],
    ['meets a foreign page', page, 200],
    ['cannot be unpacked', mispacked, 200],
  ] as const)('%s five times running while controls succeed is judged', async (_, answer, judged) => {
    expect(await deliver(paymentSources, {}, [answer])).toMatchObject({ judged: [judged], asked: 5 });
  });

  test.each([1, 2, 4])('is fine after %d failures, and the failures are not judged', async (failures) => {
    const { ended, judged, asked } = await deliver(paymentSources, {}, [...Array<Answer>(failures).fill(cut), accept]);
    expect({ ended, judged, asked }).toMatchObject({ ended: { status: 200, code: 2000 }, judged: [200], asked: failures + 1 });
  });

  test('is blocked when controls fail as well', async () => {
    expect(await deliver(paymentSources, {}, [cut], cut)).toMatchObject({ ended: environment, judged: [], asked: 4 });
  });

  test('is not doubted when it is merely refused', async () => {
    expect(await deliver(paymentSources, {}, [status(404)])).toMatchObject({ judged: [404], asked: 1 });
  });
});

describe('a read that carries a consent', () => {
  test('is blocked when its repetition is refused: the consent may have been used up', async () => {
    expect(await deliver(senderDetail, read, [cut, refused])).toMatchObject({ ended: environment, judged: [], asked: 2 });
  });

  test('is fine when its repetition succeeds', async () => {
    expect(await deliver(senderDetail, read, [cut, accept])).toMatchObject({ judged: [200], asked: 2 });
  });
});

describe('a call with an effect', () => {
  test.each([
    ['cut', cut],
    ['reset', reset],
    ['stopped by a gateway', status(502)],
    ['answered by a foreign page', page],
    ['answered by what cannot be unpacked', mispacked],
  ] as const)('that is %s is blocked at once: nobody knows what became of it', async (_, answer) => {
    expect(await deliver(requestTransfer, transfer, [answer])).toMatchObject({ ended: environment, judged: [], asked: 1 });
  });
});

describe('a call with an effect that surely had none', () => {
  test.each([
    ['is served', accept],
    ['is refused, as its code is not used up', refused],
  ] as const)('is sent again when it came too often, and then %s', async (_, answer) => {
    expect(await deliver(requestTransfer, transfer, [status(429), answer])).toMatchObject({ judged: [200], asked: 2 });
  });

  test('is never judged by that', async () => {
    expect(await deliver(requestTransfer, transfer, [status(429)])).toMatchObject({ ended: environment, judged: [], asked: 8 });
  });
});

describe('a system failure', () => {
  const failure: Answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(4000));

  test('of a read may pass', async () => {
    expect(await deliver(paymentSources, {}, [failure, accept])).toMatchObject({ ended: { code: 2000 }, judged: [200, 200], asked: 2 });
  });

  test('of OP-3 may pass, as it has sent no code', async () => {
    const call = { payload: { object: 9_990_000_002 } };
    expect(await deliver(sendOtp, call, [failure, accept])).toMatchObject({ ended: { code: 2000 }, judged: [200, 200], asked: 2 });
  });

  test('of a read is believed the second time', async () => {
    expect(await deliver(paymentSources, {}, [failure])).toMatchObject({ ended: { code: 4000 }, judged: [200, 200], asked: 2 });
  });

  test.each([
    ['has an effect', requestTransfer, transfer],
    ['carries a consent', senderDetail, read],
  ] as const)('of a call that %s is believed at once', async (_, operation, call) => {
    expect(await deliver(operation, call, [failure])).toMatchObject({ ended: { code: 4000 }, judged: [200], asked: 1 });
  });
});

describe('a refusal that accuses no service is judged as an answer, and stops the check', () => {
  test('behind an expired token', async () => {
    const { target } = await openSurroundings({ answer: refused });
    const { wire } = createRunContext(target);
    const judged: Reply[] = [];
    const send = openSend({
      ...wire,
      async send(operation, call, purpose) {
        const sent = await wire.send(operation, call, purpose);
        return sent.kind === 'reply' ? { ...sent, token: 'expired' } : sent;
      },
      judge: (each) => judged.push(each),
    });
    const errand = { operation: paymentSources, call: {}, documented: true, purpose: 'a test', noteExchange: () => undefined };
    await expect(send(errand)).rejects.toMatchObject({ why: { kind: 'blocked', cause: 'token-expired' } });
    expect(judged).toMatchObject([{ code: 4170, documented: false }]);
  });

  test('of broken JSON whose code may be used up', async () => {
    const failure: Answer = (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(envelope(4000));
    const broken = { ...transfer, payload: undefined, rawBody: '{' };
    expect(await deliver(requestTransfer, broken, [failure, refused])).toMatchObject({ ended: environment, judged: [200, 200], asked: 2 });
  });
});

describe('a lost answer to OP-3', () => {
  const challenge = { payload: { object: 9_990_000_002 } };

  test('costs one code more', async () => {
    expect(await deliver(sendOtp, challenge, [reset, accept])).toMatchObject({ judged: [200], asked: 2 });
  });

  test('costs no further one', async () => {
    expect(await deliver(sendOtp, challenge, [reset])).toMatchObject({ ended: environment, judged: [], asked: 2 });
  });
});

describe('an answer longer than is read', () => {
  test('blocks a call with a good token', async () => {
    const { ended, judged } = await deliver(paymentSources, {}, [endless]);
    expect({ ended, judged }).toMatchObject({ ended: { kind: 'blocked', cause: 'answer-too-long', owner: 'service' }, judged: [200] });
  });

  test('is enough for a call without a token, which is judged by its status', async () => {
    expect(await deliver(paymentSources, { token: 'none' }, [endless])).toMatchObject({
      ended: { status: 200, code: null },
      judged: [200],
    });
  });
});

describe('a server error', () => {
  test.each([
    ['a read', paymentSources, {}],
    ['a transfer', requestTransfer, transfer],
  ] as const)('to %s is judged when controls succeed right after', async (_, operation, call) => {
    expect(await deliver(operation, call, [status(500)])).toMatchObject({ judged: [500], asked: 1 });
  });

  test('is blocked when controls fail too', async () => {
    expect(await deliver(paymentSources, {}, [status(500)], status(500))).toMatchObject({ ended: environment, judged: [], asked: 1 });
  });
});
