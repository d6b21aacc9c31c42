import type { Dated } from './dated.ts';

/** Where sittings after the first began. A fact counts in the sitting of the answer that it judges. */
export function createSittings() {
  const begins: number[] = [];
  return {
    begin: (at: number): void => void begins.push(at),
    isOfSame(leftAt: number) {
      const from = begins.findLast((at) => at <= leftAt) ?? 0;
      return ({ at }: Dated): boolean => at > from;
    },
  };
}
