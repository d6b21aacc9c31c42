import type { Schema } from './model.ts';

export interface Step {
  readonly schema: Schema;
  /** `result.beneficiaries[].status`, `*.href`; empty for the schema itself. */
  readonly path: string;
}

/** Paths in an answer and of an operation are cut here: nobody reads further, and a nested document must not cost its square. */
export const longestPath = 400;

export const below = (path: string, name: string): string =>
  path.length > longestPath ? path : name === '[]' || path === '' ? `${path}${name}` : `${path}.${name}`;

/** Where a schema leads in one step. */
function stepsFrom({ schema, path }: Step): readonly Step[] {
  const { properties, items, additional } = schema;
  return [
    ...[...properties].map(([name, later]) => ({ schema: later(), path: below(path, name) })),
    ...(items === null ? [] : [{ schema: items(), path: below(path, '[]') }]),
    ...(additional === null || additional === 'none' ? [] : [{ schema: additional(), path: below(path, '*') }]),
  ];
}

/** Everything a schema leads to, each schema once and nearest first; `seen` is added to. */
export function walk(schema: Schema, seen: Set<Schema>): readonly Step[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const steps: Step[] = [{ schema, path: '' }];
  for (const step of steps) {
    for (const next of stepsFrom(step)) {
      if (seen.has(next.schema)) continue;
      seen.add(next.schema);
      steps.push(next);
    }
  }
  return steps;
}
