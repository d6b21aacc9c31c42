import type { Form, Operation } from './operation.ts';

export interface DocumentedCall {
  /** Only where the form has its own path. */
  readonly template?: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly consent?: string;
}

/** A cache, because paths are few and calls are many. */
const namesByPath = new Map<string, readonly string[]>();

/** The names in a path, `senderId` of `{senderId}`. */
export function pathNames(path: string): readonly string[] {
  const known = namesByPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  namesByPath.set(path, names);
  return names;
}

function formByName({ id, forms }: Operation, name: string): Form {
  const found = forms[name];
  if (found === undefined) throw new Error(`expected a form of ${id} (${Object.keys(forms).join(', ')}), received ${name}`);
  return found;
}

/** Throws when a value is missing, which is a mistake of the suite. */
function collectValues(
  { id }: Operation,
  names: readonly string[],
  valueByName: ReadonlyMap<string, unknown>,
): readonly (readonly [string, unknown])[] {
  return names.map((name) => {
    const value = valueByName.get(name);
    if (value === undefined) throw new Error(`expected a value ${name} for a call of ${id}, received none: add it to the values`);
    return [name, value];
  });
}

const toTexts = (values: readonly (readonly [string, unknown])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map(([name, value]) => [name, String(value)]));

/**
 * The documented call of a form. `values` holds ids and fields by the names of the document, and may hold more. `consent` is sent where the
 * operation lists that header. A wrong call is this call with one thing changed.
 */
export function documentedCall<Described extends Operation>(
  operation: Described,
  form: keyof Described['forms'] & string,
  values: object = {},
): DocumentedCall {
  const own = formByName(operation, form);
  const valueByName = new Map<string, unknown>([...Object.entries<unknown>({ ...values }), ...Object.entries(own.values ?? {})]);
  const path = own.path ?? operation.path;
  const payload = Object.fromEntries(collectValues(operation, operation.fields, valueByName));
  const consent = valueByName.get('consent');
  return {
    ...(own.path === undefined ? {} : { template: path }),
    path: toTexts(collectValues(operation, pathNames(path), valueByName)),
    query: toTexts(collectValues(operation, own.query ?? operation.query, valueByName)),
    ...(operation.payload === null ? {} : { payload }),
    ...(operation.consent === 'required' && typeof consent === 'string' ? { consent } : {}),
  };
}
