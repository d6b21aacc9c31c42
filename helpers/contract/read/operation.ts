import { shorten } from '../../core/text.ts';
import { entriesAt, own } from '../../core/json.ts';
import { mediaTypesAt } from './media-types.ts';
import type { Defect, DescribedOperation, Method, Response, Schema } from './model.ts';
import type { Template } from './path.ts';
import { readParameters } from './parameters.ts';
import type { ReadSchema } from './schema.ts';
import { resolve } from './reference.ts';
import { longestPath, walk } from './walk.ts';

/** One operation as it stands in the document. */
export interface RawOperation {
  readonly method: Method;
  readonly path: string;
  readonly template: Template;
  readonly item: unknown;
  readonly raw: unknown;
}

interface Read {
  readonly operation: DescribedOperation;
  readonly defects: readonly Defect[];
  readonly unresolved: readonly Defect[];
}

export const placeOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' › ');

function readResponses(document: unknown, raw: unknown, place: string, schemaOf: ReadSchema): readonly [Map<string, Response>, Defect[]] {
  const responses = new Map<string, Response>();
  const defects: Defect[] = [];
  for (const [status, spelled] of entriesAt(raw, 'responses')) {
    if (status === 'default' || status.startsWith('x-')) continue;
    if (!/^[1-5]\d\d$/.test(status)) {
      defects.push({ place, problem: `response ${status} is not an HTTP status` });
      continue;
    }
    const { value, problem } = resolve(document, spelled);
    if (value === null) defects.push({ place: placeOf(place, status), problem: `the response ${problem}` });
    const schema = own(value, 'schema');
    responses.set(status, { schema: value === null ? schemaOf(spelled) : schema === undefined ? null : schemaOf(schema) });
  }
  return [responses, defects];
}

/** References that lead nowhere, each told where it is met first. */
function unresolvedFrom(schema: Schema, place: string, seen: Set<Schema>): readonly Defect[] {
  return walk(schema, seen).flatMap((step) =>
    step.schema.unresolved === null ? [] : [{ place: placeOf(place, step.path), problem: step.schema.unresolved }],
  );
}

/** Reads one operation; `seen` holds the schemas that earlier operations led to. */
export function readOperation(document: unknown, written: RawOperation, schemaOf: ReadSchema, seen: Set<Schema>): Read {
  const { method, path, template, item, raw } = written;
  const place = `${method} ${shorten(path, longestPath)}`;
  const { parameters, defects } = readParameters(document, item, raw, template, place, schemaOf);
  const [responses, ofResponses] = readResponses(document, raw, place, schemaOf);
  const inherited = (name: string): readonly string[] | null =>
    own(raw, name) === undefined ? mediaTypesAt(document, name) : mediaTypesAt(raw, name);
  const unresolved = [
    ...[...parameters.values()].flatMap(({ schema, location, name }) =>
      unresolvedFrom(schema, placeOf(place, location === 'body' ? 'body' : `${location} ${name}`), seen),
    ),
    ...[...responses].flatMap(([status, { schema }]) => (schema === null ? [] : unresolvedFrom(schema, placeOf(place, status), seen))),
  ];
  const wild = template.shape.includes('*') ? [{ place, problem: 'the path holds a wildcard' }] : [];
  return {
    operation: {
      method,
      path,
      shape: template.shape,
      parameters,
      consumes: inherited('consumes'),
      produces: inherited('produces'),
      responses,
    },
    defects: [...wild, ...defects, ...ofResponses],
    unresolved,
  };
}
