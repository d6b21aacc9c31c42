import { expect, test } from 'vitest';
import { errorsOf, resolveRef, schemaOf, schemas } from '../../helpers/judge/schema/schemas.ts';
import { schemaNames } from '../schemas/files.ts';

test('every file of schemas/ is known by its name', () => {
  expect([...schemas.keys()]).toEqual(expect.arrayContaining([...schemaNames]));
  expect(schemaOf('envelope').$id).toMatch(/\/envelope\.schema\.json$/);
});

test('a schema that is not there tells what to do', () => {
  const words = 'expected a file schemas/none.schema.json, received none: add it, or correct the name';
  expect(() => schemaOf('none')).toThrow(words);
  expect(() => errorsOf('none', {})).toThrow(words);
});

test('a reference leads to a schema, relative to the one it stands in', () => {
  const base = String(schemaOf('envelope').$id);
  expect(resolveRef('tag-record.schema.json', base)).toBe(schemaOf('tag-record'));
  expect(resolveRef('#', base)).toBe(schemaOf('envelope'));
  expect(resolveRef('none.schema.json', base)).toBeUndefined();
});

test('every keyword a value breaks is told, and none of a value that fits', () => {
  expect(errorsOf('envelope', { status: { message: 1 } }).map(({ keyword }) => keyword)).toEqual(
    expect.arrayContaining(['required', 'required', 'type']),
  );
  expect(errorsOf('envelope', { status: { message: null, code: 2000 }, result: null })).toEqual([]);
});
