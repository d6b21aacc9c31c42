import type { Operation } from '../../../specs/operation.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Dimension } from '../cases/case.ts';
import { catalogues } from '../cases/catalogue.ts';
import { listDrawnPlaces, firstPlace } from '../cases/cases.ts';

/** Calls that take no code of a sender may be in flight together. The effect of OP-13 is read with a code. */
export const countLanes = ({ consent, id }: Operation): number =>
  consent === 'required' || ['OP-12', 'OP-13', 'OP-14'].includes(id) ? 1 : 4;

export const partName = ({ dimension, operation }: Chapter): string => `${dimension} of ${operation.id}`;

/**
 * The time of a case, compared with a plain read, as measured: codes are requested and read one after another, and the suite waits on half
 * a request.
 */
const caseTimeByDimension: Partial<Readonly<Record<Dimension, number>>> = { bytes: 12 };
const caseTimeInTurn = 3;
const caseTimeWithTransfer = 5;

function estimateCaseTime({ dimension, operation }: Chapter): number {
  const calls = operation.id === 'OP-9' ? caseTimeWithTransfer : countLanes(operation) === 1 ? caseTimeInTurn : 1;
  return caseTimeByDimension[dimension] ?? calls;
}

/** The number of cases of a chapter, counted as `generateCases` makes them. */
export function countCases({ dimension, operation }: Chapter, runs: number): number {
  const written = Map.groupBy(catalogues[dimension](operation), firstPlace);
  const drawn = new Set(listDrawnPlaces(dimension, operation).map(({ place }) => place));
  const counted = [...written].filter(([place]) => !drawn.has(place)).map(([, { length }]) => Math.min(length, runs));
  return drawn.size * runs + counted.reduce((sum, count) => sum + count, 0);
}

/** The chapter's share of the clock, compared with other chapters. */
export const estimateChapterTime = (chapter: Chapter, runs: number): number => countCases(chapter, runs) * estimateCaseTime(chapter);
