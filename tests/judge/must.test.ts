import { describe, expect, test } from 'vitest';
import { transactionStatus, senderDetail } from '../../specs/operations.ts';
import { createMust } from '../../helpers/judge/must.ts';
import { blocked, createViolationStop, notApplicable, untried } from '../../helpers/judge/stop.ts';
import { envelope, reply } from './replies.ts';
import { catchStop } from './stops.ts';

describe('a condition', () => {
  test('that holds stops nothing', () => {
    expect(
      catchStop(() => {
        createMust('OP14-DEBITED').hold(true, { expected: 'this', received: 'that' });
      }),
    ).toBeNull();
  });

  test('that does not hold is a violation of its clause', () => {
    expect(
      catchStop(() => {
        createMust('OP14-DEBITED').hold(false, { expected: 'this', received: 'that', place: 'there', exchange: 'x7' });
      }),
    ).toEqual({
      kind: 'violation',
      clause: 'OP14-DEBITED',
      deviation: 'other',
      field: 'there',
      expected: 'this',
      received: 'that',
      place: 'there',
      exchange: 'x7',
      effect: null,
    });
  });
});

test('an unexpected answer is described by its status and code', () => {
  const refused = reply(transactionStatus, { body: envelope(4040, null) });
  expect(
    catchStop(() => {
      createMust('OP10-SERVED').answer(false, 'HTTP 200 with code 2000', refused);
    }),
  ).toMatchObject({
    kind: 'violation',
    clause: 'OP10-SERVED',
    received: 'HTTP 200 with code 4040 (success)',
    deviation: 'code-4040',
    exchange: 'x1',
  });
});

test('a violation may name its field where the place does not', () => {
  const about = { expected: 'this', received: 'that', place: 'GET /error › 200' };
  expect(createMust('SWAGGER-TYPES').violation({ ...about, field: 'GET /error', effect: 'so what' }).why).toMatchObject({
    field: 'GET /error',
    effect: 'so what',
    deviation: 'other',
  });
});

describe('a value of an answer', () => {
  const answer = reply(transactionStatus, { body: envelope(2000, { invoiceId: 17, message: 'Done', status: 'FAILED' }) });
  const equal = (place: string, expected: string | boolean, ignoreCase = false): unknown =>
    catchStop(() => {
      createMust('OP11-AMOUNT-EXACT').equal(answer, place, expected, { ignoreCase });
    });

  test('that is the one given stops nothing; ids are compared as text', () => {
    expect(equal('result.status', 'FAILED')).toBeNull();
    expect(equal('result.invoiceId', '17')).toBeNull();
  });

  test('of another case is another, unless case is ignored', () => {
    expect(equal('result.message', 'dONE')).toMatchObject({ kind: 'violation' });
    expect(equal('result.message', 'dONE', true)).toBeNull();
    expect(equal('result.message', 'dTWO', true)).toMatchObject({ kind: 'violation' });
  });

  test('that differs is reported with the expected value, the place and the exchange', () => {
    expect(equal('result.status', 'PENDING')).toMatchObject({
      kind: 'violation',
      clause: 'OP11-AMOUNT-EXACT',
      expected: '"PENDING" (text)',
      received: '"FAILED" (text)',
      place: `GET ${transactionStatus.path} › result.status`,
      exchange: 'x1',
    });
  });

  test('that is broken itself is blocked by its own clause', () => {
    const broken = reply(senderDetail, { body: envelope(2000, { senderName: 17 }) });
    expect(
      catchStop(() => {
        createMust('OP11-AMOUNT-EXACT').equal(broken, 'result.senderName', '17');
      }),
    ).toMatchObject({
      kind: 'blocked',
      cause: 'OP6-RESULT-SENDER-NAME',
      owner: 'service',
    });
  });
});

test('a stop prints its reason', () => {
  expect(String(createViolationStop({ clause: 'OP9-SERVED', expected: 'this', received: 'that' }))).toBe(
    'Stop: OP9-SERVED: expected this, received that',
  );
  expect(String(blocked('otp-source', 'no code', 'configuration'))).toBe('Stop: blocked: no code');
  expect(String(notApplicable('no such thing'))).toBe('Stop: not-applicable: no such thing');
  expect(String(untried('no means', 'suite'))).toBe('Stop: untried: no means');
});
