import SwaggerParser from '@apidevtools/swagger-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { field, type Json } from '../../sandbox/http/json.ts';
import { startSandbox, type Sandbox } from '../../sandbox/start.ts';
import { send, setting, within, word } from './support/partner.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await startSandbox();
});
afterAll(() => box.close());

const OPERATIONAL = [
  ...['GET', 'POST', 'DELETE'].map((method) => [method, '/env']),
  ...['GET', 'POST'].flatMap((method) => ['/routes', '/service-registry', '/loggers/ROOT'].map((path) => [method, path])),
  ['POST', '/refresh'],
  ...[
    '',
    '/archaius',
    '/auditevents',
    '/beans',
    '/conditions',
    '/configprops',
    '/env/spring.application.name',
    '/features',
    '/filters',
  ].map((path) => ['GET', path]),
  ...['/health', '/httptrace', '/info', '/loggers', '/mappings', '/metrics', '/metrics/jvm.memory.used', '/routes/details'].map((path) => [
    'GET',
    path,
  ]),
  ...['/scheduledtasks', '/threaddump'].map((path) => ['GET', path]),
] as [string, string][];

const json = (text: string): Json => JSON.parse(text) as Json;

describe('operational endpoints', () => {
  test.each(OPERATIONAL)('%s /actuator%s is a JSON object', async (method, path) => {
    const reply = await send(box, method, `/actuator${path}`, method === 'GET' ? {} : { body: { dmt: 'value' } });
    expect([reply.http, reply.type]).toEqual([200, 'application/json']);
    expect(json(reply.text)).toBeTypeOf('object');
  });

  test('the heap dump is octets, the links are links', async () => {
    expect((await send(box, 'GET', '/actuator/heapdump')).type).toBe('application/octet-stream');
    const links = field(json((await send(box, 'GET', '/actuator')).text), '_links');
    expect(field(links, 'env-toMatch')).toEqual({
      href: `${box.baseUrl}/actuator/env/{toMatch}`,
      templated: true,
    });
  });

  test('what is not there is 404', async () => {
    for (const path of ['env/none', 'metrics/none', 'loggers/none', 'metrics/__proto__', 'none']) {
      expect((await send(box, 'GET', `/actuator/${path}`)).http).toBe(404);
    }
  });

  test('environment and log levels change and change back', async () => {
    const look = (path: string): Promise<number> => send(box, 'GET', path).then(({ http }) => http);
    await send(box, 'POST', '/actuator/env', { body: { name: 'dmt.probe', value: 'here' } });
    expect(await look('/actuator/env/dmt.probe')).toBe(200);
    await send(box, 'DELETE', '/actuator/env');
    expect(await look('/actuator/env/dmt.probe')).toBe(404);
    expect(await look('/actuator/env/spring.application.name')).toBe(200);
    for (const configuredLevel of ['TRACE', 'INFO']) {
      await send(box, 'POST', '/actuator/loggers/sandbox', { body: { configuredLevel } });
      expect(json((await send(box, 'GET', '/actuator/loggers/sandbox')).text)).toEqual({
        configuredLevel,
        effectiveLevel: configuredLevel,
      });
    }
  });

  test('odd bodies have no effect', async () => {
    for (const raw of ['[1]', '{"a":1}', '{"a":', '{"__proto__":"x"}'])
      expect((await send(box, 'POST', '/actuator/env', { raw })).http).toBe(200);
  });
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s /error is a JSON object', async (method) => {
  const reply = await send(box, method, '/error');
  expect(reply.http).toBe(200);
  if (method !== 'HEAD') expect(json(reply.text)).toBeTypeOf('object');
});

test('a service definition is a string', async () => {
  const known = await send(box, 'GET', `/service/${setting(box, 'DMT_SERVICE_NAME')}`);
  expect([known.http, known.type]).toEqual([200, 'text/plain;charset=UTF-8']);
  expect((await send(box, 'GET', '/service/unknown')).http).toBe(404);
});

describe('the description', () => {
  const find = async (from: Sandbox): Promise<Json> => {
    const [resource] = json((await send(from, 'GET', '/swagger-resources')).text) as Json[];
    return json((await send(from, 'GET', word(resource, 'url'))).text);
  };

  test('is served like Springfox does it', async () => {
    expect((await send(box, 'GET', '/swagger-ui.html')).type).toMatch('text/html');
    const document = await find(box);
    expect([field(document, 'swagger'), field(field(document, 'info'), 'version')]).toEqual(['2.0', '1.0']);
    const paths = field(document, 'paths');
    for (const [method, path] of OPERATIONAL.filter(([, path]) => !/[.]|details|ROOT/.test(path))) {
      expect([method, path, field(field(paths, `/actuator${path}`), method.toLowerCase())]).not.toContain(undefined);
    }
    expect(Object.keys(field(paths, '/error') ?? {})).toHaveLength(7);
    expect(field(paths, '/uiObjects/endpoint/v3/sender/{senderId}/beneficary/{id}')).toBeDefined();
    expect(field(paths, '/sandbox/otp') ?? field(paths, '/ekyc/process')).toBeUndefined();
  });

  test('has no dangling reference', async () => {
    const document = (await find(box)) as unknown as Parameters<typeof SwaggerParser.dereference>[0];
    await expect(SwaggerParser.dereference(document)).resolves.toBeDefined();
  });

  test('may leave the business paths out, and may come in groups', async () => {
    await within({ policy: { description: { businessPaths: false } } }, async (me) => {
      expect(Object.keys(field(await find(me.box), 'paths') ?? {}).every((path) => !path.includes('/v3/'))).toBe(true);
    });
    await within({ policy: { description: { groups: true } } }, async (me) => {
      expect((await send(me.box, 'GET', '/v2/api-docs')).http).toBe(404);
      expect(field(await find(me.box), 'paths')).toBeDefined();
    });
  });
});
