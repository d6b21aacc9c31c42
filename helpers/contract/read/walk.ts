import type { Schema } from './model.ts';

export interface SchemaStep {
  readonly schema: Schema;
  /** `result.beneficiaries[].status`, `*.href`; empty for the schema itself. */
  readonly path: string;
}

/** Longer paths are cut: no reader needs more, and a nested document must not cost quadratic time. */
export const longestPath = 400;

export const joinMemberPath = (path: string, name: string): string =>
  path.length > longestPath ? path : name === '[]' || path === '' ? `${path}${name}` : `${path}.${name}`;

function listNextSteps({ schema, path }: SchemaStep): readonly SchemaStep[] {
  const { properties, items, additional } = schema;
  return [
    ...[...properties].map(([name, later]) => ({ schema: later(), path: joinMemberPath(path, name) })),
    ...(items === null ? [] : [{ schema: items(), path: joinMemberPath(path, '[]') }]),
    ...(additional === null || additional === 'none' ? [] : [{ schema: additional(), path: joinMemberPath(path, '*') }]),
  ];
}

/** Every schema below, each once and nearest first. Adds them to `seen`. */
export function walkSchema(schema: Schema, seen: Set<Schema>): readonly SchemaStep[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const steps: SchemaStep[] = [{ schema, path: '' }];
  for (const step of steps) {
    for (const next of listNextSteps(step)) {
      if (seen.has(next.schema)) continue;
      seen.add(next.schema);
      steps.push(next);
    }
  }
  return steps;
}
