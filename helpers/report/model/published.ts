import { errorsOf } from '../../judge/schema/schemas.ts';

/** What of a file departs from its published schema, `verdict.json` unless another is named; empty when nothing does. */
export const departures = (file: unknown, schema: 'verdict' | 'decision' = 'verdict'): readonly string[] =>
  errorsOf(schema, file).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`);
