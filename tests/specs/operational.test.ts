import { expect, test } from 'vitest';
import { clauseById } from '../../specs/clauses.ts';
import { actuatorOperations, errorOperations, operationalOperations, type OperationalOperation } from '../../specs/operational.ts';

const named = operationalOperations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const writes = ({ method }: OperationalOperation): boolean => method !== 'GET';

test('no method and path is listed twice', () => {
  expect(new Set(named.map(([name]) => name)).size).toBe(operationalOperations.length);
});

test('the table holds 30 operational operations on 25 paths, and /error with seven methods', () => {
  expect(actuatorOperations).toHaveLength(30);
  expect(new Set(actuatorOperations.map(({ path }) => path)).size).toBe(25);
  expect(errorOperations.map(({ method }) => method)).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);
});

test.each(named)('%s is the subject of its clause', (_name, operation) => {
  const clause = clauseById(operation.clause);
  expect(clause.operation).toBe(operation.subject);
  expect(clause.text).toContain(`${operation.method} \`${operation.path}\``);
});

test.each(named)('%s may answer what its clause says', (_name, operation) => {
  const told = clauseById(operation.clause).text.match(/\b[2-5]\d\d\b/g) ?? [];
  expect(told.map(Number)).toEqual(operation.statuses);
});

test('operational writes, and the heap dump, need permission', () => {
  const guarded = actuatorOperations.filter(({ effect }) => effect === 'operational-write');
  expect(guarded).toEqual(actuatorOperations.filter((operation) => writes(operation) || operation.path === '/actuator/heapdump'));
});
