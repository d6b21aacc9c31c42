import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Bill } from '../../helpers/bill/bill.ts';
import { countPlanned } from '../../helpers/bill/bill-text.ts';
import { capByBill } from '../../helpers/bill/bill-file.ts';
import { estimateBill } from '../../cli/run/dry-run.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { assembleVerdict } from '../../helpers/report/verdict/assemble.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { conductRun } from '../../helpers/run/run.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { changeResponse, on } from '../../sandbox/twists/twists.ts';
import { clauses } from '../../specs/clauses.ts';
import { planFor } from '../../suites/plan-for.ts';
import { someOf } from '../some-of.ts';

type Bank = ServiceRequest['store'];

/** Counts in the sandbox, independently of the suite's own count. */
function countedBy({ challenges, invoices, users, onboardings }: Bank) {
  const beneficiaries = [...users.values()].reduce((sum, user) => sum + user.beneficiaries.size, 0);
  return {
    otps: challenges.size,
    transfers: invoices.size,
    amount: [...invoices.values()].reduce((sum, { amount }) => sum + amount, 0) / 100,
    records: users.size + beneficiaries + onboardings.size,
  };
}

const settings: Environment = {
  DMT_TARGET: 'uat',
  DMT_FUZZ_RUNS: '3',
  DMT_FUZZ_SECONDS: '10',
  DMT_PENDING_TIMEOUT_MS: '300',
  DMT_TIMEOUT_MS: '2000',
  DMT_CALLBACK_TIMEOUT_MS: '300',
  DMT_MAX_TRANSFERS: '10000',
  DMT_MAX_OTPS: '10000',
  DMT_MAX_WRONG_CODES: '1000',
};

interface Ran {
  readonly bill: Bill;
  readonly counted: ReturnType<typeof countedBy>;
  readonly verdict: VerdictFile;
}

/** A run with an approved bill, which `change` may alter, against a service that the suite did not start. */
async function ran(options: SandboxOptions, more: Environment = {}, change: (bill: Bill) => Bill = (bill) => bill): Promise<Ran> {
  const banks = new Set<Bank>();
  const watched: Twist = (right) => {
    const handle = options.twist?.(right) ?? right;
    return (ask) => {
      banks.add(ask.store);
      return handle(ask);
    };
  };
  const sandbox = await startSandbox({ ...options, twist: watched });
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const read = readConfig({ ...sandbox.environment, ...sandbox.permissions, ...settings, ...more, DMT_REPORT_DIR: folder });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const plan = planFor(read.config);
  const bill = change(await estimateBill(read.config, plan));
  await conductRun(capByBill(read.config, bill), plan, { onOutcome: () => undefined, interrupted: new Promise(() => undefined) });
  const [bank] = banks;
  if (bank === undefined) throw new Error('expected the service to be asked, received no request');
  return { bill, counted: countedBy(bank), verdict: assembleVerdict(readJournal(folder), clauses) };
}

const told4000 = (answer: ServiceResponse): ServiceResponse => ({
  ...answer,
  json: { status: { message: 'failed', code: 4000 }, result: null },
});

const fuzzing: Environment = { DMT_CHECKS: 'OP-9,HTTP-NO-5XX~fuzz-*' };

const services: readonly (readonly [string, SandboxOptions, Environment])[] = [
  ['the honest sandbox', {}, {}],
  ['one on which OP-9 takes any code', faults.get('op9-takes-any-code') ?? {}, fuzzing],
  ['one that pays and tells of a system failure', { twist: changeResponse(on('OP-9'), told4000) }, fuzzing],
];

/** Users that the sandbox begins with. */
const settled = 2;

test.each(someOf(3, services))('a run with a campaign costs a service no more than its bill says: %s', async (_, options, selection) => {
  const { bill, counted, verdict } = await ran(options, selection);
  const { atMost, usual, campaign: row } = bill;
  if (row === null || verdict.run.campaign?.taken === undefined) throw new Error('expected a campaign in bill and verdict, received none');
  const most = {
    otps: atMost.otps + row.otps,
    transfers: atMost.transfers + row.transfers,
    amount: Number(atMost.amount) + Number(row.amount),
    records: settled + usual.newSenders + usual.beneficiaries + usual.ekycRequests + row.records,
  };
  const sizes = ['otps', 'transfers', 'amount', 'records'] as const;
  expect(sizes.filter((size) => counted[size] > most[size]).map((size) => `${size}: ${counted[size]} of ${most[size]}`)).toEqual([]);
  const cases = verdict.checks.filter(({ area }) => area === 'Fuzzing').length;
  expect(countPlanned(bill)).toMatch(new RegExp(`^\\d+ of ${bill.checks.planned - cases} will run, campaign \\d+ of ${cases}$`));
  expect(verdict.checks.filter(({ area }) => area !== 'Fuzzing').length).toBe(bill.checks.planned - cases);
  // Only the campaign; the remaining budget belongs to the checks.
  const { taken, atMost: allowed } = verdict.run.campaign;
  expect(allowed).toEqual(row);
  expect(sizes.filter((size) => Number(taken?.[size]) > Number(row[size]))).toEqual([]);
  expect(verdict.run.otps - (taken?.otps ?? 0)).toBeLessThanOrEqual(atMost.otps);
});

const payments = 'HTTP-NO-5XX~fuzz-payload-OP-9';

test('a campaign that reaches its cap ends and says so, and no check lacks anything', async () => {
  const small = (bill: Bill): Bill => ({ ...bill, campaign: bill.campaign === null ? null : { ...bill.campaign, otps: 25 } });
  const { verdict } = await ran({}, { DMT_CHECKS: `OP-9,${payments}` }, small);
  const { taken, parts } = verdict.run.campaign ?? {};
  expect(taken?.otps).toBeLessThanOrEqual(25);
  expect(parts?.map(({ part, ended, left }) => ({ part, ended, isLeft: left > 0 }))).toEqual([
    { part: 'payload of OP-9', ended: 'cap', isLeft: true },
  ]);
  const others = verdict.checks.filter(({ id }) => id !== payments);
  expect(others.filter(({ reason }) => reason?.includes('as many as') === true)).toEqual([]);
  expect(others.filter(({ verdict: one }) => one === 'pass').length).toBeGreaterThan(20);
});

test('checks that reach their cap leave the budget of the campaign untouched', async () => {
  const small = (bill: Bill): Bill => ({ ...bill, atMost: { ...bill.atMost, transfers: 0 } });
  const { verdict } = await ran({}, { DMT_CHECKS: `OP-9,${payments}` }, small);
  expect(verdict.run.campaign?.parts.map(({ ended }) => ended)).toEqual(['size']);
  expect(verdict.checks.find(({ id }) => id === payments)?.verdict).toBe('pass');
  expect(verdict.counts.untried).toBeGreaterThan(0);
});
