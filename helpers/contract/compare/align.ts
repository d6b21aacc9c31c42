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

/**
 * Operations of both sides by method and path. The base path of the live description may or may not be part of `{base_url}`, so the reading
 * with more expected operations wins.
 */
export function alignOperations(
  expected: Description,
  live: Description,
  { isIgnoredParameter, isFreeOfBasePath }: ComparisonRules,
): Aligned {
  const before = keyOperations(expected, expected.basePath, isIgnoredParameter);
  const joined = keyOperations(live, live.basePath, isIgnoredParameter);
  if (!isFreeOfBasePath || live.basePath === '') return { expected: before, live: joined };
  const bare = keyOperations(live, '', isIgnoredParameter);
  return { expected: before, live: countShared(before, bare) > countShared(before, joined) ? bare : joined };
}
