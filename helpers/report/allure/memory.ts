import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * By default V8 collects only when garbage is three times the live data. That is too much next to answers that fill the memory on purpose.
 */
const GROWTH_PERCENT = 20;

export function keepMemorySmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

export function clearMemory(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
