import type { drawAllure as Draw } from '../../helpers/report/allure/write.ts';
import type { keepMemorySmall as Keep } from '../../helpers/report/allure/memory.ts';
import type { selfCheck as Check } from '../../cli/run/self-check.ts';

/** Returns the page's path without making the page. */
export const drawAllure: typeof Draw = (folder) => Promise.resolve(`${folder}/allure-report/index.html`);
export const writeAllure = drawAllure;

export const keepMemorySmall: typeof Keep = () => undefined;
export const clearMemory = keepMemorySmall;

/** Trusts this installation, since all tests check it. */
export const selfCheck: typeof Check = () => Promise.resolve({ ok: true, faults: 3 });
