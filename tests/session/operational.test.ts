import { describe, expect, test } from 'vitest';
import { json, httpError, text } from '../../sandbox/http/responses.ts';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { isObject } from '../../sandbox/http/json.ts';
import type { SandboxOptions } from '../../sandbox/start.ts';
import { changeResponse, combine, firstTimes, gatewayPage, respondWith, on } from '../../sandbox/twists/twists.ts';
import { actuatorOperations, operationalOperations } from '../../specs/operational.ts';
import { paymentSources } from '../../specs/operations.ts';
import { createRunContext } from '../../helpers/runner/run-context.ts';
import { openSurroundings, type Seen } from '../client/service.ts';
import { judgeSandbox, describeEnded, withVerdict } from '../run/judged.ts';
import { operationalLines as lines, recordRequests } from '../judge/observed.ts';
import { asText } from '../../sandbox/twists/results.ts';
import { openAskOperational } from '../../helpers/session/operational.ts';
import { someOf } from '../some-of.ts';

const selection = ['Operational endpoints', 'Operational contents', 'Operational silence', 'Error endpoint', 'Service definition'];
const row =
  (method: string, path: string) =>
  (ask: ServiceRequest): boolean =>
    ask.method === method && ask.path === path;
const actuator = on('ACTUATOR');

const isKnown = ({ agent, operation }: ServiceRequest): boolean => agent !== undefined || operation === 'ERROR' || operation === 'SERVICE';

const levelIn = ({ body }: ServiceRequest): string => asText(isObject(body) ? body['configuredLevel'] : null);

/** Rows that are asked once more for a name that does not exist. */
const unknownNames = 4;
const writes = actuatorOperations.filter(({ method }) => method !== 'GET').length;

/** What follows a call that reset something, or wrote a property. */
/** Asked without a token too. */
const askedTwice = ['GET /error', 'GET /service/dmt-conformance.testcase'];
const putBack = ['DELETE /actuator/env', 'POST /actuator/loggers/ROOT body', 'POST /actuator/service-registry body'];

/** How often each row was asked. */
const times = (all: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, (line) => line)].map(([line, same]) => [line, same.length]));

describe('a legal service is neither accused nor doubted', () => {
  test.each(
    someOf<[string, SandboxOptions]>(6, [
      [
        'with some rows not exposed',
        {
          twist: changeResponse(
            (ask) => actuator(ask) && !/health|info/.test(ask.path),
            (_, ask) => httpError(ask, 404),
          ),
        },
      ],
      [
        'that protects its writes alone',
        {
          twist: changeResponse(
            (ask) => actuator(ask) && ask.method !== 'GET',
            (_, ask) => httpError(ask, 403),
          ),
        },
      ],
      ['that shows nothing of its refusals', { policy: { operations: { access: 403 }, answers: { refusalBody: 'html' } } }],
      [
        'whose media types have parameters',
        {
          twist: changeResponse(actuator, (answer) =>
            answer.json === undefined
              ? answer
              : { ...answer, headers: { 'content-type': 'Application/Vnd.Service.Actuator.V2+JSON;charset=UTF-8' } },
          ),
        },
      ],
      [
        'whose health meets a gateway at times',
        {
          twist: firstTimes(
            3,
            row('GET', '/actuator/health'),
            respondWith(actuator, () => gatewayPage(502)),
          ),
        },
      ],
      ['without any links', { twist: respondWith(row('GET', '/actuator'), () => json(200, {})) }],
      [
        'whose links say more',
        {
          twist: respondWith(row('GET', '/actuator'), () =>
            json(200, { _links: { self: { href: '/actuator', templated: false, title: 'x' } } }),
          ),
        },
      ],
      [
        'whose health looks like an envelope with a code of its own',
        { twist: respondWith(row('GET', '/actuator/health'), () => json(200, { status: { message: 17, code: 9999 } })) },
      ],
      [
        'that sets levels with a page',
        {
          twist: changeResponse(
            (ask) => ask.method === 'POST' && ask.path.includes('/loggers/'),
            () => text(200, 'text/html', '<p>set</p>'),
          ),
        },
      ],
      [
        'that sets levels without a word',
        {
          twist: changeResponse(
            (ask) => ask.method === 'POST' && ask.path.includes('/loggers/'),
            () => ({ status: 201, headers: {} }),
          ),
        },
      ],
      [
        'that lists nothing',
        {
          twist: respondWith(
            (ask) => actuator(ask) && /(env|loggers|metrics|service-registry)$/.test(ask.path) && ask.method === 'GET',
            () => json(200, {}),
          ),
        },
      ],
      [
        'with a media type beside the list where created without content',
        { twist: respondWith(row('POST', '/actuator/refresh'), () => ({ status: 201, headers: { 'content-type': 'text/plain' } })) },
      ],
      ['whose service definitions are pages', { twist: changeResponse(on('SERVICE'), () => text(200, 'text/html', '<html></html>')) }],
      [
        'whose service definitions have no media type',
        { twist: changeResponse(on('SERVICE'), () => ({ status: 200, headers: {}, bytes: Buffer.from('wallet: v3') })) },
      ],
      ['whose unknown service has a definition', { twist: respondWith(on('SERVICE'), () => json(200, '')) }],
      ['whose error endpoint wants a login', { twist: changeResponse(on('ERROR'), (_, ask) => httpError(ask, 401)) }],
      ['whose error endpoint is not there', { twist: changeResponse(on('ERROR'), (_, ask) => httpError(ask, 404)) }],
      [
        'whose error endpoint shows an empty object in text/plain',
        { twist: changeResponse(on('ERROR'), () => text(200, 'text/plain', '{}')) },
      ],
    ]),
  )('%s', async (_, options) => {
    // Rules for every business answer do not apply here.
    const ended = await judgeSandbox(options, {}, [...selection, 'ENVELOPE']);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'blocked', 'untried', 'error'))).toEqual([]);
  });

  test('the statuses of protected rows are judged, their contents are not', async () => {
    const ended = await judgeSandbox({ policy: { operations: { access: 401 } } }, {}, ['ACTUATOR']);
    const rows: readonly string[] = actuatorOperations.map(({ clause }) => clause);
    expect(ended.filter(({ clause, verdict }) => rows.includes(clause) && verdict !== 'pass')).toEqual([]);
    const [contents] = ended.filter(({ check }) => check === 'ACTUATOR-OBJECT~env');
    expect(contents).toMatchObject({ verdict: 'not-applicable', reason: expect.stringContaining('HTTP 401') as string });
  });
});

describe('a service is accused of what it does in one circumstance alone', () => {
  const isTokenless = (ask: ServiceRequest): boolean => actuator(ask) && ask.agent === undefined;
  const isUnknown = (ask: ServiceRequest): boolean => actuator(ask) && ask.path.endsWith('dmt-conformance.testcase');
  const rows = actuatorOperations.length;

  test.each<readonly [string, Twist, readonly string[], number]>([
    [
      'a redirect without a token',
      respondWith(isTokenless, () => ({ status: 302, headers: { location: '/login' } })),
      [...new Set(actuatorOperations.map(({ clause }) => clause))].sort(),
      rows + unknownNames + writes,
    ],
    [
      'a server error without a token and with a body',
      respondWith(
        (ask) => row('POST', '/actuator/refresh')(ask) && isTokenless(ask) && ask.raw.length > 0,
        () => json(500, {}),
      ),
      ['ACTUATOR-BODY-ACCEPTED'],
      1,
    ],
    ['a list for names that do not exist', respondWith(isUnknown, () => json(200, [])), ['ACTUATOR-OBJECT'], unknownNames],
  ])('%s', async (_, twist, clauses, count) => {
    const failed = withVerdict(await judgeSandbox({ twist }, {}, selection), 'fail');
    expect([...new Set(failed.map(({ clause }) => clause))].sort()).toEqual(clauses);
    expect(failed).toHaveLength(count);
  });
});

describe('what is sent', () => {
  test('is each row without and with a body, without the token too, and nothing else', async () => {
    const { asks, twist } = recordRequests();
    await judgeSandbox({ twist, policy: { operations: { access: 'with-token' } } }, {}, selection);
    const known = times(lines(asks.filter(isKnown)));
    const unknown = times(lines(asks.filter((ask) => !isKnown(ask))));
    expect(Object.keys(known)).toHaveLength(2 * actuatorOperations.length + unknownNames + 7 + 2);
    expect(Object.entries(known).filter(([line, count]) => count !== ([...putBack, ...askedTwice].includes(line) ? 2 : 1))).toEqual([]);
    // What reads takes a body with the token alone.
    expect(Object.keys(unknown)).toHaveLength(actuatorOperations.length + unknownNames + writes);
    expect(Object.values(unknown).filter((count) => count > 1)).toEqual([]);
    const bodies = asks.filter((ask) => actuator(ask) && ask.raw.length > 0).map(({ body }) => body);
    expect(bodies.filter((body) => !isObject(body) || Object.values(body).some((value) => typeof value !== 'string'))).toEqual([]);
  });

  test('uses the names that the service itself lists', async () => {
    const { asks, twist } = recordRequests();
    await judgeSandbox({ twist }, {}, selection);
    const answered = asks.filter(({ path }) => /env\/|loggers\/|metrics\/|routes\/|service\//.test(path)).map(({ path }) => path);
    expect([...new Set(answered)].sort()).toEqual([
      '/actuator/env/dmt-conformance.testcase',
      '/actuator/env/spring.application.name',
      '/actuator/loggers/ROOT',
      '/actuator/loggers/dmt-conformance.testcase',
      '/actuator/metrics/dmt-conformance.testcase',
      '/actuator/metrics/jvm.memory.used',
      '/actuator/routes/details',
      '/actuator/routes/dmt-conformance.testcase',
      '/service/dmt-conformance.testcase',
      '/service/wallet',
    ]);
  });

  test('leaves everything unchanged, even where a call without a body resets something', async () => {
    const { asks, twist } = recordRequests();
    const resetting: Twist = (right) => async (ask) => {
      const answer = await right(ask);
      if (ask.method === 'POST' && ask.raw.length === 0) {
        if (ask.path === '/actuator/loggers/ROOT') ask.store.loggers.delete('ROOT');
        if (ask.path === '/actuator/service-registry') ask.store.registry.set('status', 'UNKNOWN');
      }
      if (ask.method === 'POST' && ask.path === '/actuator/loggers/ROOT' && ask.raw.length > 0) ask.store.loggers.set('ROOT', levelIn(ask));
      return answer;
    };
    await judgeSandbox({ twist: combine(resetting, twist) }, {}, [
      'ACTUATOR-ENV-POST',
      'ACTUATOR-LOGGERS-NAME-POST',
      'ACTUATOR-SERVICE-REGISTRY-POST',
    ]);
    const [last] = asks.slice(-1);
    expect(last?.store.loggers.get('ROOT')).toBe('INFO');
    expect(last?.store.registry.get('status')).toBe('UP');
    expect([...(last?.store.env.keys() ?? [])]).toEqual(['spring.application.name']);
  });

  test('requests no further token where every row needs another login', async () => {
    const { asks, twist } = recordRequests();
    await judgeSandbox({ policy: { operations: { access: 401 } }, twist }, {}, ['AUTH-TOKEN-ACCEPTED', ...selection]);
    expect(asks.filter(on('TOKEN'))).toHaveLength(1);
  });
});

test('a read is sent again when its token was replaced meanwhile', async () => {
  const [health] = operationalOperations.filter(({ clause }) => clause === 'ACTUATOR-HEALTH');
  if (health === undefined) throw new Error('expected a row of /actuator/health, received none');
  const asked = (): Seen[] => seen.filter(({ url }) => url === '/actuator/health');
  // The first token expires at the first reading of health, and a business call meets that before the answer comes.
  const { target, seen } = await openSurroundings({
    answer: (request, response) => {
      const isStale = asked().length > 0 && request.headers.authorization === 'Bearer artificial-token-1';
      const answer = (): unknown => response.writeHead(isStale ? 401 : 200).end('{}');
      if (isStale && request.url === '/actuator/health') void target.send(paymentSources, {}, 'meets the expiry').then(answer);
      else answer();
    },
  });
  await target.send(paymentSources, {}, 'has worked');
  const ask = openAskOperational(target, {
    isServiceToBlame: () => Promise.resolve(true),
    availability: createRunContext(target).wire.availability,
  });
  const kept: string[] = [];
  const { status } = await ask({ operation: health, call: {}, purpose: 'a test', noteExchange: (id) => kept.push(id) });
  expect({ status, kept: kept.length }).toEqual({ status: 200, kept: 2 });
  expect(asked().map(({ headers }) => headers.authorization)).toEqual(['Bearer artificial-token-1', 'Bearer artificial-token-2']);
});

test('what the document leaves open is observed', async () => {
  const facts = withVerdict(await judgeSandbox({}, {}, ['ACTUATOR']), 'observed').flatMap((ended) => ended.facts);
  expect(facts.sort()).toEqual(['GET /actuator/env without a token: HTTP 200 with an object', 'GET /actuator/health shows "status"']);
});
