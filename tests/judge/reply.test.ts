import { describe, expect, test } from 'vitest';
import { actuatorOperations } from '../../specs/operational.ts';
import { paymentSources, requestTransfer, senderDetail, transactionStatus } from '../../specs/operations.ts';
import { findingAt, describeAnswer, formatPlace, readReply, type Reply } from '../../helpers/judge/reply.ts';
import { findHeader, readMediaType } from '../../helpers/core/exchange.ts';
import { member, parseJson } from '../../helpers/core/json.ts';
import { envelope, noReply, reply, type Answered } from './replies.ts';

const answer = (answered: Answered): Reply => reply(transactionStatus, answered);
const listClauses = ({ envelope: around, payload }: Reply): string[] =>
  [...around.findings, ...payload.findings].map(({ clause }): string => clause);

describe('an answer is read as HTTP status, API code and result', () => {
  test('the parts of an answer', () => {
    const result = { invoiceId: 17, message: 'm', status: 'FAILED' };
    const read = answer({ mediaType: 'Application/JSON ; charset=utf-8', body: envelope(2000, result, 'done') });
    expect(read).toMatchObject({ operation: transactionStatus, documented: true, status: 200, mediaType: 'application/json', code: 2000 });
    expect(read).toMatchObject({ message: 'done', result, body: { status: { message: 'done', code: 2000 }, result } });
  });

  test.each([
    [2000, 2000],
    ['2000', 2000],
    ['4160', 4160],
    ['20000', null],
    ['12000', null],
    ['200', null],
    ['OK', null],
    [null, null],
    [[2000], null],
    [true, null],
  ])('the code %j counts as %j', (code, read) => {
    expect(answer({ body: envelope(code) }).code).toBe(read);
  });

  test('a missing answer has no status, no media type and no body', () => {
    expect(noReply(transactionStatus)).toMatchObject({ status: null, mediaType: null, body: undefined, code: null });
    expect(listClauses(noReply(transactionStatus))).toEqual([]);
  });

  test('bytes that are no text are no JSON', () => {
    const { exchange, operation } = answer({});
    const { response } = exchange;
    if (response === null) throw new Error('expected a response, received none');
    const body = { text: '2000', encoding: 'base64' } as const;
    expect(readReply(operation, { ...exchange, response: { ...response, body } }, false)).toMatchObject({
      body: undefined,
      documented: false,
    });
    expect(answer({ body: '2000' }).body).toBe(2000);
  });
});

describe('the schemas that bind an answer (reading 8)', () => {
  test.each<readonly [string, Answered, readonly string[]]>([
    ['the envelope with every HTTP 200', { body: {} }, ['ENVELOPE-STATUS', 'ENVELOPE-RESULT']],
    ['the result with code 2000', { body: envelope(2000, null) }, ['OP10-RESULT']],
    ['the result with a code that reads as 2000', { body: envelope('2000', null) }, ['ENVELOPE-STATUS-CODE', 'OP10-RESULT']],
    ['no result schema a refusal', { body: envelope(4160, null) }, []],
    ['no result schema a result that is absent', { body: { status: { message: null, code: 2000 } } }, ['ENVELOPE-RESULT']],
    ['neither another HTTP status', { status: 400, body: {} }, []],
    ['neither another HTTP status with code 2000', { status: 201, body: envelope(2000, 'text') }, []],
    ['no envelope a body that is no object', { body: [] }, []],
    ['no envelope the body null', { body: null }, []],
    ['no envelope the body of a number', { body: '17' }, []],
  ])('%s', (_, answered, clauses) => {
    expect(listClauses(answer(answered))).toEqual(clauses);
  });

  test('a schema that does not bind judges nothing', () => {
    const refused = answer({ status: 404, body: envelope(2000, null) });
    expect([refused.envelope.judged.size, refused.payload.judged.size]).toEqual([0, 0]);
    expect(answer({ body: envelope(4040) }).envelope.judged.has('ENVELOPE-STATUS')).toBe(true);
  });
});

describe('the breach at a place', () => {
  test('is found in the envelope and in the result', () => {
    const read = answer({ body: envelope(2000, { invoiceId: '17', message: 'm', status: 'FAILED' }, 7) });
    expect(findingAt(read, 'status.message')?.clause).toBe('ENVELOPE-STATUS-MESSAGE');
    expect(findingAt(read, 'result.invoiceId')?.clause).toBe('OP10-RESULT-INVOICE-ID');
    expect(findingAt(read, 'result.message')).toBeUndefined();
  });

  test('is missing when a value only differs from an example', () => {
    const read = reply(senderDetail, { body: envelope(2000, { kycStatus: { kyc_status: 'PENDING', kyc_required: 'no' } }) });
    expect(listClauses(read)).toContain('OP6-RESULT-KYC-STATUS-KYC-STATUS-VALUES');
    expect(findingAt(read, 'result.kycStatus.kyc_status')).toBeUndefined();
    expect(findingAt(read, 'result.kycStatus.kyc_required')?.clause).toBe('OP6-RESULT-KYC-STATUS-KYC-REQUIRED');
  });
});

describe('an answer in the words of a report', () => {
  test.each<readonly [Answered, string]>([
    [{ body: envelope(4160, null, 'user.invalid') }, 'HTTP 200 with code 4160 (user.invalid)'],
    [{ body: envelope(2000, null, null) }, 'HTTP 200 with code 2000'],
    [{ body: 'none' }, 'HTTP 200'],
    [{ status: 404 }, 'HTTP 404'],
    [{ status: 400, body: envelope(4160, null, 'user.invalid') }, 'HTTP 400'],
  ])('%j', (answered, words) => {
    expect(describeAnswer(answer(answered))).toBe(words);
  });

  test('without a whole answer it is the trouble', () => {
    const cut = noReply(paymentSources);
    expect(describeAnswer(cut)).toBe('no answer: reset');
    expect(describeAnswer({ ...cut, exchange: { ...cut.exchange, trouble: null } })).toBe('no answer: unknown');
  });

  test('its place is a method, a path and a field', () => {
    expect(formatPlace(answer({}), 'result.invoiceId')).toBe(`GET ${transactionStatus.path} › result.invoiceId`);
    expect(formatPlace({ ...answer({}), operation: actuatorOperations[0] })).toBe('GET /actuator');
  });
});

test.each([
  ['/wallet/endpoint/v3/fundTransfer/request?sessionId=a', ''],
  ['/base/wallet/endpoint/v3/fundTransfer/request/a', '/{sessionId}'],
])('a place has the path of the form that was sent: %s', (path, end) => {
  const asked = reply(requestTransfer, {});
  const request = { ...asked.exchange.request, url: `http://127.0.0.1${path}` };
  expect(formatPlace({ ...asked, exchange: { ...asked.exchange, request } })).toBe(`POST /wallet/endpoint/v3/fundTransfer/request${end}`);
});

test.each([
  [[['Content-Type', 'text/html']], 'text/html'],
  [
    [
      ['X-Other', 'b'],
      ['CONTENT-TYPE', ' Text/Plain; charset=utf-8'],
    ],
    'text/plain',
  ],
  [[], null],
] as const)('the media type of %j is %j', (headers, mediaType) => {
  expect(readMediaType(headers)).toBe(mediaType);
});

test('a header is found whatever its case', () => {
  expect(
    findHeader(
      [
        ['Date', 'a'],
        ['DATE', 'b'],
      ],
      'date',
    ),
  ).toBe('a');
  expect(findHeader([['Date', 'a']], 'content-type')).toBeNull();
});

test('what is not one JSON value is undefined', () => {
  expect(['{"a":1}', 'null', '{} {}', ''].map(parseJson)).toEqual([{ a: 1 }, null, undefined, undefined]);
});

test.each([
  [{ a: 1 }, 'a', 1],
  [['x'], '0', 'x'],
  [{}, 'constructor', undefined],
  [null, 'a', undefined],
  [undefined, 'a', undefined],
  ['text', 'length', undefined],
  [17, 'a', undefined],
])('the member of %j called %s is %j', (value, key, found) => {
  expect(member(value, key)).toBe(found);
});
