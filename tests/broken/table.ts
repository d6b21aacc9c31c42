import { answers } from './answers.ts';
import { operationsBroken } from './operations.ts';
import type { Broken } from './service.ts';

/** Services that are wrong throughout. */
export const brokenServices: readonly Broken[] = [...answers, ...operationsBroken];
