import { diff } from '../diff.ts';
import type { Finding } from '../finding.ts';
import type { Description } from '../model.ts';
import { specifiedDescription } from '../specified.ts';
import { bySpecification } from '../use.ts';

/** The live description held against the specification. */
export interface Comparison {
  readonly sources: readonly string[];
  readonly facts: readonly string[];
  /** Parts that the index names and that could not be read. */
  readonly unread: readonly string[];
  /** Parts that are no OpenAPI 2.0. */
  readonly skipped: readonly string[];
  readonly live: Description;
  readonly findings: readonly Finding[];
}

export const againstSpecification = (live: Description): readonly Finding[] => diff(specifiedDescription, live, bySpecification);
