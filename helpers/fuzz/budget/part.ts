import type { Operation, OperationId } from '../../../specs/operation.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Dimension } from '../cases/case.ts';
import { catalogues } from '../cases/catalogue.ts';
import { listDrawnPlaces, firstPlace } from '../cases/cases.ts';

/** Calls that take no code of a sender may be in flight together. The effect of OP-13 is read with a code. */
export const countLanes = ({ consent, id }: Operation): number =>
  consent === 'required' || ['OP-12', 'OP-13', 'OP-14'].includes(id) ? 1 : 4;

export const chapterName = ({ dimension, operation }: Chapter): string => `${dimension} of ${operation.id}`;

/** The time of a case, compared with a plain read, as measured. The suite waits on half a request. */
const caseTimeByDimension: Partial<Readonly<Record<Dimension, number>>> = { bytes: 12 };

/** Codes are requested and read one after another, and effects are read behind the call. */
const caseTimeByOperation: Partial<Readonly<Record<OperationId, number>>> = {
  'OP-4': 3,
  'OP-6': 3,
  'OP-7': 4,
  'OP-9': 6,
  'OP-12': 3,
  'OP-13': 3,
  'OP-14': 2,
  'OP-16': 2,
};

const estimateCaseTime = ({ dimension, operation }: Chapter): number =>
  caseTimeByDimension[dimension] ?? caseTimeByOperation[operation.id] ?? 1;

/** The number of cases of a chapter, counted as `generateCases` makes them. */
export function countCases({ dimension, operation }: Chapter, runs: number): number {
  const written = Map.groupBy(catalogues[dimension](operation), firstPlace);
  const drawn = new Set(listDrawnPlaces(dimension, operation).map(({ place }) => place));
  const counted = [...written].filter(([place]) => !drawn.has(place)).map(([, { length }]) => Math.min(length, runs));
  return drawn.size * runs + counted.reduce((sum, count) => sum + count, 0);
}

/** The chapter's share of the clock, compared with other chapters. */
export const estimateChapterTime = (chapter: Chapter, runs: number): number => countCases(chapter, runs) * estimateCaseTime(chapter);
