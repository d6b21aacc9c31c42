import { describe, expect, test } from 'vitest';
import { judgeValue } from '../../helpers/judge/schema/findings.ts';
import { schemaNames } from './files.ts';
import { absent, instances, whole } from './instances.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function changed(value: unknown, path: string, to: unknown): unknown {
  if (path === whole) return to;
  const copy: unknown = structuredClone(value);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce((inner: unknown, key) => (isRecord(inner) ? inner[key] : undefined), copy);
  if (!isRecord(holder)) throw new Error(`expected something at ${path} to change`);
  if (to === absent) Reflect.deleteProperty(holder, last);
  else holder[last] = to;
  return copy;
}

const broken = (schema: string, value: unknown): string[] => [
  ...new Set(judgeValue(schema, value, 'result').findings.map(({ clause }): string => clause)),
];

test('every schema has instances', () => {
  expect(Object.keys(instances).toSorted()).toEqual(schemaNames.toSorted());
});

describe.each(Object.entries(instances))('%s', (schema, { good, fine = [], bad }) => {
  test('a documented value fits', () => {
    expect(broken(schema, good)).toEqual([]);
  });

  test.each(fine)('"%s" may be %j', (path, to) => {
    expect(broken(schema, changed(good, path, to))).toEqual([]);
  });

  test.each(bad.map(([path, to, ...clauses]) => ({ path, to, clauses })))('"$path" as $to breaks $clauses', ({ path, to, clauses }) => {
    expect(broken(schema, changed(good, path, to)).toSorted()).toEqual(clauses.toSorted());
  });
});
