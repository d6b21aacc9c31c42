import { describe, expect, test } from 'vitest';
import { isRecord } from '../../helpers/core/json.ts';
import { operationalOperations, type OperationalOperation } from '../../specs/operational.ts';
import {
  hasListedStatus,
  isServed,
  judgeContent,
  mustBeListed,
  mustBeServed,
  readOperationalAnswer,
  formatStatus,
  type OperationalAnswer,
} from '../../helpers/judge/operational.ts';
import { noExchange, reply, type Answered } from './replies.ts';
import { catchStop } from './stops.ts';
import { paymentSources } from '../../specs/operations.ts';
import type { WireResponse } from '../../helpers/core/exchange.ts';

function row(clause: OperationalOperation['clause']): OperationalOperation {
  const found = operationalOperations.find((operation) => operation.clause === clause);
  if (found === undefined) throw new Error(`expected a row ${clause}, received none`);
  return found;
}

const health = row('ACTUATOR-HEALTH');

const answer = (answered: Answered, operation = health): OperationalAnswer =>
  readOperationalAnswer(operation, { ...reply(paymentSources, answered).exchange, operation: operation.subject });
const none = (): OperationalAnswer => readOperationalAnswer(health, noExchange);

function altered(change: Partial<WireResponse>): OperationalAnswer {
  const { exchange } = answer({ body: {} });
  return readOperationalAnswer(health, { ...exchange, response: exchange.response && { ...exchange.response, ...change } });
}

describe('an answer outside the business operations', () => {
  test('is read as status, media type, text and body', () => {
    expect(answer({ mediaType: 'Application/JSON;v=2', body: { status: 'UP' } })).toMatchObject({
      operation: health,
      status: 200,
      mediaType: 'application/json',
      text: '{"status":"UP"}',
      body: { status: 'UP' },
    });
    expect(altered({ body: { text: '17', encoding: 'base64' } })).toMatchObject({ text: '17', body: undefined });
  });

  test('that did not come has nothing to read', () => {
    expect(none()).toMatchObject({ status: null, mediaType: null, text: '', body: undefined });
    expect([formatStatus(none()), hasListedStatus(none()), isServed(none())]).toEqual(['no answer: reset', false, false]);
    expect(formatStatus(readOperationalAnswer(health, { ...noExchange, trouble: null }))).toBe('no answer: unknown');
  });

  test.each([
    [200, true, true],
    [401, true, false],
    [403, true, false],
    [404, true, false],
    [201, false, false],
    [300, false, false],
    [500, false, false],
  ])('with HTTP %d is listed: %s, served: %s', (status, listed, served) => {
    const read = answer({ status });
    expect([formatStatus(read), hasListedStatus(read), isServed(read)]).toEqual([`HTTP ${status}`, listed, served]);
  });

  test('with a status its row adds is served', () => {
    expect(isServed(answer({ status: 201 }, row('ACTUATOR-ENV-POST')))).toBe(true);
    expect(isServed(answer({ status: 204 }, row('ACTUATOR-ENV-DELETE')))).toBe(true);
  });

  test('with an unlisted status breaks its row', () => {
    const violation = {
      kind: 'violation',
      clause: 'ACTUATOR-HEALTH',
      expected: 'HTTP 200, 401, 403, 404',
      received: 'HTTP 500',
      place: 'GET /actuator/health',
      exchange: 'x1',
    };
    expect(
      catchStop(() => {
        mustBeListed(answer({ status: 500 }));
      }),
    ).toMatchObject(violation);
    expect(
      catchStop(() => {
        mustBeServed(answer({ status: 500 }));
      }),
    ).toMatchObject(violation);
  });

  test('with a listed one stops nothing, though its content can be judged only when it is served', () => {
    expect(
      catchStop(() => {
        mustBeListed(answer({ status: 404 }));
      }),
    ).toBeNull();
    expect(
      catchStop(() => {
        mustBeServed(answer({ status: 200 }));
      }),
    ).toBeNull();
    expect(
      catchStop(() => {
        mustBeServed(answer({ status: 401 }));
      }),
    ).toEqual({
      kind: 'not-applicable',
      reason: 'GET /actuator/health answers HTTP 401: it is protected, or not exposed',
    });
  });
});

describe('its content', () => {
  const judged = (read: OperationalAnswer, schema: string): string[] =>
    judgeContent(read, schema).findings.map(({ clause, received }) => `${clause}: ${received}`);

  test.each<readonly [string, unknown, string, readonly string[]]>([
    ['as specified', { status: 'UP' }, 'actuator-object', []],
    ['of another type is told by its type alone', ['a secret'], 'actuator-object', ['ACTUATOR-OBJECT: an array']],
    ['that is text and no JSON is judged as text', 'a secret', 'actuator-object', ['ACTUATOR-OBJECT: text']],
    ['that is text where text is asked for', 'a name', 'service-definition', []],
    ['that is nothing', '', 'actuator-object', ['ACTUATOR-OBJECT: nothing']],
  ])('%s', (_, body, schema, findings) => {
    expect(judged(answer({ body }), schema)).toEqual(findings);
  });

  test('that did not come is nothing', () => {
    expect(judged(none(), 'actuator-object')).toEqual(['ACTUATOR-OBJECT: nothing']);
  });

  test('has its place in the whole answer', () => {
    const links = answer({ body: { _links: { self: {} } } }, row('ACTUATOR-ROOT'));
    expect(judgeContent(links, 'actuator-links').findings.map(({ place }) => place)).toContain('_links.self.href');
  });

  test('that was cut is not judged', () => {
    expect(catchStop(() => judgeContent(altered({ truncated: true }), 'actuator-object'))).toEqual({
      kind: 'untried',
      reason: 'the content of GET /actuator/health is longer than the suite reads',
      owner: 'suite',
    });
  });
});

test('an object is neither null nor a list', () => {
  expect([{}, null, [], 'a', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
});
