import { capByBill, findBillProblems, readBill } from '../../helpers/bill/bill-file.ts';
import type { Bill } from '../../helpers/bill/bill.ts';
import type { Config } from '../../helpers/config/config.ts';
import type { Plan } from '../../helpers/runner/plan.ts';

export interface Approval {
  readonly config: Config;
  readonly bill: Bill | null;
  readonly problems: readonly string[];
}

/** The settings with the caps of the bill at that path; as they are without one. */
export function applyApprovedBill(config: Config, plan: Plan, path: string | undefined): Approval {
  if (path === undefined) return { config, bill: null, problems: [] };
  const read = readBill(path);
  if (!read.ok) return { config, bill: null, problems: [read.problem] };
  return { config: capByBill(config, read.bill), bill: read.bill, problems: findBillProblems(read.bill, config, plan) };
}
