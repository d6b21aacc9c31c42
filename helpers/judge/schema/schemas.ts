import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ajvFormats from 'ajv-formats';
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isTimestamp } from '../../core/timestamp.ts';

const folder = join(import.meta.dirname, '../../../schemas');
const suffix = '.schema.json';

function readSchema(file: string): AnySchemaObject {
  const parsed: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (typeof parsed !== 'object' || parsed === null)
    throw new Error(`expected a JSON Schema object in schemas/${file}, received ${typeof parsed}`);
  return parsed;
}

/** The tests validate the schemas themselves: to do so at each start takes a tenth of a second. */
const options = { allErrors: true, verbose: true, strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false };

function openAjv(schemas: Iterable<AnySchemaObject>): Ajv2020 {
  const ajv = new Ajv2020(options);
  ajvFormats.default(ajv);
  ajv.addFormat('timestamp', isTimestamp);
  ajv.addVocabulary(['clause', 'way']);
  for (const schema of schemas) ajv.addSchema(schema);
  return ajv;
}

/** By file name without the suffix. */
export const schemas: ReadonlyMap<string, AnySchemaObject> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(suffix))
    .map((file) => [file.slice(0, -suffix.length), readSchema(file)]),
);

const ajv = openAjv(schemas.values());

export function schemaByName(name: string): AnySchemaObject {
  const schema = schemas.get(name);
  if (schema === undefined) throw new Error(`expected a file schemas/${name}${suffix}, received none: add it, or correct the name`);
  return schema;
}

export function resolveRef(ref: string, base: string): AnySchemaObject | undefined {
  const found = ajv.getSchema(new URL(ref, base).href)?.schema;
  return typeof found === 'object' ? found : undefined;
}

const validatorCache = new Map<string, ValidateFunction>();

function validatorByName(name: string): ValidateFunction {
  const known = validatorCache.get(name);
  if (known !== undefined) return known;
  const id: unknown = schemaByName(name).$id;
  const validate = typeof id === 'string' ? ajv.getSchema(id) : undefined;
  if (validate === undefined) throw new Error(`expected an $id in schemas/${name}${suffix}, received ${String(id)}`);
  validatorCache.set(name, validate);
  return validate;
}

/** Empty when the value fits. */
export function collectSchemaErrors(name: string, value: unknown): readonly ErrorObject[] {
  const validate = validatorByName(name);
  return validate(value) ? [] : (validate.errors ?? []);
}
