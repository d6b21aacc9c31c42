import type { openDrawer as Open } from '../../helpers/report/allure/drawer.ts';
import type { keepMemorySmall as Keep } from '../../helpers/report/allure/memory.ts';
import type { selfCheck as Check } from '../../cli/run/self-check.ts';

/** Returns the page's path without making the page. */
export const openDrawer: typeof Open = (folder) => () => Promise.resolve(`${folder}/allure-report/index.html`);

export const keepMemorySmall: typeof Keep = () => undefined;

/** Trusts this installation, since all tests check it. */
export const selfCheck: typeof Check = () => Promise.resolve({ ok: true, faults: 3 });
