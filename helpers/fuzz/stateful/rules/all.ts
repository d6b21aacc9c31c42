import { forbiddenRules } from './forbidden.ts';
import { listRules } from './lists.ts';
import { moneyRules } from './money.ts';
import { peopleRules } from './people.ts';
import type { Rule } from './rule.ts';
import { transferRules } from './transfers.ts';

/** In the order of judging: the rule that shows most of a cause comes first. */
export const rules: readonly Rule[] = [...peopleRules, ...forbiddenRules, ...listRules, ...transferRules, ...moneyRules];
