import type { Difference } from './difference.ts';
import { isAlias, isAmong, isSameUnderAlias } from '../read/media-types.ts';
import type { DescribedOperation } from '../read/model.ts';

/** A missing list says nothing; a range covers every type that it matches. */
function compareList(
  name: 'consumes' | 'produces',
  expected: readonly string[] | null,
  live: readonly string[] | null,
): readonly Difference[] {
  if (expected === null || live === null) return [];
  const texts = { place: name, expected: expected.join(', '), live: live.join(', ') };
  const strange = live.filter((type) => !isAmong(type, expected));
  const aliases = strange.filter((type) => expected.some((other) => isAlias(type, other)));
  const lacking = expected.filter((type) => !isAmong(type, live) && !aliases.some((other) => isSameUnderAlias(type, other)));
  if (lacking.length === expected.length) return [{ kind: 'media-none', ...texts }];
  return [
    ...(lacking.length > 0 ? [{ kind: 'media-lacks' as const, ...texts }] : []),
    ...(aliases.length > 0 ? [{ kind: 'media-alias' as const, ...texts }] : []),
    ...(strange.length > aliases.length ? [{ kind: 'media-added' as const, ...texts }] : []),
  ];
}

export const compareMedia = (expected: DescribedOperation, live: DescribedOperation): readonly Difference[] => [
  ...compareList('consumes', expected.consumes, live.consumes),
  ...compareList('produces', expected.produces, live.produces),
];
