import { expect, onTestFinished, test } from 'vitest';
import { billLines } from '../../helpers/bill/bill-text.ts';
import type { Bill } from '../../helpers/bill/bill.ts';
import { countRounds } from '../../helpers/bill/meter.ts';
import { collectSchemaErrors } from '../../helpers/judge/schema/schemas.ts';
import type { Register } from '../../helpers/runner/run-context.ts';
import type { VerdictRun } from '../../helpers/report/model/verdict-file.ts';
import type { Config } from '../../helpers/config/config.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { estimateBill } from '../../cli/run/dry-run.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { startedOrElsewhere } from '../run/judged.ts';
import { runForVerdict } from '../run/recorded.ts';
import { uat } from '../config/environments.ts';
import { someOf } from '../some-of.ts';

function readValidConfig(environment: Environment): Config {
  const read = readConfig(environment, startedOrElsewhere(environment));
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

const planned = (environment: Environment): Promise<Bill> => {
  const config = readValidConfig({ ...environment, DMT_FUZZ_RUNS: '0' });
  return estimateBill(config, planFor(config), 'by-suite');
};

interface Served {
  readonly environment: Environment;
  readonly register: Register;
}

async function served(): Promise<Served> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_FUZZ_RUNS: '0' };
  return { environment, register: sandbox.setCallbackUrl };
}

const sizes = ['requests', 'otps', 'transfers', 'amount'] as const;

/** Of codes alone one more: chance decides which sender learns first whether a session serves again. */
const allow = (size: (typeof sizes)[number], expected: number): number => (size === 'otps' ? Math.ceil(expected * 1.01) : expected * 1.01);

function misses({ usual, atMost }: Bill, run: VerdictRun): string[] {
  return sizes.flatMap((size) => {
    const actual = run[size];
    const expected = Number(usual[size]);
    const most = Number(atMost[size]);
    const kept = actual <= most && actual <= allow(size, expected) && expected <= 1.25 * actual;
    return kept ? [] : [`${size}: ${actual} of usually ${expected} and at most ${most}`];
  });
}

test.each(
  someOf<[string, Environment]>(6, [
    ['one operation', { DMT_CHECKS: 'OP-9' }],
    ['everything', {}],
    ['the essential profile', { DMT_PROFILE: 'essential' }],
    ['two of them', { DMT_CHECKS: 'OP-11,OP-6' }],
    ['refusals without a token', { DMT_CHECKS: 'AUTH-401*,OP-15' }],
    ['everything without means', { DMT_SPARE_MOBILES: '', DMT_MPIN: '', DMT_OTHER_AGENT_ID: '', DMT_OTHER_AGENT_PASSWORD: '' }],
  ]),
)('a run stays within its bill, and the bill is at most a quarter above the run: %s', async (_, change) => {
  const { environment, register } = await served();
  const bill = await planned({ ...environment, ...change });
  const { run } = await runForVerdict({ ...environment, ...change }, register);
  expect(misses(bill, run)).toEqual([]);
  expect(run.waits ?? []).toEqual([]);
  expect(collectSchemaErrors('bill', bill)).toEqual([]);
});

const real = {
  ...uat,
  DMT_EFFECTS_ON: 'uat.example,auth.uat.example',
  DMT_MAX_SPEND: '4020',
  DMT_MAX_TRANSFERS: '40',
  DMT_MAX_OTPS: '60',
};
const means = { DMT_SPARE_MOBILES: '9990000101,9990000102,9990000103,9990000104', DMT_MPIN: '1234', DMT_OTP_SOURCE: 'fixed' };

/** Two tests look at this one. */
let whole: Promise<Bill> | undefined;
const planWhole = (): Promise<Bill> => (whole ??= planned({ ...real, ...means }));

test('the budgets of codes: a full run asks for at most 60, an essential one for 10, and 30 are typed for a certification', async () => {
  const [full, essential, typed] = await Promise.all([
    planWhole(),
    planned({ ...real, ...means, DMT_PROFILE: 'essential' }),
    planned({ ...real, ...means, DMT_PROFILE: 'certification', DMT_OTP_SOURCE: 'prompt' }),
  ]);
  expect(full.usual.otps).toBeLessThanOrEqual(60);
  expect(full.atMost.otps).toBeLessThanOrEqual(60);
  expect(essential.usual.otps).toBeLessThanOrEqual(10);
  expect(typed.usual.codesRead).toBeLessThanOrEqual(30);
});

test('OTP messages are told by role, in order, so that no count is read as the number of a mobile', async () => {
  const bill = await planWhole();
  const row = billLines(bill, 'http').find((line) => line.includes('OTP messages')) ?? '';
  expect(row).toMatch(/ customer: \d+ · sub-agent: \d+ · spare mobile 1: \d+ · /);
  const spares = Object.keys(bill.messages).flatMap((role) => (role.startsWith('spare') ? [Number(role.split(' ').at(-1))] : []));
  expect(spares).toEqual(spares.toSorted((one, other) => one - other));
});

test('the bill leaves out checks for the same reasons as the run, and never names the sandbox', async () => {
  const { checks, usual, hosts } = await planned(uat);
  const reasons = checks.leftOut.map(({ reason }) => reason).join('\n');
  expect(reasons).toContain('effects are not permitted on uat.example, auth.uat.example: set DMT_EFFECTS_ON=uat.example,auth.uat.example');
  expect(reasons).not.toContain('127.0.0.1');
  expect({ otps: usual.otps, transfers: usual.transfers, hosts }).toEqual({
    otps: 0,
    transfers: 0,
    hosts: ['uat.example', 'auth.uat.example'],
  });
  expect(checks.willRun.length + checks.leftOut.flatMap((each) => each.checks).length).toBe(checks.planned);
});

test('a bill knows no purse of a real sender, so no check is left out for want of funds', async () => {
  const mobiles = Array.from({ length: 20 }, (_, nth) => String(9_990_000_101 + nth)).join();
  const caps = { DMT_MAX_SPEND: '100000', DMT_MAX_TRANSFERS: '100', DMT_MAX_OTPS: '500' };
  const allowed = { DMT_ALLOW: 'drain,races,second-mpin', DMT_CALLBACK_LISTEN: '127.0.0.1:0', DMT_EKYC_COMPLETE: 'fetch' };
  const { checks } = await planned({ ...real, ...means, ...caps, ...allowed, DMT_SPARE_MOBILES: mobiles });
  expect(checks.leftOut.filter(({ owner }) => owner === 'test-data')).toEqual([]);
});

test('a bill leaves room for more transfers at one moment than its dry run had', async () => {
  const { environment } = await served();
  const { usual, atMost } = await planned({ ...environment, DMT_CHECKS: 'OP9-SERVED~documented-call' });
  expect(Number(usual.amount)).toBeGreaterThan(0);
  expect(Number(atMost.amount)).toBeGreaterThanOrEqual(2 * Number(usual.amount));
});

test("only the cap limits an amount that depends on the sender's balance", async () => {
  const effects = { DMT_EFFECTS_ON: 'uat.example,auth.uat.example', DMT_MAX_SPEND: '6000', DMT_MAX_TRANSFERS: '40', DMT_MAX_OTPS: '60' };
  const { beyondMeans, atMost, usual } = await planned({ ...uat, ...effects });
  expect({ beyondMeans, amount: atMost.amount }).toEqual({ beyondMeans: 2, amount: '6000' });
  // The amount of four digits is fixed.
  expect(Number(usual.amount)).toBeLessThan(10 * 100.5 + 1234.61);
});

test('overlapping answers count as one round', () => {
  expect(countRounds([])).toBe(0);
  expect(
    countRounds([
      { from: 0, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 4 },
      { from: 5, to: 6 },
    ]),
  ).toBe(3);
});
