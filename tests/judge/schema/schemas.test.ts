import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { collectSchemaErrors, resolveRef, schemaByName, schemas } from '../../../helpers/judge/schema/schemas.ts';
import { schemaNames } from '../../schemas/files.ts';

test('every file of schemas/ is known by its name', () => {
  expect([...schemas.keys()]).toEqual(expect.arrayContaining([...schemaNames]));
  expect(schemaByName('envelope').$id).toMatch(/\/envelope\.schema\.json$/);
});

test('every schema fits its dialect', () => {
  const ajv = new Ajv2020();
  expect([...schemas.values()].filter((schema) => ajv.validateSchema(schema) !== true).map(({ $id }): unknown => $id)).toEqual([]);
  expect(ajv.validateSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'txt' })).toBe(false);
});

test('a missing schema says what to do', () => {
  const words = 'expected a file schemas/none.schema.json, received none: add it, or correct the name';
  expect(() => schemaByName('none')).toThrow(words);
  expect(() => collectSchemaErrors('none', {})).toThrow(words);
});

test('a reference leads to a schema, relative to the one it stands in', () => {
  const base = String(schemaByName('envelope').$id);
  expect(resolveRef('tag-record.schema.json', base)).toBe(schemaByName('tag-record'));
  expect(resolveRef('#', base)).toBe(schemaByName('envelope'));
  expect(resolveRef('none.schema.json', base)).toBeUndefined();
});

test('every broken keyword is reported, and none for a value that fits', () => {
  expect(collectSchemaErrors('envelope', { status: { message: 1 } }).map(({ keyword }) => keyword)).toEqual(
    expect.arrayContaining(['required', 'required', 'type']),
  );
  expect(collectSchemaErrors('envelope', { status: { message: null, code: 2000 }, result: null })).toEqual([]);
});
