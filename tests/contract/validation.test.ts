import { once } from 'node:events';
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../helpers/core/json.ts';
import { collectValidationFacts } from '../../helpers/contract/live/validation.ts';

const written = (): Json => JSON.parse(readFileSync(join(import.meta.dirname, '../../specs/contract.swagger.json'), 'utf8')) as Json;

const validateDocument = (document: Json): Promise<readonly string[]> => collectValidationFacts([{ source: 'one', document }]);

const describing = (path: string, get: object, more: object = {}): Json => ({
  swagger: '2.0',
  info: { title: 'a', version: '1.0' },
  paths: { [path]: { get } },
  ...more,
});

const answered = { 200: { description: 'OK' } };

describe('the defects that the validator finds in a description', () => {
  test('the contract of the specification is valid', async () => {
    expect(await validateDocument(written())).toEqual([]);
  });

  test('a break of the OpenAPI 2.0 schema is reported with its place', async () => {
    const { swagger, paths } = describing('/a', {});
    expect(await validateDocument({ swagger, paths })).toEqual([
      "not valid OpenAPI 2.0: / must have required property 'info'",
      "not valid OpenAPI 2.0: /paths/~1a/get must have required property 'responses'",
    ]);
  });

  test('a value that fits none of several forms is reported once', async () => {
    const facts = await validateDocument(describing('/a', { parameters: [{ name: 'q', in: 'query', type: 'text' }], responses: answered }));
    expect(facts).toEqual(['not valid OpenAPI 2.0: /paths/~1a/get/parameters/0 fits none of the allowed forms']);
  });

  test.each([
    ['/a/{id}', { responses: answered }, '/paths/a/{id}/get is missing path parameter(s) for {id}'],
    [
      '/a',
      { responses: { 200: { description: 'OK', schema: { type: 'object', required: ['id'], properties: {} } } }, operationId: 'x' },
      "Property 'id' listed as required but does not exist in '/definitions/A'",
    ],
  ])('defects that the schema cannot express are reported: %s', async (path, operation, defect) => {
    const definitions = path === '/a' ? { A: { type: 'object', required: ['id'], properties: {} } } : {};
    expect(await validateDocument(describing(path, operation, { definitions }))).toEqual([`not valid OpenAPI 2.0: ${defect}`]);
  });

  test('a parameter reference counts as its target', async () => {
    const parameters = { id: { name: 'id', in: 'path', required: true, type: 'string' } };
    const operation = (name: string): object => ({ parameters: [{ $ref: `#/parameters/${name}` }], responses: answered });
    expect(await validateDocument(describing('/a/{id}', operation('id'), { parameters }))).toEqual([]);
    // The comparison reports the broken reference.
    expect(await validateDocument(describing('/a/{id}', operation('none'), { parameters }))).toEqual([]);
  });

  test('a version that is a number is reported', async () => {
    expect(await validateDocument({ ...describing('/a', { responses: answered }), swagger: 2 })).toEqual([
      'not valid OpenAPI 2.0: Swagger version number must be a string (e.g. "2.0") not a number.',
    ]);
  });

  test('a description of another version is not validated', async () => {
    expect(await validateDocument({ openapi: '3.0.0' })).toEqual([]);
  });

  test('of many defects a few are reported, with the number of the rest', async () => {
    const paths = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`/p${n}`, { get: {} }]));
    const facts = await validateDocument(describing('/a', { responses: answered }, { paths }));
    expect(facts).toHaveLength(6);
    expect(facts.at(-1)).toBe('not valid OpenAPI 2.0: and 15 more');
  });

  test('each of several documents is named', async () => {
    const { swagger, paths } = describing('/a', { responses: answered });
    const facts = await collectValidationFacts([
      { source: 'first', document: written() },
      { source: 'second', document: { swagger, paths } },
    ]);
    expect(facts).toEqual(["not valid OpenAPI 2.0 (second): / must have required property 'info'"]);
  });

  test('an invalid host is reported although another document was known', async () => {
    expect(await validateDocument({ ...written(), host: 'one.example' })).toEqual([]);
    expect(await validateDocument({ ...written(), host: 'two.example:1' })).toEqual([]);
    expect(await validateDocument({ ...written(), host: 'http://two.example/' })).toHaveLength(1);
  });
});

describe('a hostile description does no harm', () => {
  test('nothing outside the document is asked for', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outside = [`http://127.0.0.1:${port}/a.json`, 'a.json', `file://${import.meta.filename}`].map(($ref) => ({ $ref }));
    const schemas = Object.fromEntries(outside.map((schema, n) => [`S${n}`, schema]));
    const operation = { parameters: outside, responses: { 200: outside[0], 201: { description: 'OK', schema: outside[1] } } };
    const document = describing('/a', operation, { definitions: schemas, $id: `http://127.0.0.1:${port}/` });
    const before = structuredClone(document);
    await validateDocument(document);
    expect(asked).toBe(0);
    expect(document).toEqual(before);
    server.close();
  });

  test('schemas that lead to themselves end', async () => {
    const definitions = { A: { allOf: [{ $ref: '#/definitions/A' }] }, B: { $ref: '#/definitions/B' } };
    expect(await validateDocument(describing('/a', { responses: answered }, { definitions }))).toEqual([]);
  });

  test.each([
    ['many values', { tags: Array.from({ length: 200 }, () => Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-${n}`, 1]))) }],
    ['a long list', { definitions: { A: { enum: Array.from({ length: 501 }, (_, n) => n) } } }],
    ['a long name', { definitions: { ['a'.repeat(1000)]: {} } }],
    ['depth', { definitions: { A: JSON.parse(`${'{"items":'.repeat(50_000)}{}${'}'.repeat(50_000)}`) as unknown } }],
  ])('a document that is too large by %s is not validated', async (_what, more) => {
    expect(await validateDocument(describing('/a', { responses: answered }, more))).toEqual([
      'not validated as OpenAPI 2.0: it is too large',
    ]);
  });
});
