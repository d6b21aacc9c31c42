import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../schemas');
const suffix = '.schema.json';

/** These schemas describe reports and not the service. */
const ownFormats = ['verdict', 'decision', 'comparable-run', 'waivers', 'bill'];

/** The schemas of what the specification describes, by file name without the suffix. */
export const schemaNames: readonly string[] = readdirSync(folder)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length))
  .filter((name) => !ownFormats.includes(name));

export type SchemaNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is SchemaNode => typeof value === 'object' && value !== null && !Array.isArray(value);

export function schemaFile(name: string): SchemaNode {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, `${name}${suffix}`), 'utf8'));
  if (!isNode(parsed)) throw new Error(`expected an object in schemas/${name}${suffix}`);
  return parsed;
}

export function listSchemaNodes(value: unknown): SchemaNode[] {
  if (Array.isArray(value)) return value.flatMap(listSchemaNodes);
  return isNode(value) ? [value, ...Object.values(value).flatMap(listSchemaNodes)] : [];
}
