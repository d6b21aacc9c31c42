import { expect, test } from 'vitest';
import { describeStarved } from '../../helpers/report/model/describe-starved.ts';
import type { PartEnd } from '../../helpers/core/records/campaign-end.ts';

const part = (name: string, ended: PartEnd['ended'], left: number): PartEnd => ({ part: name, ended, tried: 4, left, leftOut: 0 });
const starvedIn = (...parts: readonly PartEnd[]): string | null => describeStarved({ campaign: { taken: null, atMost: null, parts } });

test('a campaign that tried all it meant to has no starved part', () => {
  expect(describeStarved({})).toBeNull();
  expect(starvedIn(part('payload of OP-9', 'complete', 0), part('walks', 'size', 3), part('headers of OP-7', 'cap', 0))).toBeNull();
});

test('the parts that a cap or the clock ended are named, hungriest first, and at most five', () => {
  expect(starvedIn(part('walks', 'cap', 3), part('payload of OP-9', 'clock', 90))).toBe(
    '2 parts of the campaign: payload of OP-9 (90 left by the clock), walks (3 left by the cap)',
  );
  const many = Array.from({ length: 7 }, (_, at) => part(`part ${at}`, 'cap', at + 1));
  expect(starvedIn(...many)).toMatch(/^7 parts of the campaign: part 6 \(7 left by the cap\), .*, and 2 more$/);
});
