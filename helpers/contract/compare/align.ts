import { operationKey, type DescribedOperation, type Description } from '../read/model.ts';
import type { ComparisonRules } from './comparison-rules.ts';
import { withoutSlashes } from '../read/path.ts';

export type OperationsByKey = ReadonlyMap<string, DescribedOperation>;

export interface Aligned {
  readonly expected: OperationsByKey;
  readonly live: OperationsByKey;
}

const shapeUnder = (base: string, { shape }: DescribedOperation): string => withoutSlashes(`${base}${shape}`) || '/';

const keyOperations = ({ operations }: Description, base: string, ignores: ComparisonRules['isIgnoredParameter']): OperationsByKey =>
  new Map(
    operations.map((operation) => {
      const parameters = new Map([...operation.parameters].filter(([, parameter]) => !ignores(parameter)));
      const shape = shapeUnder(base, operation);
      return [operationKey(operation.method, shape), { ...operation, shape, parameters }];
    }),
  );

const countShared = (one: OperationsByKey, other: OperationsByKey): number => [...one.keys()].filter((key) => other.has(key)).length;

/** Where the paths are written whole, what stands before the expected ones: `/partner` of `/partner/actuator/env`. */
function findPrefix(expected: Description, live: Description): string {
  const counts = new Map<string, number>();
  for (const { method, shape } of live.operations)
    for (const wanted of expected.operations)
      if (wanted.method === method && wanted.shape !== '/' && shape !== wanted.shape && shape.endsWith(wanted.shape)) {
        const prefix = shape.slice(0, -wanted.shape.length);
        counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
      }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

const withoutPrefix = (live: Description, prefix: string): Description => ({
  ...live,
  operations: live.operations.map((operation) =>
    operation.shape.startsWith(`${prefix}/`) ? { ...operation, shape: operation.shape.slice(prefix.length) } : operation,
  ),
});

/**
 * Operations of both sides by method and path. The base path of the live description may or may not be part of `{base_url}`, and the
 * path of `{base_url}` may stand before each path, so the reading with most expected operations wins.
 */
export function alignOperations(
  expected: Description,
  live: Description,
  { isIgnoredParameter, isFreeOfBasePath }: ComparisonRules,
): Aligned {
  const before = keyOperations(expected, expected.basePath, isIgnoredParameter);
  const joined = keyOperations(live, live.basePath, isIgnoredParameter);
  if (!isFreeOfBasePath) return { expected: before, live: joined };
  const bare = keyOperations(live, '', isIgnoredParameter);
  const prefix = findPrefix(expected, live);
  const cut = prefix === '' ? bare : keyOperations(withoutPrefix(live, prefix), '', isIgnoredParameter);
  const [best = joined] = [joined, bare, cut].toSorted((one, other) => countShared(before, other) - countShared(before, one));
  return { expected: before, live: best };
}
