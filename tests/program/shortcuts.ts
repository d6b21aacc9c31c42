import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Preloaded into the program. Vitest and Allure take half the time of a short run; small memory and the self-check take much of the rest.
 * `wholeProgram` uses none of these.
 */
const slowModules = ['helpers/report/allure/drawer.ts', 'helpers/report/allure/memory.ts', 'cli/run/self-check.ts'].map(
  (path) => new URL(`../../${path}`, import.meta.url),
);
const missing = slowModules.filter((url) => !existsSync(url));
if (missing.length > 0) throw new Error(`expected what is replaced at ${missing.map(({ href }) => href).join(', ')}, received nothing`);

const places = new Set(slowModules.map(({ href }) => href));
const replacement = new URL('replaced.ts', import.meta.url).href;

registerHooks({
  load: (url, context, next) => next(places.has(url) ? replacement : url, context),
});
