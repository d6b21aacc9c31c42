import { planOf, type Plan } from '../helpers/run/plan.ts';
import type { Config } from '../helpers/target/config.ts';
import { essential } from './essential.ts';
import { suites } from './index.ts';

/** What a configured run will check. */
export function planFor({ selection, safety }: Pick<Config, 'selection' | 'safety'>): Plan {
  return planOf(suites, selection.checks, { among: selection.profile === 'essential' ? essential : null, safety });
}
