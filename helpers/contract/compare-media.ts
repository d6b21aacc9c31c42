import type { Found } from './found.ts';
import { isAlias, isAmong } from './media-types.ts';
import type { DescribedOperation } from './model.ts';

/** Compares lists of media types; one that is absent says nothing, and a range such as any type covers what it can. */
function compareList(name: 'consumes' | 'produces', expected: readonly string[] | null, live: readonly string[] | null): readonly Found[] {
  if (expected === null || live === null) return [];
  const texts = { place: name, expected: expected.join(', '), live: live.join(', ') };
  const renamed = (type: string, list: readonly string[]): boolean => list.some((other) => isAlias(type, other));
  const absent = expected.filter((type) => !isAmong(type, live));
  const lacking = absent.filter((type) => !renamed(type, live));
  const added = live.filter((type) => !isAmong(type, expected) && !renamed(type, expected));
  if (lacking.length === expected.length) return [{ kind: 'media-none', ...texts }];
  return [
    ...(lacking.length > 0 ? [{ kind: 'media-lacks' as const, ...texts }] : []),
    ...(absent.length > lacking.length ? [{ kind: 'media-alias' as const, ...texts }] : []),
    ...(added.length > 0 ? [{ kind: 'media-added' as const, ...texts }] : []),
  ];
}

export const compareMedia = (expected: DescribedOperation, live: DescribedOperation): readonly Found[] => [
  ...compareList('consumes', expected.consumes, live.consumes),
  ...compareList('produces', expected.produces, live.produces),
];
