import { disagreements, type Announced, type Disagreement } from './disagreements.ts';
import type { Sighting } from './sightings.ts';

/** Which two of specification, live description and behavior agree against the third. */
export type Odd = 'description' | 'behavior' | 'specification';

/** One disagreement of the three. */
export interface Triangle extends Disagreement {
  readonly odd: Odd;
  /** The exchange that showed it. */
  readonly exchange: string;
}

export const agreement: Readonly<Record<Odd, string>> = {
  description: 'specification and behavior agree, the description differs',
  behavior: 'specification and description agree, the behavior differs',
  specification: 'description and behavior agree, the specification differs',
};

/** Judges one kind of answer by both; whoever is alone with what it says is the odd one. */
function ofSighting(sighting: Sighting, specified: Announced, live: Announced): Triangle[] {
  const [bySpecification, byLive] = [disagreements(sighting, specified), disagreements(sighting, live)];
  const { exchange } = sighting;
  const places = new Set(bySpecification.map(({ place }) => place));
  const livePlaces = new Set(byLive.map(({ place }) => place));
  return [
    ...byLive.map((each): Triangle => ({ ...each, exchange, odd: places.has(each.place) ? 'behavior' : 'description' })),
    ...bySpecification.filter(({ place }) => !livePlaces.has(place)).map((each): Triangle => ({ ...each, exchange, odd: 'specification' })),
  ];
}

/** Every disagreement of the three, each place once. */
export function trianglesOf(
  sightings: readonly Sighting[],
  specified: (s: Sighting) => Announced,
  live: (s: Sighting) => Announced | undefined,
): Triangle[] {
  const all = sightings.flatMap((sighting) => {
    const announced = live(sighting);
    return announced === undefined ? [] : ofSighting(sighting, specified(sighting), announced);
  });
  return [...new Map(all.map((each) => [`${each.odd} ${each.place}`, each])).values()];
}
