import type { ComparableRun } from './comparable.ts';

export interface ChangedInput {
  readonly name: 'service build' | 'suite' | 'specification' | 'configuration';
  readonly before: string;
  readonly after: string;
}

const shortenFingerprint = (fingerprint: string): string => fingerprint.slice(0, 12);

export function compareInputs({ run: one }: ComparableRun, { run: other }: ComparableRun): readonly ChangedInput[] {
  const rows: readonly ChangedInput[] = [
    { name: 'service build', before: one.targetBuild ?? 'not stated', after: other.targetBuild ?? 'not stated' },
    {
      name: 'suite',
      before: `${one.suiteVersion} ${shortenFingerprint(one.suiteFingerprint)}`,
      after: `${other.suiteVersion} ${shortenFingerprint(other.suiteFingerprint)}`,
    },
    { name: 'specification', before: shortenFingerprint(one.specification), after: shortenFingerprint(other.specification) },
    { name: 'configuration', before: shortenFingerprint(one.targetFingerprint), after: shortenFingerprint(other.targetFingerprint) },
  ];
  return rows.filter(({ before, after }) => before !== after);
}
