import { isRecord, listAt, recordMember, textAt } from '../../core/json.ts';
import { parameterLocations, type Defect, type ParameterLocation, type Parameter } from './model.ts';
import type { PathTemplate } from './path.ts';
import type { ReadSchema } from './schema.ts';
import { resolveReference } from './reference.ts';

interface ParametersReading {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly defects: readonly Defect[];
}

/** Swagger 1 used `form`, and some documents still do. */
const parseLocation = (word: string | null): ParameterLocation | null =>
  parameterLocations.find((name) => name === (word === 'form' ? 'formData' : word)) ?? null;

/** Two parameters are the same when location and name agree, or in the path the position. */
function buildParameterKey(name: string, location: ParameterLocation, { variables }: PathTemplate): string {
  if (location === 'body') return 'body';
  if (location === 'header') return `header ${name.toLowerCase()}`;
  const position = location === 'path' ? variables.indexOf(name) : -1;
  return `${location} ${position < 0 ? name : `{${position}}`}`;
}

/** Parameters of the operation override those of the path. */
export function readParameters(
  document: unknown,
  item: unknown,
  raw: unknown,
  template: PathTemplate,
  place: string,
  readSchema: ReadSchema,
): ParametersReading {
  const parameters = new Map<string, Parameter>();
  const defects: Defect[] = [];
  const defect = (problem: string): void => void defects.push({ place, problem });

  const add = (spelled: unknown, taken: ReadonlySet<string>): string | null => {
    const { value, problem } = resolveReference(document, spelled);
    if (value === null) defect(`a parameter ${problem}`);
    const location = parseLocation(textAt(value, 'in'));
    const name = textAt(value, 'name') ?? (location === 'body' ? 'body' : null);
    if (value === null) return null;
    if (location === null || name === null) {
      defect('a parameter has no name, or no location of OpenAPI 2.0');
      return null;
    }
    const key = buildParameterKey(name, location, template);
    if (taken.has(key)) {
      defect(location === 'body' ? 'several body parameters' : `parameter ${name} appears twice in ${location}`);
      return null;
    }
    if (location === 'path' && !template.variables.includes(name)) defect(`path parameter ${name} is not in the path`);
    const schema = readSchema(location === 'body' ? (recordMember(value, 'schema') ?? {}) : value);
    parameters.set(key, {
      name,
      location,
      required: recordMember(value, 'required') === true || location === 'path',
      declared: true,
      schema,
    });
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
    parameters.set(key, { name, location: 'path', required: true, declared: false, schema: readSchema({ type: 'string' }) });
  });
  return { parameters, defects };
}
