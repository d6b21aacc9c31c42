import type { Form, Operation } from './operation.ts';

/** The arguments of a call as documented. */
export interface DocumentedCall {
  /** Where the form has a path of its own. */
  readonly template?: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** The value of the Consent header. */
  readonly consent?: string;
}

/** Paths are few, and calls many. */
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

/** The values of the named places; a missing one is our mistake. */
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
 * The documented call of a form. `values` holds ids and fields by the names of the document, and may hold others as well;
 * `consent` is the value of that header, sent where the operation lists it. Whoever wants a wrong call changes one thing of this one.
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
