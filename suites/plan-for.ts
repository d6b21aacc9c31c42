import { buildPlan, type Plan } from '../helpers/runner/plan.ts';
import type { Config } from '../helpers/config/config.ts';
import { essential } from './essential.ts';
import { suites } from './index.ts';

type PlannedBy = Pick<Config, 'selection' | 'safety'> & { readonly fuzz: Pick<Config['fuzz'], 'runs'> };

/** The checks of a configured run. A campaign with no runs (DMT_FUZZ_RUNS) is not planned, nor is a campaign in the essential profile. */
export function planFor({ selection, safety, fuzz }: PlannedBy): Plan {
  const isEssential = selection.profile === 'essential';
  const planned = fuzz.runs > 0 && !isEssential ? suites : suites.filter(({ area }) => area !== 'Fuzzing');
  return buildPlan(planned, selection.checks, { among: isEssential ? essential : null, safety });
}
