import type { Operation } from '../../../specs/operation.ts';
import type { Dimension } from './case.ts';

export interface Chapter {
  readonly dimension: Dimension;
  readonly operation: Operation;
}
