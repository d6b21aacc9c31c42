import { describe, expect, test } from 'vitest';
import { findDisagreements } from '../../helpers/contract/behavior/disagreements.ts';
import { findSchemaMismatches } from '../../helpers/contract/behavior/schema-mismatches.ts';
import { openSeenAnswers, type SeenAnswer } from '../../helpers/contract/behavior/seen-answers.ts';
import { toAnswerShape } from '../../helpers/contract/behavior/answer-shape.ts';
import { createSchemaReader } from '../../helpers/contract/read/schema.ts';
import { readDescription } from '../../helpers/contract/read/read.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { isObject } from '../../sandbox/http/json.ts';
import { changeResponse, combine, on, succeeded } from '../../sandbox/twists/twists.ts';
import { failedClauses, judgeSandbox, withVerdict } from '../run/judged.ts';
import { wrongResult, withJson } from '../../sandbox/twists/results.ts';
import { setPlaces } from '../../sandbox/description/edit.ts';

const base = 'http://service.example.test';

const exchange = (path: string, body: unknown, status = 200, method = 'GET'): Exchange => ({
  id: `x-${path}`,
  operation: null,
  purpose: 'test',
  startedAt: '2031-01-01T00:00:00.000Z',
  durationMs: 1,
  request: { method, url: base + path, headers: [], body: null },
  response: {
    status,
    headers: [['Content-Type', 'application/json;charset=UTF-8']],
    body: { text: JSON.stringify(body), encoding: 'utf8' },
    truncated: false,
  },
  trouble: null,
});

const envelope = (result: unknown, code = 2000): unknown => ({ status: { message: 'success', code }, result });

describe('answers are kept by their form', () => {
  test('once for equal ones, under the operation of the document', () => {
    const sightings = openSeenAnswers(base);
    for (let n = 0; n < 500; n += 1)
      sightings.note(exchange(`/wallet/endpoint/v3/invoice/${n}`, envelope({ amount: n + 0.5, name: `x${n}` })));
    sightings.note(exchange('/wallet/endpoint/v3/balance/agent', envelope([])));
    sightings.note(exchange('/nowhere', {}));
    expect(sightings.listBySubject('OP-11')).toMatchObject([{ path: '/wallet/endpoint/v3/invoice/{invoiceId}', count: 500 }]);
    expect(sightings.listBySubject('OP-15')).toHaveLength(1);
    expect(sightings.listBySubject('OP-14')).toEqual([]);
  });

  test('up to a limit', () => {
    const sightings = openSeenAnswers(base);
    for (let n = 0; n < 500; n += 1) sightings.note(exchange('/error', { [`field${n}`]: n }));
    expect(sightings.listBySubject('ERROR')).toHaveLength(40);
  });

  test.each([
    [
      'values go, words stay',
      { id: 17, rate: 1.5, status: 'PENDING', mobile: '9990000001' },
      { id: 0, mobile: '', rate: 0.5, status: 'PENDING' },
    ],
    ['alike items are one', [1, 2, 3, 'a b', 'c d'], [0, '']],
    ['nothing endless is kept', JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown, undefined],
  ])('%s', (_, value, skeleton) => {
    expect(toAnswerShape(value)).toEqual(skeleton);
  });

  test('with an open result for a refusal', () => {
    const sightings = openSeenAnswers(base);
    sightings.note(exchange('/wallet/endpoint/v3/invoice/1', envelope({ reason: 'none' }, 4040)));
    expect(sightings.listBySubject('OP-11')[0]?.body).toMatchObject({ result: null });
  });
});

describe('an answer and a schema', () => {
  const readSchema = createSchemaReader({
    definitions: { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' } } } },
  });

  test.each([
    ['an integer fits a number', { type: 'number' }, 1, []],
    ['a fraction is no integer', { type: 'integer' }, 1.5, [['', 'integer', 'number']]],
    ['null fits everything', { type: 'string' }, null, []],
    ['a bare object may be anything', { type: 'object' }, 'text', []],
    ['a missing field', { type: 'object', required: ['a'] }, {}, [['a', 'a required field', 'nothing']]],
    ['a field of another type', { properties: { a: { type: 'string' } } }, { a: 1 }, [['a', 'string', 'integer']]],
    ['an item of another type', { items: { type: 'string' } }, [1], [['[]', 'string', 'integer']]],
    ['a value of a map', { additionalProperties: { type: 'string' } }, { a: 1 }, [['a', 'string', 'integer']]],
    ['a forbidden field', { properties: { a: {} }, additionalProperties: false }, { b: 1 }, [['b', 'no such field', 'a field']]],
    ['a value that is not listed', { type: 'string', enum: ['A_A'] }, 'B_B', [['', 'one of "A_A"', '"B_B"']]],
    ['a schema that leads to itself', { $ref: '#/definitions/Node' }, { next: { next: { next: {} } } }, []],
    ['a reference that leads nowhere', { $ref: '#/definitions/None' }, 1, []],
  ] as const)('%s', (_, schema, value, expected) => {
    const found = findSchemaMismatches(toAnswerShape(value) ?? null, readSchema(schema));
    expect(found.map(({ place, described, answered }) => [place, described, answered])).toEqual(expected);
  });
});

describe('an answer and an operation', () => {
  const reading = readDescription({
    swagger: '2.0',
    paths: { '/error': { get: { produces: ['application/vnd.spring-boot.actuator.v3+json'], responses: { 200: {}, 401: {} } } } },
  });
  const operation = reading.ok ? reading.description.operations[0] : undefined;
  const seen = (change: Partial<SeenAnswer>): SeenAnswer => ({
    method: 'GET',
    path: '/error',
    subject: 'ERROR',
    status: 200,
    mediaType: 'application/vnd.service.actuator.v2+json',
    body: {},
    exchange: 'x1',
    count: 1,
    ...change,
  });

  test.each([
    ['the same media type under another name', {}, false, 0],
    ['another media type', { mediaType: 'text/html' }, false, 1],
    ['another media type of a refusal', { status: 401, mediaType: 'text/html' }, false, 0],
    ['no content', { mediaType: null }, false, 0],
    ['a status that is not listed', { status: 202 }, false, 1],
    ['a status that the default covers', { status: 202 }, true, 0],
    ['a status of any operation', { status: 404 }, false, 0],
    ['what is no request of the operation', { status: 415 }, false, 0],
    ['what a gateway says', { status: 503 }, false, 0],
  ] as const)('%s', (_, change, anyStatus, count) => {
    if (operation === undefined) throw new Error('expected an operation');
    expect(findDisagreements(seen(change), { operation, anyStatus })).toHaveLength(count);
  });
});

describe('of specification, description and behavior', () => {
  const facts = (ended: Awaited<ReturnType<typeof judgeSandbox>>, check: string): string =>
    ended.find((each) => each.check === check)?.facts.join('\n') ?? '';

  test('behavior alone differs: its own clause reports it', async () => {
    const ended = await judgeSandbox({ twist: wrongResult('OP-15', '[].walletBalance', '1.50') });
    expect(failedClauses(ended)).toEqual(['OP15-RESULT-WALLET-BALANCE']);
    expect(withVerdict(ended, 'warn')).toEqual([]);
    expect(facts(ended, 'SWAGGER-AGREES-WITH-BEHAVIOR~OP-15')).toContain('specification and description agree, the behavior differs: GET');
  });

  test('the specification alone differs: both clauses report it', async () => {
    const twist = combine(
      wrongResult('OP-1', 'isOldUser', true),
      setPlaces([['definitions', 'OnboardingStatus', 'properties', 'isOldUser'], { type: 'boolean' }]),
    );
    const ended = await judgeSandbox({ twist }, {}, ['OP1-RESULT*', 'SWAGGER-*']);
    expect(failedClauses(ended)).toEqual(['OP1-RESULT-IS-OLD-USER', 'SWAGGER-BUSINESS-TYPES']);
    expect(withVerdict(ended, 'warn')).toEqual([]);
    expect(facts(ended, 'SWAGGER-AGREES-WITH-BEHAVIOR~OP-1')).toContain('description and behavior agree, the specification differs');
  });

  test('the description alone differs: a remark names the exchange', async () => {
    const twist = setPlaces([
      ['definitions', 'Invoice', 'required'],
      ['amount', 'never'],
    ]);
    const [warned, ...others] = withVerdict(await judgeSandbox({ twist }, {}, ['SWAGGER-*']), 'warn');
    expect(others).toEqual([]);
    expect(warned).toMatchObject({
      check: 'SWAGGER-AGREES-WITH-BEHAVIOR~OP-11',
      expected: 'as described: a required field',
      received: 'nothing',
      place: 'GET /wallet/endpoint/v3/invoice/{invoiceId} › 200 › result.never',
    });
    expect(warned?.reason).toContain('specification and behavior agree, the description differs');
    expect(warned?.evidence.length).toBeGreaterThan(0);
  });

  test('a field dropped on one answer of many is seen', async () => {
    let answers = 0;
    const twist = combine(
      setPlaces([
        ['definitions', 'Status', 'required'],
        ['code', 'message', 'trace'],
      ]),
      changeResponse(
        (ask) => on('OP-2')(ask) || on('OP-15')(ask),
        (answer) => {
          if (!succeeded(answer)) return answer;
          answers += 1;
          const traced = { message: 'success', code: 2000, ...(answers === 2 ? {} : { trace: 'testcase' }) };
          return withJson(answer, { ...(isObject(answer.json) ? answer.json : {}), status: traced });
        },
      ),
    );
    const warned = withVerdict(await judgeSandbox({ twist }, {}, ['OP-2', 'OP-15']), 'warn');
    expect(warned.map(({ place }) => place?.split(' › ').at(-1))).toEqual(['status.trace']);
  });
});
