import { expect, test } from 'vitest';
import { operationById, operations } from '../../specs/operations.ts';
import { tokenEndpoint } from '../../specs/token.ts';
import { schemaNames } from '../schemas/files.ts';

test('the operations are OP-1 to OP-16, in order', () => {
  expect(operations.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, index) => `OP-${index + 1}`));
});

test('no method and path is listed twice', () => {
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length);
});

test('an operation is found by its id', () => {
  expect(operationById('OP-9').title).toBe('Request a fund transfer');
});

test('every payload and result that is named has a schema', () => {
  const named = [...operations, tokenEndpoint].flatMap(({ payload, result }) => [payload, result]);
  expect(named.filter((name) => name !== null && !schemaNames.includes(name))).toEqual([]);
});
