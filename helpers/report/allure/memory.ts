import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By itself the engine lets three times of what is alive pile up before it clears away: too much beside answers that are made to fill the memory. */
const GROWTH_PERCENT = 20;

/** Keeps the memory of this process near to what is alive in it. */
export function keepMemorySmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Clears away at once what is alive no more. */
export function clearMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
