import { readFileSync } from 'node:fs';
import { member, parseJson } from '../core/json.ts';
import { describeInvalidJson } from '../config/json-file.ts';
import { collectSchemaErrors } from '../judge/schema/schemas.ts';
import type { Plan } from '../runner/plan.ts';
import type { Config } from '../config/config.ts';
import { fingerprintBilledRun, type Bill, type BilledRun } from './bill.ts';
import { describeTarget, isSameTarget } from '../core/records/named-target.ts';
import { describeFileError } from '../core/files/files.ts';

type BillRead = { readonly ok: true; readonly bill: Bill } | { readonly ok: false; readonly problem: string };

const schemaVersion: Bill['schemaVersion'] = 2;

const isBill = (value: unknown): value is Bill => collectSchemaErrors('bill', value).length === 0;

/** Null when the value is not a bill of an earlier release. */
function earlierBillProblem(value: unknown): string | null {
  const version = member(value, 'schemaVersion');
  if (typeof version !== 'number' || version >= schemaVersion) return null;
  return `--bill: expected a bill of schemaVersion ${schemaVersion}, received one of ${version} (an earlier release): plan again (plan --out), and have the new bill approved`;
}

export function readBill(path: string): BillRead {
  const expected = `--bill: expected a bill from plan --out in ${path}, received`;
  try {
    const text = readFileSync(path, 'utf8');
    const invalid = describeInvalidJson(text);
    if (invalid !== null) return { ok: false, problem: `--bill: ${path}: ${invalid}, or write the bill again (plan --out)` };
    const value = parseJson(text);
    if (isBill(value)) return { ok: true, bill: value };
    const old = earlierBillProblem(value);
    if (old !== null) return { ok: false, problem: old };
    const [first] = collectSchemaErrors('bill', value);
    const wrong = first === undefined || first.instancePath === '' ? 'it' : first.instancePath;
    return { ok: false, problem: `${expected} another file: ${wrong} ${first?.message ?? 'is no bill'}` };
  } catch (error) {
    return { ok: false, problem: `${expected} ${describeFileError(error)}` };
  }
}

export const formatBill = (bill: Bill): string => `${JSON.stringify(bill, null, 2)}\n`;

const differenceTexts: Readonly<Record<keyof BilledRun, string>> = {
  suite: 'the suite has changed',
  checks: 'other checks are selected; --check must name those of the plan',
  configuration: 'the configuration has changed (DMT_* without secrets, or the number of mobiles and accounts)',
};

export function findBillProblems(bill: Bill, config: Config, plan: Plan): readonly string[] {
  const { occasion, writtenAt } = bill;
  const target = { target: config.target.kind, hosts: config.target.hosts };
  if (!isSameTarget(bill, target))
    return [
      `--bill: expected a run on ${describeTarget(bill)}, as it was planned, received one on ${describeTarget(target)}: give the settings of the plan (.env, or --env NAME), or plan again`,
    ];
  const now = fingerprintBilledRun(config, plan);
  // Another suite plans other checks, and the selection is a setting too: the first difference may cause those behind it.
  const first = (['suite', 'checks', 'configuration'] as const).find((key) => now[key] !== occasion[key]);
  return first === undefined
    ? []
    : [
        `--bill: expected the run that was planned at ${writtenAt}, received another (${differenceTexts[first]}): plan again, and have the new bill approved`,
      ];
}

/** Sets the approved budgets for checks and campaign. Only the clock limits the requests of a campaign. */
export function capByBill(config: Config, { atMost, campaign }: Bill): Config {
  const { requests, otps, transfers, amount, wrongCodes, wrongLogins } = atMost;
  const checks = { otps, transfers, amount, wrongCodes, wrongLogins, records: null };
  return { ...config, limits: { ...config.limits, requests: campaign === null ? requests : null, budgets: { checks, campaign } } };
}
