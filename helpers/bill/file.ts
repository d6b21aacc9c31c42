import { readFileSync, writeFileSync } from 'node:fs';
import { errorsOf } from '../judge/schemas.ts';
import type { Plan } from '../run/plan.ts';
import type { Config } from '../target/config.ts';
import { occasionOf, type Bill, type Occasion } from './bill.ts';

export type BillRead = { readonly ok: true; readonly bill: Bill } | { readonly ok: false; readonly problem: string };

const isBill = (value: unknown): value is Bill => errorsOf('bill', value).length === 0;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads what `plan --out` wrote. */
export function readBill(path: string): BillRead {
  const expected = `--bill: expected a bill that plan --out has written, in ${path}, received`;
  try {
    const value = parsed(readFileSync(path, 'utf8'));
    if (isBill(value)) return { ok: true, bill: value };
    const [first] = errorsOf('bill', value);
    const wrong = first === undefined || first.instancePath === '' ? 'it' : first.instancePath;
    return { ok: false, problem: `${expected} another file: ${wrong} ${first?.message ?? 'is no JSON'}` };
  } catch (error) {
    return { ok: false, problem: `${expected} an error (${error instanceof Error ? error.message : String(error)})` };
  }
}

export function writeBill(path: string, bill: Bill): void {
  writeFileSync(path, `${JSON.stringify(bill, null, 2)}\n`);
}

const differing: Readonly<Record<keyof Occasion, string>> = {
  suite: 'the suite is another one',
  checks: 'other checks are selected',
  configuration: 'the configuration is another one (DMT_* without secrets, or how many mobiles and accounts there are)',
};

/** Why a run is not the one the bill was made for; empty when it is. */
export function billProblems({ occasion, writtenAt }: Bill, config: Config, plan: Plan): readonly string[] {
  const now = occasionOf(config, plan);
  // Another suite plans other checks, and may know other settings: more need not be said.
  const keys = now.suite === occasion.suite ? (['checks', 'configuration'] as const) : (['suite'] as const);
  return keys
    .filter((key) => now[key] !== occasion[key])
    .map(
      (key) => `--bill: expected the run that was planned at ${writtenAt}; ${differing[key]}: plan again, and have the new bill approved`,
    );
}

/**
 * The caps of a run, tightened to what was approved. The calls of a fuzz campaign are counted in no bill: with one the requests are uncapped,
 * and where it may have effects, DMT_MAX_* alone bounds them, or it would be cut off by what the other checks take.
 */
export function cappedBy(config: Config, { atMost, fuzz }: Bill): Config {
  if (fuzz?.effects === true) return config;
  // What an older bill does not speak of, nobody has approved.
  const { requests, otps, transfers, amount: spend, wrongCodes, wrongLogins = 0 } = atMost;
  const caps = { otps, transfers, spend, wrongCodes, wrongLogins };
  return { ...config, limits: { ...config.limits, ...caps, requests: fuzz === null ? requests : null } };
}
