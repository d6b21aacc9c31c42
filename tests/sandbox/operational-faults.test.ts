import { describe, expect, test } from 'vitest';
import { errorAndServiceFaults } from '../../sandbox/faults/operational/error-and-service.ts';
import { operationalLinkFaults } from '../../sandbox/faults/operational/links.ts';
import { operationalStatusFaults } from '../../sandbox/faults/operational/statuses.ts';
import { operationalContentFaults } from '../../sandbox/faults/operational/contents.ts';
import { operationalVariants } from '../../sandbox/variants/operational.ts';
import { field, isObject, type Json } from '../../sandbox/http/json.ts';
import { changes, jsonKind, REQUESTS, surface } from './support/operational-surface.ts';
import { send, within } from './support/partner.ts';
import { someOf } from '../some-of.ts';

const honest = await surface({});

const faults = [...operationalStatusFaults, ...operationalContentFaults, ...errorAndServiceFaults];

/** Sentences that name one row and one status. */
const inOneRow = faults.flatMap((fault) => {
  const [, method = '', path = '', status = ''] = /^(\w+) (\S+) is answered with (\d+)\.$/.exec(fault.does) ?? [];
  return status === '' ? [] : [{ ...fault, row: `${method} ${path}`, status }];
});

const isRequestOfRow = (row: string, request: string): boolean => {
  const shape = row.replaceAll(/\{\w+\}/g, '[^/ ]+');
  return new RegExp(`^${shape}( \\+body)?$`).test(request);
};

const either = (request: string, seen: string): string[] => [`${request} → ${seen}`, `${request} +body → ${seen}`];

/** The expected differences from the honest service, and no others. */
const SEEN: Record<string, string[]> = {
  'beans-are-a-list': either('GET /actuator/beans', '200 application/json list'),
  'health-is-a-string': either('GET /actuator/health', '200 application/json string'),
  'info-is-null': either('GET /actuator/info', '200 application/json null'),
  'metric-is-a-number': either('GET /actuator/metrics/jvm.memory.used', '200 application/json number'),
  'metrics-are-a-list': either('GET /actuator/metrics', '200 application/json list'),
  'filters-are-false': either('GET /actuator/filters', '200 application/json boolean'),
  'refresh-is-a-list': either('POST /actuator/refresh', '200 application/json list'),
  'reset-is-a-string': either('DELETE /actuator/env', '200 application/json string'),
  'threads-are-text': either('GET /actuator/threaddump', '200 application/json no JSON'),
  'mappings-are-cut': either('GET /actuator/mappings', '200 application/json no JSON'),
  'conditions-are-empty': either('GET /actuator/conditions', '200 application/json nothing'),
  'health-labeled-html': either('GET /actuator/health', '200 text/html object'),
  'env-labeled-text': either('GET /actuator/env', '200 text/plain;charset=UTF-8 object'),
  'refresh-labeled-text': either('POST /actuator/refresh', '200 text/plain object'),
  'features-are-a-page': either('GET /actuator/features', '200 text/html;charset=UTF-8 no JSON'),
  'routes-are-unlabeled': either('GET /actuator/routes', '200 - object'),
  'links-labeled-hal': either('GET /actuator', '200 application/hal+json object'),
  'heapdump-is-json': either('GET /actuator/heapdump', '200 application/json object'),
  'heapdump-is-text': either('GET /actuator/heapdump', '200 text/plain no JSON'),
  'heapdump-labeled-zip': either('GET /actuator/heapdump', '200 application/zip no JSON'),
  'beans-body-is-415': ['GET /actuator/beans +body → 415 application/json object'],
  'links-body-is-400': ['GET /actuator +body → 400 application/json object'],
  'heapdump-body-is-413': ['GET /actuator/heapdump +body → 413 application/json object'],
  'metric-body-is-400': ['jvm.memory.used', 'none'].map((name) => `GET /actuator/metrics/${name} +body → 400 application/json object`),
  'delete-body-is-400': ['DELETE /actuator/env +body → 400 application/json object'],
  'env-body-is-415': ['POST /actuator/env +body → 415 application/json object'],
  'registry-body-is-400': ['POST /actuator/service-registry +body → 400 application/json object'],
  'unknown-metric-is-500': either('GET /actuator/metrics/none', '500 application/json object'),
  'unknown-property-is-400': either('GET /actuator/env/none', '400 application/json object'),
  'unknown-logger-is-204': either('GET /actuator/loggers/none', '204 - nothing'),
  'loggers-take-no-json': ['POST /actuator/loggers/ROOT +body → 415 application/json object'],
  'error-get-is-a-list': ['GET /error → 200 application/json list'],
  'error-post-is-text': ['POST /error → 200 text/plain no JSON'],
  'error-put-is-a-string': ['PUT /error → 200 application/json string'],
  'error-delete-is-null': ['DELETE /error → 200 application/json null'],
  'error-options-is-a-list': ['OPTIONS /error → 200 application/json list'],
  'error-patch-is-cut': ['PATCH /error → 200 application/json no JSON'],
  'error-get-is-a-page': ['GET /error → 200 text/html;charset=UTF-8 no JSON'],
  'error-is-500-with-object': ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map(
    (method) => `${method} /error → 500 application/json ${method === 'HEAD' ? 'nothing' : 'object'}`,
  ),
  'error-get-is-500-with-text': ['GET /error → 500 text/plain no JSON'],
  'unknown-service-is-500': ['GET /service/none → 500 application/json object'],
  'unknown-service-is-400': ['GET /service/none → 400 application/json object'],
  'service-is-405': ['wallet', 'none'].map((name) => `GET /service/${name} → 405 application/json object`),
  'service-is-201': ['GET /service/wallet → 201 text/plain no JSON'],
  'service-is-an-object': ['GET /service/wallet → 200 application/json object'],
  'service-is-a-number': ['GET /service/wallet → 200 application/json number'],
  'service-is-a-list': ['GET /service/wallet → 200 application/json list'],
  'service-is-unquoted': ['GET /service/wallet → 200 application/json no JSON'],
  'service-is-an-object-in-vendor-json': ['GET /service/wallet → 200 application/vnd.service.actuator.v2+json object'],
};

/** For differences in many places: their number, and how each of them looks. */
const WIDE: Record<string, [places: number, seen: RegExp]> = {
  'actuator-wants-a-browser': [66, /^\w+ \/actuator\S*( \+body)? → 302 /],
  'a-list-now-and-then': [10, / → 200 application\/json list$/],
  'other-actuator-version': [52, / → 200 application\/vnd\.service\.actuator\.v1\+json object$/],
  'get-body-is-400': [27, /^GET \/actuator\S* \+body → 400 /],
  'body-makes-202': [1, /^GET \/actuator\/archaius \+body → 202 /],
};

describe('an operational fault shows in its own place and in no other', () => {
  test.each(someOf(6, inOneRow))('$id', async (fault) => {
    const seen = changes(honest, await surface(fault));
    const places = REQUESTS.filter((request) => isRequestOfRow(fault.row, request));
    expect(places.length).toBeGreaterThan(0);
    expect(seen.map((one) => one.split(' → ')[0])).toEqual(places);
    expect(seen.filter((one) => one.split(' → ')[1]?.startsWith(`${fault.status} `) !== true)).toEqual([]);
  });

  test.each(someOf(6, Object.keys(SEEN)))('%s', async (id) => {
    const fault = faults.find((one) => one.id === id);
    expect(changes(honest, await surface(fault ?? {}))).toEqual(SEEN[id]);
  });

  test.each(someOf(5, Object.entries(WIDE)))('%s', async (id, [places, look]) => {
    const seen = changes(honest, await surface(faults.find((one) => one.id === id) ?? {}));
    expect(seen).toHaveLength(places);
    expect(seen.filter((one) => !look.test(one))).toEqual([]);
  });

  test('none is left out', () => {
    const told = [...inOneRow.map(({ id }) => id), ...Object.keys(SEEN), ...Object.keys(WIDE)];
    expect(faults.map(({ id }) => id).sort()).toEqual(told.sort());
  });
});

/** The links of GET /actuator in short: the whole, the map inside, two links and their fields. */
const describeLinks = (body: Json): string => {
  const links = field(body, '_links');
  const told = (name: string): string => {
    const link = field(links, name);
    return isObject(link) ? `${jsonKind(field(link, 'href'))}/${jsonKind(field(link, 'templated'))}` : jsonKind(link);
  };
  return [jsonKind(body), jsonKind(links), ...['health', 'metrics', 'env-toMatch', 'threaddump'].map(told)].join(' ');
};

const SHOWN: Record<string, string> = {
  honest: 'object object string/boolean string/boolean string/boolean string/boolean',
  'links-without-href': 'object object no JSON/boolean no JSON/boolean no JSON/boolean no JSON/boolean',
  'one-link-without-href': 'object object string/boolean string/boolean string/boolean no JSON/boolean',
  'href-is-a-number': 'object object number/boolean string/boolean string/boolean string/boolean',
  'href-is-null': 'object object string/boolean string/boolean null/boolean string/boolean',
  'templated-is-text': 'object object string/string string/string string/string string/string',
  'templated-only-where-true': 'object object string/no JSON string/no JSON string/boolean string/no JSON',
  'links-are-addresses': 'object object string string string string',
  'one-link-is-a-list': 'object object string/boolean list string/boolean string/boolean',
  'links-are-a-list': 'object list no JSON no JSON no JSON no JSON',
  'links-are-flat': 'object no JSON no JSON no JSON no JSON no JSON',
  'links-are-a-bare-list': 'list no JSON no JSON no JSON no JSON no JSON',
};

describe('the links', () => {
  test.each(Object.entries(SHOWN))('%s', async (id, shown) => {
    await within(operationalLinkFaults.find((one) => one.id === id) ?? {}, async ({ box }) => {
      expect(describeLinks(JSON.parse((await send(box, 'GET', '/actuator')).text) as Json)).toBe(shown);
    });
  });
});

test('no fault of the links is left out', () => {
  expect(['honest', ...operationalLinkFaults.map(({ id }) => id)].sort()).toEqual(Object.keys(SHOWN).sort());
});

describe('an operational variant', () => {
  const statuses = [200, 401, 403, 404];
  test.each(operationalVariants)('$id answers 200, 401, 403 or 404 everywhere', async (variant) => {
    const seen = Object.values(await surface(variant));
    expect(seen.filter((one) => !statuses.includes(Number(one.slice(0, 3))))).toEqual([]);
  });
});
