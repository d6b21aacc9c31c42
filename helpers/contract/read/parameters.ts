import { isRecord, listAt, own, textAt } from '../../core/json.ts';
import { locations, type Defect, type Location, type Parameter } from './model.ts';
import type { Template } from './path.ts';
import type { ReadSchema } from './schema.ts';
import { resolve } from './reference.ts';

interface Read {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly defects: readonly Defect[];
}

/** Swagger 1 said `form`, and some documents still do. */
const locationOf = (word: string | null): Location | null =>
  locations.find((name) => name === (word === 'form' ? 'formData' : word)) ?? null;

/** A parameter is the same one when location and name agree; in the path, when the position does. */
function keyOf(name: string, location: Location, { variables }: Template): string {
  if (location === 'body') return 'body';
  if (location === 'header') return `header ${name.toLowerCase()}`;
  const position = location === 'path' ? variables.indexOf(name) : -1;
  return `${location} ${position < 0 ? name : `{${position}}`}`;
}

/** Reads the parameters of a path and of one of its operations; those of the operation win. */
export function readParameters(
  document: unknown,
  item: unknown,
  raw: unknown,
  template: Template,
  place: string,
  schemaOf: ReadSchema,
): Read {
  const parameters = new Map<string, Parameter>();
  const defects: Defect[] = [];
  const defect = (problem: string): void => void defects.push({ place, problem });

  const add = (spelled: unknown, taken: ReadonlySet<string>): string | null => {
    const { value, problem } = resolve(document, spelled);
    if (value === null) defect(`a parameter ${problem}`);
    const location = locationOf(textAt(value, 'in'));
    const name = textAt(value, 'name') ?? (location === 'body' ? 'body' : null);
    if (value === null) return null;
    if (location === null || name === null) {
      defect('a parameter has no name, or no location of OpenAPI 2.0');
      return null;
    }
    const key = keyOf(name, location, template);
    if (taken.has(key)) {
      defect(location === 'body' ? 'several bodies' : `parameter ${name} twice in ${location}`);
      return null;
    }
    if (location === 'path' && !template.variables.includes(name)) defect(`path parameter ${name} is not in the path`);
    const schema = schemaOf(location === 'body' ? (own(value, 'schema') ?? {}) : value);
    parameters.set(key, { name, location, required: own(value, 'required') === true || location === 'path', declared: true, schema });
    return key;
  };

  for (const holder of [item, raw]) {
    const taken = new Set<string>();
    for (const spelled of listAt(holder, 'parameters') ?? []) {
      const key = add(isRecord(spelled) ? spelled : {}, taken);
      if (key !== null) taken.add(key);
    }
  }
  template.variables.forEach((name, position) => {
    const key = `path {${position}}`;
    if (parameters.has(key)) return;
    defect(`path variable ${name} is not declared`);
    parameters.set(key, { name, location: 'path', required: true, declared: false, schema: schemaOf({ type: 'string' }) });
  });
  return { parameters, defects };
}
