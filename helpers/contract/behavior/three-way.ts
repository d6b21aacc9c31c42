import { findDisagreements, type Announced, type Disagreement } from './disagreements.ts';
import type { SeenAnswer } from './seen-answers.ts';

/** The one of the three that disagrees with the other two. */
type OddOneOut = 'description' | 'behavior' | 'specification';

export interface ThreeWayDifference extends Disagreement {
  readonly odd: OddOneOut;
  readonly exchange: string;
}

export const agreementTexts: Readonly<Record<OddOneOut, string>> = {
  description: 'specification and behavior agree, the description differs',
  behavior: 'specification and description agree, the behavior differs',
  specification: 'description and behavior agree, the specification differs',
};

/** Compares one kind of answer with both descriptions; the source that stands alone is the odd one. */
function compareThreeWays(sighting: SeenAnswer, specified: Announced, live: Announced): ThreeWayDifference[] {
  const bySpecification = findDisagreements(sighting, specified);
  const byLive = findDisagreements(sighting, live);
  const { exchange } = sighting;
  const places = new Set(bySpecification.map(({ place }) => place));
  const livePlaces = new Set(byLive.map(({ place }) => place));
  return [
    ...byLive.map((each): ThreeWayDifference => ({ ...each, exchange, odd: places.has(each.place) ? 'behavior' : 'description' })),
    ...bySpecification
      .filter(({ place }) => !livePlaces.has(place))
      .map((each): ThreeWayDifference => ({ ...each, exchange, odd: 'specification' })),
  ];
}

export function findThreeWayDifferences(
  sightings: readonly SeenAnswer[],
  specified: (s: SeenAnswer) => Announced,
  live: (s: SeenAnswer) => Announced | undefined,
): ThreeWayDifference[] {
  const all = sightings.flatMap((sighting) => {
    const announced = live(sighting);
    return announced === undefined ? [] : compareThreeWays(sighting, specified(sighting), announced);
  });
  return [...new Map(all.map((each) => [`${each.odd} ${each.place}`, each])).values()];
}
