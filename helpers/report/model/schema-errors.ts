import { collectSchemaErrors } from '../../judge/schema/schemas.ts';

/** What of a file departs from its published schema, `verdict.json` unless another is named; empty when nothing does. */
export const findSchemaErrors = (file: unknown, schema: 'verdict' | 'decision' = 'verdict'): readonly string[] =>
  collectSchemaErrors(schema, file).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`);
