import { readFileSync } from 'node:fs';
import { collectSchemaErrors } from '../../judge/schema/schemas.ts';
import type { WaiversFile } from '../model/acceptances.ts';

export type WaiversRead = { readonly ok: true; readonly file: WaiversFile } | { readonly ok: false; readonly problems: readonly string[] };

const formatReceived = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));

/** Every problem with its place; empty for a valid file. */
export const findWaiverSchemaErrors = (value: unknown): readonly string[] =>
  collectSchemaErrors('waivers', value).map(({ instancePath, message, params, data }) => {
    const named: unknown = params['additionalProperty'];
    return `${instancePath || '/'} ${message ?? 'is wrong'}${typeof named === 'string' ? ` (${named})` : `, received ${formatReceived(data)}`}`;
  });

const isWaiversFile = (value: unknown): value is WaiversFile => findWaiverSchemaErrors(value).length === 0;

function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the file (schemas/waivers.schema.json) or every problem in it. */
export function readWaivers(path: string): WaiversRead {
  const value = readJsonFile(path);
  if (value === undefined) return { ok: false, problems: [`${path}: expected a JSON document, received something else`] };
  return isWaiversFile(value)
    ? { ok: true, file: value }
    : { ok: false, problems: findWaiverSchemaErrors(value).map((about) => `${path}: ${about}`) };
}
