import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { addBeneficiary, operations, paymentSources, requestTransfer, tagUser } from '../../specs/operations.ts';
import {
  mustBeReadable,
  mustGiveReason,
  mustServe,
  findNotServedStop,
  findOtherSuccessStop,
  servedClauseByOperation,
} from '../../helpers/judge/served.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { readSymptom } from '../../helpers/session/symptom.ts';
import { envelope, noReply, reply, type Answered } from './replies.ts';
import { catchStop } from './stops.ts';

const rightCode = { surelyRight: () => true };
const doubtfulCode = { surelyRight: () => false };

const why = (operation: Operation, answered: Answered, used?: typeof rightCode): unknown =>
  findNotServedStop(reply(operation, answered), used)?.why ?? null;

const fails = (operation: Operation): object => ({ kind: 'violation', clause: servedClauseByOperation[operation.id] });
const blockedBy = (cause: string, owner: string): object => ({ kind: 'blocked', cause, owner });

describe('a documented call', () => {
  test('is served by HTTP 200 with code 2000', () => {
    expect(why(paymentSources, { body: envelope(2000, []) })).toBeNull();
  });

  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s that is refused breaks its own clause',
    (_, operation) => {
      expect(why(operation, { body: envelope(4170) }, rightCode)).toMatchObject(fails(operation));
      expect(why(operation, { status: 404 })).toMatchObject(fails(operation));
    },
  );

  test.each([400, 401, 403, 404, 405, 415, 418, 201, 302, 500])('refused with HTTP %d fails, whatever the body', (status) => {
    expect(why(requestTransfer, { status })).toMatchObject(fails(requestTransfer));
    expect(why(requestTransfer, { status, body: envelope(4001) })).toMatchObject(fails(requestTransfer));
    expect(why(requestTransfer, { status, body: '<html>', mediaType: 'text/html' })).toMatchObject(fails(requestTransfer));
  });

  test.each([
    ['4000 is a system failure', paymentSources, envelope(4000), blockedBy('system-failure', 'environment')],
    ['OP-9 may refuse with 4001', requestTransfer, envelope(4001), blockedBy('funds-or-limits', 'test-data')],
    ['OP-9 may refuse with 4040', requestTransfer, envelope(4040), blockedBy('funds-or-limits', 'test-data')],
    ['OP-9 may refuse with 4160', requestTransfer, envelope(4160), blockedBy('funds-or-limits', 'test-data')],
    ['no other operation may: 4001', paymentSources, envelope(4001), fails(paymentSources)],
    ['no other operation may: 4040', paymentSources, envelope(4040), fails(paymentSources)],
    ['no other operation may: 4160', tagUser, envelope(4160), fails(tagUser)],
    ['4170 where no code was sent', paymentSources, envelope(4170), fails(paymentSources)],
    ['a code that is text is read all the same', paymentSources, envelope('4001'), fails(paymentSources)],
    ['an unlisted code that is text', paymentSources, envelope('5000'), { kind: 'blocked', cause: 'ENVELOPE-STATUS-CODE' }],
  ] as const)('%s', (_, operation, body, expected) => {
    expect(why(operation, { body })).toMatchObject(expected);
  });

  test('a code refused with 4170 is blamed on the OTP source, unless it was surely right', () => {
    expect(why(tagUser, { body: envelope(4170) }, doubtfulCode)).toMatchObject(blockedBy('otp-source', 'configuration'));
    expect(why(tagUser, { body: envelope(4170) }, rightCode)).toMatchObject(fails(tagUser));
    expect(why(requestTransfer, { body: envelope(4170) }, rightCode)).toMatchObject(fails(requestTransfer));
    expect(why(tagUser, { body: envelope(4160) }, doubtfulCode)).toMatchObject(fails(tagUser));
  });

  test.each([
    ['no body', '', 'ENVELOPE-BODY'],
    ['null', null, 'ENVELOPE-BODY'],
    ['an array', [], 'ENVELOPE-BODY'],
    ['cut JSON', '{"status":', 'ENVELOPE-BODY'],
    ['a page', '<html></html>', 'ENVELOPE-BODY'],
    ['no status', { result: [] }, 'ENVELOPE-STATUS'],
    ['a status of text', { status: 'success', result: [] }, 'ENVELOPE-STATUS'],
    ['no code', { status: { message: 'success' }, result: [] }, 'ENVELOPE-STATUS-CODE'],
    ['a code of no list', envelope(9999), 'CODE-LISTED'],
  ])('that is answered outside the envelope is blocked by the broken clause: %s', (_, body, clause) => {
    expect(why(addBeneficiary, { body })).toMatchObject(blockedBy(clause, 'service'));
  });

  test('without an answer is not served', () => {
    expect(findNotServedStop(noReply(paymentSources))?.why).toMatchObject(fails(paymentSources));
  });

  test('a broken message or result hides no code', () => {
    expect(why(paymentSources, { body: { status: { message: 1, code: 4040 } } })).toMatchObject(fails(paymentSources));
    expect(why(paymentSources, { body: { status: { message: 1, code: 2000 } } })).toBeNull();
  });
});

describe('why a documented call was not served, in words', () => {
  test('a violation says what was expected and what came', () => {
    expect(why(paymentSources, { body: envelope(4040, null, 'no.data') })).toEqual({
      kind: 'violation',
      clause: 'OP2-SERVED',
      deviation: 'code-4040',
      field: null,
      expected: 'HTTP 200 with code 2000',
      received: 'HTTP 200 with code 4040 (no.data)',
      place: `GET ${paymentSources.path}`,
      exchange: 'x1',
      effect: null,
    });
    const created = reply(paymentSources, { status: 201, body: envelope(2000, []) });
    expect(findOtherSuccessStop(created)?.why).toMatchObject({ kind: 'violation', clause: 'OP2-SERVED', received: 'HTTP 201' });
    expect(findNotServedStop(created)).toBeNull();
    expect(why(paymentSources, { status: 401, body: envelope(2000, []) })).toMatchObject({ kind: 'violation', received: 'HTTP 401' });
  });

  test.each([
    [paymentSources, '<html>', 'OP-2 was answered outside the envelope'],
    [paymentSources, envelope(4000), 'OP-2 was answered with 4000, a system failure'],
    [
      requestTransfer,
      envelope(4040),
      'the transfer got HTTP 200 with code 4040 (success): check funds, limits, session and beneficiary of the sender, or change DMT_TRANSFER_AMOUNT',
    ],
    [
      tagUser,
      envelope(4170),
      'OP-4 refused the code from DMT_OTP_SOURCE, which may be wrong or old: check DMT_OTP, DMT_OTP_URL or DMT_OTP_COMMAND',
    ],
  ] as const)('whatever is excused tells why', (operation, body, reason) => {
    expect(why(operation, { body }, doubtfulCode)).toMatchObject({ kind: 'blocked', reason });
  });

  test('a check continues with a served call and stops at any other', () => {
    const served = reply(paymentSources, { body: envelope(2000, []) });
    expect(mustServe(served)).toBe(served);
    expect(catchStop(() => mustServe(reply(paymentSources, { status: 404 })))).toMatchObject(fails(paymentSources));
    expect(catchStop(() => mustServe(reply(tagUser, { body: envelope(4170) }), doubtfulCode))).toMatchObject({ cause: 'otp-source' });
  });
});

describe('a refusal', () => {
  const readable = (operation: Operation, answered: Answered): unknown =>
    catchStop(() => {
      mustBeReadable(reply(operation, answered));
    });

  test.each<readonly [string, Operation, Answered]>([
    ['a code of its own', tagUser, { body: envelope(4170) }],
    ['lacking funds, which is a refusal like any other', requestTransfer, { body: envelope(4001) }],
    ['an HTTP status', tagUser, { status: 403, body: '<html>' }],
    ['an acceptance, whose code need not be a number', tagUser, { body: envelope('2000') }],
  ])('can be judged by %s', (_, operation, answered) => {
    expect(readable(operation, answered)).toBeNull();
  });

  test.each<readonly [string, unknown, object]>([
    ['outside the envelope', '<html>', blockedBy('ENVELOPE-BODY', 'service')],
    ['without a listed code', envelope(9999), blockedBy('CODE-LISTED', 'service')],
  ])('%s cannot be judged', (_, body, expected) => {
    expect(readable(tagUser, { body })).toMatchObject(expected);
  });

  test('that is a system failure is a refusal, and gives no reason', () => {
    const failure = { body: envelope(4000) };
    expect(readable(tagUser, failure)).toBeNull();
    expect(
      catchStop(() => {
        mustGiveReason(reply(tagUser, failure));
      }),
    ).toMatchObject(blockedBy('system-failure', 'environment'));
  });
});

describe('values to doubt before the service is blamed', () => {
  test.each([
    [{ status: 429 }, 'environmental'],
    [{ status: 502 }, 'environmental'],
    [{ status: 503 }, 'environmental'],
    [{ status: 504 }, 'environmental'],
    [{ status: 200, mediaType: 'text/html', body: '<html>' }, 'environmental'],
    [{ status: 200, mediaType: 'text/html', body: '' }, 'environmental'],
    [{ status: 200, mediaType: 'text/plain', body: '<!DOCTYPE html><title>' }, 'environmental'],
    [{ status: 200, mediaType: 'text/html', body: envelope(2000, null) }, 'clear'],
    [{ status: 200, mediaType: 'text/plain', body: 'not there' }, 'clear'],
    [{ status: 500 }, 'server-error'],
    [{ status: 501 }, 'server-error'],
    [{ status: 200, body: envelope(4000) }, 'clear'],
    [{ status: 200 }, 'clear'],
    [{ status: 404, mediaType: 'text/html', body: '<html>' }, 'clear'],
    [{ status: 401 }, 'clear'],
  ] as const)('%j is %s', (answered, symptom) => {
    expect(readSymptom(reply(paymentSources, answered))).toBe(symptom);
  });

  test('an answer in another coding than it names is environmental', () => {
    const { operation, exchange } = reply(paymentSources, { body: envelope(2000, ['bank']) });
    const unpacked = { ...exchange, response: exchange.response && { ...exchange.response, unreadable: true as const } };
    const read = readReply(operation, unpacked, true);
    expect([readSymptom(read), read.body, read.code]).toEqual(['environmental', undefined, null]);
  });

  test('a missing answer is environmental', () => {
    expect(readSymptom(noReply(paymentSources))).toBe('environmental');
  });
});
