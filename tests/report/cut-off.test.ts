import { expect, test } from 'vitest';
import { describeCutOff } from '../../helpers/report/model/describe-run.ts';
import type { PartEnd } from '../../helpers/core/records/campaign-end.ts';

const part = (name: string, ended: PartEnd['ended'], left: number): PartEnd => ({ part: name, ended, tried: 4, left, leftOut: 0 });
const cutOffIn = (...parts: readonly PartEnd[]): string | null => describeCutOff({ campaign: { taken: null, atMost: null, parts } });

test('a campaign that tried all it meant to was not cut off', () => {
  expect(describeCutOff({})).toBeNull();
  expect(cutOffIn(part('payload of OP-9', 'complete', 0), part('walks', 'size', 3), part('headers of OP-7', 'cap', 0))).toBeNull();
});

test('the parts that a cap or the clock ended are named, most cases first, and at most five', () => {
  expect(cutOffIn(part('walks', 'cap', 3), part('payload of OP-9', 'clock', 90))).toBe(
    '2 parts of the campaign: payload of OP-9 (90 cases left when its time was over), sequences (3 cases left when a cap was reached)',
  );
  const many = Array.from({ length: 7 }, (_, at) => part(`part ${at}`, 'cap', at + 1));
  expect(cutOffIn(...many)).toMatch(/^7 parts of the campaign: part 6 \(7 cases left when a cap was reached\), .*, and 2 more$/);
});
