import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { convertSchema } from '../../helpers/contract/expected/convert.ts';
import { formatContract, expectedContract } from '../../helpers/contract/expected/document.ts';
import { examples } from '../../helpers/contract/expected/examples.ts';
import { collectSchemaErrors } from '../../helpers/judge/schema/schemas.ts';
import { operationalOperations } from '../../specs/operational.ts';
import { operations } from '../../specs/operations.ts';

const text = readFileSync(join(import.meta.dirname, '../../specs/contract.swagger.json'), 'utf8');
const written = (): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

async function dereferenced() {
  const document = await SwaggerParser.dereference(JSON.parse(text) as never, { resolve: { external: false } });
  if (!('swagger' in document)) throw new Error('expected OpenAPI 2.0');
  return document;
}

describe('the expected contract', () => {
  test('matches specs/ and schemas/; `npm run contract` writes it', () => {
    expect(text).toBe(formatContract());
    expect(written()).toEqual(expectedContract);
  });

  test('is valid OpenAPI 2.0', async () => {
    await expect(SwaggerParser.validate(JSON.parse(text) as never, { resolve: { external: false } })).resolves.toBeDefined();
  });

  test('has every method and path of the document below {base_url}', () => {
    const paths = written()['paths'] as Record<string, Record<string, unknown>>;
    const said = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
    const wanted = [...operations, ...operationalOperations].map(({ method, path }) => `${method} ${path}`);
    expect(said.sort()).toEqual(wanted.sort());
  });

  test('has no unused definition', () => {
    const names = Object.keys(written()['definitions'] as object);
    expect(names.filter((name) => !text.includes(`"#/definitions/${name}"`))).toEqual([]);
  });
});

describe('its examples', () => {
  test.each(Object.entries(examples))('%s fits its schema', (name, value) => {
    expect(collectSchemaErrors(name, value)).toEqual([]);
  });

  test('fit their converted schemas', async () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const { paths } = await dereferenced();
    const told = Object.values(paths).flatMap((item) => Object.values(item as Record<string, { responses: Record<string, unknown> }>));
    const shown = told.flatMap(({ responses }) => Object.values(responses) as { schema?: object; examples?: Record<string, unknown> }[]);
    const pairs = shown.flatMap(({ schema, examples: shows }) => (schema === undefined || shows === undefined ? [] : [{ schema, shows }]));
    expect(pairs.length).toBeGreaterThan(40);
    expect(pairs.filter(({ schema, shows }) => !ajv.validate(schema, shows['application/json']))).toEqual([]);
  });
});

describe('a schema is converted', () => {
  test.each([
    ['a list of types that is open', { type: ['number', 'string'] }, {}],
    ['null among the types', { type: ['string', 'null'] }, { type: 'string', 'x-nullable': true }],
    ['null alone', { type: 'null' }, { 'x-nullable': true }],
    ['a constant', { const: 'imps' }, { enum: ['imps'] }],
    ['a timestamp', { format: 'timestamp' }, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$' }],
    ['a closed list', { if: { type: 'string' }, then: { clause: 'OP10-RESULT-STATUS-VALUES', enum: ['FAILED'] } }, { enum: ['FAILED'] }],
    ['a list by example', { if: { type: 'string' }, then: { clause: 'OP9-TYPE-VALUES', enum: ['imps'] } }, { 'x-examples': ['imps'] }],
    ['what depends on another field', { allOf: [{ if: {}, then: { properties: {} } }] }, {}],
    ['a part that always holds', { allOf: [{ clause: 'OP2-RESULT-VALUES', minItems: 1 }] }, { minItems: 1 }],
    ['what is inside', { items: { properties: { a: { type: 'null' } } } }, { items: { properties: { a: { 'x-nullable': true } } } }],
  ])('%s', (_, schema, converted) => {
    expect(convertSchema(schema)).toEqual(converted);
  });
});
