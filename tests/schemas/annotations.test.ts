import ajvFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { clauses, isClauseId } from '../../specs/clauses.ts';
import { operations } from '../../specs/operations.ts';
import { listSchemaNodes, schemaFile, schemaNames, type SchemaNode } from './files.ts';

/** A node with such a keyword can be broken alone, so it must name a clause. */
const judging = ['type', 'enum', 'pattern', 'format', 'minLength', 'maxLength', 'minItems', 'required'];

const annotated = (node: SchemaNode): boolean => typeof node['clause'] === 'string';
const listClauses = (name: string): string[] =>
  listSchemaNodes(schemaFile(name)).flatMap(({ clause }) => (typeof clause === 'string' ? [clause] : []));

describe.each(schemaNames)('%s', (name) => {
  const root = schemaFile(name);

  test('names its dialect and is called like its file', () => {
    expect(root['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(root['$id']).toBe(`https://dmt-conformance.example/schemas/${name}.schema.json`);
  });

  test('compiles strictly', () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    ajvFormats.default(ajv);
    ajv.addFormat('timestamp', true);
    ajv.addVocabulary(['clause', 'way']);
    expect(() => ajv.compile(root)).not.toThrow();
  });

  test('leads to clauses of the catalogue only', () => {
    expect(listClauses(name).length).toBeGreaterThan(0);
    expect(listClauses(name).filter((clause) => !isClauseId(clause))).toEqual([]);
  });

  test('names the way of every clause in one short word', () => {
    const ways = listSchemaNodes(root)
      .filter(annotated)
      .map(({ way }) => way);
    expect(ways.filter((way) => typeof way !== 'string' || !/^[a-z]+(-[a-z]+)*$/.test(way))).toEqual([]);
  });

  test('leads every declared field to a clause', () => {
    const fields = listSchemaNodes(root).flatMap((node) => listSchemaNodes(node['properties']).slice(0, 1));
    const loose = fields
      .flatMap((properties) => Object.entries(properties))
      .filter(([, field]) => judges(field) && !listSchemaNodes(field).some(annotated));
    expect(loose.map(([field]) => field)).toEqual([]);
  });

  test('coerces and defaults nothing', () => {
    expect(listSchemaNodes(root).filter((node) => 'default' in node)).toEqual([]);
  });
});

function judges(field: unknown): boolean {
  return listSchemaNodes(field).some((node) => judging.some((keyword) => keyword in node));
}

test('a field of every result and payload row leads to its clause', () => {
  const rows = clauses.filter(
    ({ id, certainty }) => certainty !== 'silent' && /^(OP\d+-(RESULT|PAYLOAD)|CALLBACK-(CUSTOMER|SUB-AGENT))(-|$)/.test(id),
  );
  const reached = new Set(schemaNames.flatMap(listClauses));
  expect(rows.map(({ id }) => id).filter((id) => !reached.has(id))).toEqual([]);
});

test('the schemas of an operation lead to clauses of that operation', () => {
  for (const { id, payload, result } of operations) {
    const mine = [payload, result].flatMap((name) => (name === null ? [] : listClauses(name)));
    expect(mine.filter((clause) => !clause.startsWith(`${id.replace('-', '')}-`))).toEqual([]);
  }
});
