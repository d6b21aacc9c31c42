import { describe, expect, test } from 'vitest';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import { annotateValue, collectDeclaredPlaces, extendPointer } from '../../../helpers/judge/schema/annotations.ts';

const base = 'https://dmt-conformance.example/schemas/sample.schema.json';
const leaf = (clause: string): AnySchemaObject => ({ clause, way: 'text', type: 'string' });

const judgedIn = (schema: AnySchemaObject, value: unknown): string[] =>
  annotateValue({ schema, value, pointer: '', base }).map(({ pointer, clause, way }) => `${pointer} ${clause} ${way}`);
const declaredIn = (schema: AnySchemaObject): string[] =>
  collectDeclaredPlaces(schema, 'result', base).map(({ place, clause, way }) => `${place} ${clause} ${way}`);

const required = { clause: 'OUTER', type: 'object', required: ['a'], properties: { a: leaf('A'), b: leaf('B') } };
const map = { properties: { a: leaf('A') }, additionalProperties: leaf('REST') };
const items = { items: leaf('ITEM') };
const together = { allOf: [leaf('ALL')], anyOf: [leaf('ANY')], oneOf: [leaf('ONE')], if: leaf('IF'), then: leaf('THEN') };

describe('the places of a value that a schema judges', () => {
  test.each<readonly [string, AnySchemaObject, unknown, readonly string[]]>([
    ['outer places come first', required, { a: '', b: '' }, [' OUTER present', '/a A text', '/b B text']],
    ['a required field that is missing', required, {}, [' OUTER present', '/a A text']],
    ['an optional field that is there without a value', required, { b: undefined }, [' OUTER present', '/a A text', '/b B text']],
    ['no field of what is inherited', { properties: { constructor: leaf('A') } }, {}, []],
    ['no field of a list', required, [], [' OUTER present']],
    ['no field of text', required, 'text', [' OUTER present']],
    ['no field of null', required, null, [' OUTER present']],
    ['every other key of a map', map, { a: '', x: 1, y: 2 }, ['/a A text', '/x REST text', '/y REST text']],
    ['no other key where the rest is open', { properties: { a: leaf('A') }, additionalProperties: false }, { x: 1 }, []],
    ['every item of a list', items, ['a', 'b'], ['/0 ITEM text', '/1 ITEM text']],
    ['no item of an object', items, { 0: 'a' }, []],
    ['no item where items are forbidden', { items: false }, ['a'], []],
    ['schemas that speak of the same value, but no condition', together, '', [' ALL text', ' ANY text', ' ONE text', ' THEN text']],
    ['no field whose schema is true', { required: ['a'], properties: { a: true } }, { a: 1 }, []],
    ['no schema that is a list', { allOf: [[leaf('A')], null, true] }, {}, []],
    ['no clause that is no text', { clause: 17, way: 'text' }, {}, []],
    ['a key with / and ~ escaped', { additionalProperties: leaf('REST') }, { 'a/b~c': 1 }, ['/a~1b~0c REST text']],
    ['a declared key with / and ~ escaped', { properties: { 'a/b~/~': leaf('A') } }, { 'a/b~/~': 1 }, ['/a~1b~0~1~0 A text']],
  ])('%s', (_, schema, value, places) => {
    expect(judgedIn(schema, value)).toEqual(places);
  });

  test('a reference is followed, relative to the schema it stands in', () => {
    const referring = { properties: { source: { $ref: 'tag-record.schema.json' } } };
    expect(judgedIn(referring, { source: {} })).toContain('/source OP4-RESULT object');
    expect(judgedIn({ $ref: 'none.schema.json' }, {})).toEqual([]);
    expect(judgedIn({ $ref: 17 }, {})).toEqual([]);
  });
});

describe('the places that a schema declares', () => {
  test.each<readonly [string, AnySchemaObject, readonly string[]]>([
    ['fields, required or not', required, ['result OUTER present', 'result.a A text', 'result.b B text']],
    ['the keys of a map', map, ['result.a A text', 'result.* REST text']],
    ['the items of a list', items, ['result[] ITEM text']],
    ['schemas that speak of the same value', together, ['ALL', 'ANY', 'ONE', 'THEN'].map((clause) => `result ${clause} text`)],
    ['fields of items', { items: { properties: { a: leaf('A') } } }, ['result[].a A text']],
    ['nothing', {}, []],
  ])('%s', (_, schema, places) => {
    expect(declaredIn(schema)).toEqual(places);
  });

  test('through a reference', () => {
    expect(declaredIn({ $ref: 'tag-record.schema.json' })).toContain('result OP4-RESULT object');
  });
});

test('a pointer grows by an escaped key', () => {
  expect(extendPointer('/a', 'b/c~')).toBe('/a/b~1c~0');
});
