import { compareSchemas, type Memory } from './schema.ts';
import { ofResponse, under, type Difference } from './difference.ts';
import type { DescribedOperation, Response, Schema } from '../read/model.ts';
import { walk } from '../read/walk.ts';

const refusals: ReadonlySet<string> = new Set(['401', '403']);

/** Springfox tells 404 of GET, POST and PUT alone, and the specification of all: only of GET and POST is it asked for. */
function missingKind(status: string, { method }: DescribedOperation): Difference['kind'] {
  if (status === '200') return 'success-missing';
  return refusals.has(status) || (status === '404' && (method === 'GET' || method === 'POST')) ? 'refusal-missing' : 'code-missing';
}

interface Broken {
  readonly path: string;
  readonly problem: string;
}

function unresolvedIn(schema: Schema | null, memory: Memory): readonly Broken[] {
  if (schema === null || memory.left <= 0) return [];
  const steps = walk(schema, new Set());
  memory.left -= steps.length;
  return steps.flatMap((step) => (step.schema.unresolved === null ? [] : [{ path: step.path, problem: step.schema.unresolved }]));
}

/** References that lead nowhere, those aside that did so before. */
function unresolvedFound(expected: Response, live: Response, memory: Memory): readonly Difference[] {
  const before = new Set(unresolvedIn(expected.schema, memory).map(({ path }) => path));
  return unresolvedIn(live.schema, memory)
    .filter(({ path }) => !before.has(path))
    .map(({ path, problem }) => ({ kind: 'response-unresolved', place: path, expected: 'a schema', live: problem }));
}

function responseFound(expected: Response, live: Response, isWhole: boolean, memory: Memory): readonly Difference[] {
  const unresolved = isWhole ? [] : unresolvedFound(expected, live, memory);
  if (expected.schema === null) return unresolved;
  if (live.schema === null) return [{ kind: 'response-untold', place: '', expected: 'a schema', live: 'none' }];
  return [...unresolved, ...compareSchemas(expected.schema, live.schema, ofResponse, memory)];
}

/** Compares the statuses of answers and what they hold. `isWhole`: the live description has no broken reference. */
export function compareResponses(
  expected: DescribedOperation,
  live: DescribedOperation,
  isWhole: boolean,
  memory: Memory,
): readonly Difference[] {
  const missing = [...expected.responses.keys()].filter((status) => !live.responses.has(status));
  const added = [...live.responses.keys()].filter((status) => !expected.responses.has(status));
  return [
    ...missing.map((status): Difference => ({
      kind: missingKind(status, expected),
      place: status,
      expected: 'listed',
      live: 'not listed',
    })),
    ...added.map((status): Difference => ({ kind: 'code-added', place: status, expected: 'not listed', live: 'listed' })),
    ...[...expected.responses].flatMap(([status, response]) => {
      const other = live.responses.get(status);
      return other === undefined ? [] : under(status, responseFound(response, other, isWhole, memory));
    }),
  ];
}
