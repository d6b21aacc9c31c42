import type { Fault } from '../catalog.ts';
import { instead, on, type When } from './twists.ts';
import { serverError } from './responses.ts';

/** The checks of odd calls that can notice a fault. */
export const chapters = (clause: string, dimension: string, ...operations: string[]): string[] =>
  operations.map((operation) => `${clause}~fuzz-${dimension}-${operation}`);

/** Somebody with a token sends what the program did not think of. */
export const crash = (id: string, story: string, operations: string[], when: When, dimension = 'payload'): Fault => ({
  id: `fuzz-${id}`,
  story,
  breaks: ['HTTP-NO-5XX'],
  fuzz: { chapters: chapters('HTTP-NO-5XX', dimension, ...operations) },
  twist: instead(
    (ask) => ask.agent !== undefined && on(...operations)(ask) && when(ask),
    () => serverError,
  ),
});
