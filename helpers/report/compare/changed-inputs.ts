import type { ComparableRun } from './comparable.ts';

/** What stood otherwise around two runs. */
export interface Moved {
  readonly name: 'service build' | 'suite' | 'specification' | 'configuration';
  readonly before: string;
  readonly after: string;
}

const brief = (fingerprint: string): string => fingerprint.slice(0, 12);

export function movedBetween({ run: one }: ComparableRun, { run: other }: ComparableRun): readonly Moved[] {
  const rows: readonly Moved[] = [
    { name: 'service build', before: one.targetBuild ?? 'not told', after: other.targetBuild ?? 'not told' },
    {
      name: 'suite',
      before: `${one.suiteVersion} ${brief(one.suiteFingerprint)}`,
      after: `${other.suiteVersion} ${brief(other.suiteFingerprint)}`,
    },
    { name: 'specification', before: brief(one.specification), after: brief(other.specification) },
    { name: 'configuration', before: brief(one.targetFingerprint), after: brief(other.targetFingerprint) },
  ];
  return rows.filter(({ before, after }) => before !== after);
}
