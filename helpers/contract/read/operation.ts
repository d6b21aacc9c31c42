import { shorten } from '../../core/text.ts';
import { entriesAt, recordMember } from '../../core/json.ts';
import { mediaTypesAt } from './media-types.ts';
import type { Defect, DescribedOperation, Method, DescribedResponse, Schema } from './model.ts';
import type { PathTemplate } from './path.ts';
import { readParameters } from './parameters.ts';
import type { ReadSchema } from './schema.ts';
import { resolveReference } from './reference.ts';
import { longestPath, walkSchema } from './walk.ts';

export interface RawOperation {
  readonly method: Method;
  readonly path: string;
  readonly template: PathTemplate;
  readonly item: unknown;
  readonly raw: unknown;
}

interface OperationReading {
  readonly operation: DescribedOperation;
  readonly defects: readonly Defect[];
  readonly unresolved: readonly Defect[];
}

export const joinPlace = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' › ');

function readResponses(
  document: unknown,
  raw: unknown,
  place: string,
  readSchema: ReadSchema,
): readonly [Map<string, DescribedResponse>, Defect[]] {
  const responses = new Map<string, DescribedResponse>();
  const defects: Defect[] = [];
  for (const [status, spelled] of entriesAt(raw, 'responses')) {
    if (status === 'default' || status.startsWith('x-')) continue;
    if (!/^[1-5]\d\d$/.test(status)) {
      defects.push({ place, problem: `response ${status} is not an HTTP status` });
      continue;
    }
    const { value, problem } = resolveReference(document, spelled);
    if (value === null) defects.push({ place: joinPlace(place, status), problem: `the response ${problem}` });
    const schema = recordMember(value, 'schema');
    responses.set(status, { schema: value === null ? readSchema(spelled) : schema === undefined ? null : readSchema(schema) });
  }
  return [responses, defects];
}

/** Broken references, each reported where it appears first. */
function collectUnresolved(schema: Schema, place: string, seen: Set<Schema>): readonly Defect[] {
  return walkSchema(schema, seen).flatMap((step) =>
    step.schema.unresolved === null ? [] : [{ place: joinPlace(place, step.path), problem: step.schema.unresolved }],
  );
}

export function readOperation(document: unknown, written: RawOperation, readSchema: ReadSchema, seen: Set<Schema>): OperationReading {
  const { method, path, template, item, raw } = written;
  const place = `${method} ${shorten(path, longestPath)}`;
  const { parameters, defects } = readParameters(document, item, raw, template, place, readSchema);
  const [responses, ofResponses] = readResponses(document, raw, place, readSchema);
  const inherited = (name: string): readonly string[] | null =>
    recordMember(raw, name) === undefined ? mediaTypesAt(document, name) : mediaTypesAt(raw, name);
  const unresolved = [
    ...[...parameters.values()].flatMap(({ schema, location, name }) =>
      collectUnresolved(schema, joinPlace(place, location === 'body' ? 'body' : `${location} ${name}`), seen),
    ),
    ...[...responses].flatMap(([status, { schema }]) => (schema === null ? [] : collectUnresolved(schema, joinPlace(place, status), seen))),
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
