import { compareSchemas, type ComparisonMemory } from './schema.ts';
import { responseKinds, prefixPlaces, type Difference } from './difference.ts';
import type { DescribedOperation, DescribedResponse, Schema } from '../read/model.ts';
import { walkSchema } from '../read/walk.ts';

const refusalStatuses: ReadonlySet<string> = new Set(['401', '403']);

/** Springfox lists 404 only for GET, POST and PUT; the specification lists it for all. The comparison requires it for GET and POST only. */
function pickMissingKind(status: string, { method }: DescribedOperation): Difference['kind'] {
  if (status === '200') return 'success-missing';
  return refusalStatuses.has(status) || (status === '404' && (method === 'GET' || method === 'POST')) ? 'refusal-missing' : 'code-missing';
}

interface Broken {
  readonly path: string;
  readonly problem: string;
}

function collectUnresolved(schema: Schema | null, memory: ComparisonMemory): readonly Broken[] {
  if (schema === null || memory.left <= 0) return [];
  const steps = walkSchema(schema, new Set());
  memory.left -= steps.length;
  return steps.flatMap((step) => (step.schema.unresolved === null ? [] : [{ path: step.path, problem: step.schema.unresolved }]));
}

/** References that lead nowhere only in the live description. */
function findNewUnresolved(expected: DescribedResponse, live: DescribedResponse, memory: ComparisonMemory): readonly Difference[] {
  const before = new Set(collectUnresolved(expected.schema, memory).map(({ path }) => path));
  return collectUnresolved(live.schema, memory)
    .filter(({ path }) => !before.has(path))
    .map(({ path, problem }) => ({ kind: 'response-unresolved', place: path, expected: 'a schema', live: problem }));
}

function compareResponse(
  expected: DescribedResponse,
  live: DescribedResponse,
  isWhole: boolean,
  memory: ComparisonMemory,
): readonly Difference[] {
  const unresolved = isWhole ? [] : findNewUnresolved(expected, live, memory);
  if (expected.schema === null) return unresolved;
  if (live.schema === null) return [{ kind: 'response-untold', place: '', expected: 'a schema', live: 'none' }];
  return [...unresolved, ...compareSchemas(expected.schema, live.schema, responseKinds, memory)];
}

/** `isWhole`: the live description has no broken reference. */
export function compareResponses(
  expected: DescribedOperation,
  live: DescribedOperation,
  isWhole: boolean,
  memory: ComparisonMemory,
): readonly Difference[] {
  const missing = [...expected.responses.keys()].filter((status) => !live.responses.has(status));
  const added = [...live.responses.keys()].filter((status) => !expected.responses.has(status));
  return [
    ...missing.map((status): Difference => ({
      kind: pickMissingKind(status, expected),
      place: status,
      expected: 'listed',
      live: 'not listed',
    })),
    ...added.map((status): Difference => ({ kind: 'code-added', place: status, expected: 'not listed', live: 'listed' })),
    ...[...expected.responses].flatMap(([status, response]) => {
      const other = live.responses.get(status);
      return other === undefined ? [] : prefixPlaces(status, compareResponse(response, other, isWhole, memory));
    }),
  ];
}
