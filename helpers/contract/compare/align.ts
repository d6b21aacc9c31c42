import type { DescribedOperation, Description } from '../read/model.ts';
import type { ComparisonRules } from './use.ts';
import { withoutSlashes } from '../read/path.ts';

export type ByKey = ReadonlyMap<string, DescribedOperation>;

export interface Aligned {
  readonly expected: ByKey;
  readonly live: ByKey;
}

const shapeUnder = (base: string, { shape }: DescribedOperation): string => withoutSlashes(`${base}${shape}`) || '/';

const keyed = ({ operations }: Description, base: string, ignores: ComparisonRules['ignores']): ByKey =>
  new Map(
    operations.map((operation) => {
      const parameters = new Map([...operation.parameters].filter(([, parameter]) => !ignores(parameter)));
      const shape = shapeUnder(base, operation);
      return [`${operation.method} ${shape}`, { ...operation, shape, parameters }];
    }),
  );

const shared = (one: ByKey, other: ByKey): number => [...one.keys()].filter((key) => other.has(key)).length;

/**
 * Operations of both sides by method and path. The paths of the specification begin at `{base_url}`, which may or may not hold the
 * base path of the live description: the reading under which more expected operations are found is taken.
 */
export function align(expected: Description, live: Description, { ignores, isFreeOfBasePath }: ComparisonRules): Aligned {
  const before = keyed(expected, expected.basePath, ignores);
  const joined = keyed(live, live.basePath, ignores);
  if (!isFreeOfBasePath || live.basePath === '') return { expected: before, live: joined };
  const bare = keyed(live, '', ignores);
  return { expected: before, live: shared(before, bare) > shared(before, joined) ? bare : joined };
}
