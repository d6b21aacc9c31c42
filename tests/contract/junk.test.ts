import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareDescriptions } from '../../helpers/contract/compare/diff.ts';
import { readDescription } from '../../helpers/contract/read/read.ts';
import { bySpecification } from '../../helpers/contract/compare/comparison-rules.ts';
import { described, fixture } from './edits.ts';

const partner = fixture('partner');

interface Spot {
  readonly holder: Record<string, unknown>;
  readonly name: string;
}

const isHolder = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const listSpots = (value: unknown): readonly Spot[] =>
  isHolder(value) ? Object.keys(value).flatMap((name) => [{ holder: value, name }, ...listSpots(value[name])]) : [];

const count = listSpots(partner).length;
const reference = fc.record({
  $ref: fc.constantFrom('#/definitions/Sender', '#/definitions/Gone', '#/paths', '#/', '#', '', 'file:///etc/hostname'),
});
const schema = fc.record(
  { type: fc.constantFrom('string', 'object', 'array', 'none'), allOf: fc.array(reference), items: reference },
  { requiredKeys: [] },
);
const junk = fc.oneof(fc.jsonValue(), reference, schema);
const damages = fc.array(fc.tuple(fc.nat(count - 1), junk), { minLength: 1, maxLength: 6 });

/** The fixture with junk in some places; an outer place may remove an inner one. */
function damaged(changes: readonly (readonly [number, unknown])[]): unknown {
  const document = structuredClone(partner);
  const spots = listSpots(document);
  for (const [index, value] of changes) {
    const spot = spots[index];
    if (spot !== undefined) spot.holder[spot.name] = structuredClone(value);
  }
  return document;
}

test('a damaged document is read or refused, agrees with itself and can be compared', () => {
  let read = 0;
  fc.assert(
    fc.property(damages, (changes) => {
      const one = readDescription(damaged(changes));
      const again = readDescription(damaged(changes));
      expect(one.ok).toBe(again.ok);
      if (!one.ok || !again.ok) return;
      read += 1;
      expect(compareDescriptions(one.description, again.description)).toEqual([]);
      expect(compareDescriptions(one.description, again.description, bySpecification)).toEqual([]);
      compareDescriptions(described(partner), one.description, bySpecification);
      compareDescriptions(one.description, described(partner));
    }),
    { seed: 20261120, numRuns: 400 },
  );
  expect(read).toBeGreaterThan(300);
});
