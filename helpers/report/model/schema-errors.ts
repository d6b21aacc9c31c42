import { collectSchemaErrors } from '../../judge/schema/schemas.ts';

export const findSchemaErrors = (file: unknown, schema: 'verdict' | 'decision' = 'verdict'): readonly string[] =>
  collectSchemaErrors(schema, file).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`);
