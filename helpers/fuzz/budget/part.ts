import type { Operation } from '../../../specs/operation.ts';
import type { Chapter } from '../cases/chapter.ts';
import type { Dimension } from '../cases/case.ts';
import { catalogues } from '../cases/catalogue.ts';
import { drawnPlaces, placeOf } from '../cases/cases.ts';

/** Calls that take no code of a sender may be under way together; what OP-13 does is looked at with one. */
export const lanesOf = ({ consent, id }: Operation): number => (consent === 'required' || ['OP-12', 'OP-13', 'OP-14'].includes(id) ? 1 : 4);

export const partName = ({ dimension, operation }: Chapter): string => `${dimension} of ${operation.id}`;

/** What a case takes beside one of a plain read, as measured: codes are asked for and read one after another, and half a request is waited for. */
const byDimension: Partial<Readonly<Record<Dimension, number>>> = { bytes: 12 };
const inTurn = 3;
const withTransfer = 5;

function costOf({ dimension, operation }: Chapter): number {
  const calls = operation.id === 'OP-9' ? withTransfer : lanesOf(operation) === 1 ? inTurn : 1;
  return byDimension[dimension] ?? calls;
}

/** As many cases as the chapter has, in the manner of `casesOf`. */
export function countOf({ dimension, operation }: Chapter, runs: number): number {
  const written = Map.groupBy(catalogues[dimension](operation), placeOf);
  const drawn = new Set(drawnPlaces(dimension, operation).map(({ place }) => place));
  const counted = [...written].filter(([place]) => !drawn.has(place)).map(([, { length }]) => Math.min(length, runs));
  return drawn.size * runs + counted.reduce((sum, count) => sum + count, 0);
}

/** How much of the clock a chapter needs beside the others. */
export const sizeOf = (chapter: Chapter, runs: number): number => countOf(chapter, runs) * costOf(chapter);
