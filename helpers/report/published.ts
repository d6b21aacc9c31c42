import { errorsOf } from '../judge/schemas.ts';

/** What of a verdict file departs from its published schema; empty when nothing does. */
export const departures = (file: unknown): readonly string[] =>
  errorsOf('verdict', file).map(({ instancePath, message }) => `${instancePath || '/'} ${message ?? 'is wrong'}`);
