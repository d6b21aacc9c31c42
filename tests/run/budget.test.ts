import { expect, onTestFinished, test } from 'vitest';
import { clauses } from '../../specs/clauses.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import type { Register } from '../../helpers/runner/run-context.ts';
import { runForVerdict } from './recorded.ts';
import { judgeSandbox, describeEnded, withVerdict } from './judged.ts';
import { someOf } from '../some-of.ts';

async function served(): Promise<{ readonly environment: Record<string, string>; readonly register: Register }> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const environment = { ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_FUZZ_RUNS: '0' };
  return { environment, register: sandbox.setCallbackUrl };
}

// Elsewhere a full run asks for at most 60, and 30 are typed for a certification: tests/bill shows both.
test('a full run on our own sandbox without a campaign asks for at most 110 OTPs in 1,250 requests, and transfers within 22', async () => {
  const { environment, register } = await served();
  const { run, counts } = await runForVerdict(environment, register);
  expect(counts.untried).toBe(0);
  expect(run.requests).toBeLessThanOrEqual(1250);
  expect(run.otps).toBeLessThanOrEqual(110);
  expect(run.transfers).toBeLessThanOrEqual(22);
});

const plainOtps = ['OP-9', 'OP-9-query', 'OP-4', 'OP-4-subAgent', 'OP-6', 'OP-7', 'OP-12'].map((form) => `wrong-otp-${form}`);
const moneyMpins = ['wrong-mpin-OP-9', 'wrong-mpin-OP-9-query', 'wrong-mpin-OP-6'];

test.for(
  someOf<[string, readonly string[]]>(3, [
    ['10', [...plainOtps, ...moneyMpins]],
    ['2', plainOtps.slice(0, 2)],
    ['7', plainOtps],
  ]),
)('of %s wrong codes, the most telling ones are sent', async ([cap, ways]) => {
  const { environment, register } = await served();
  const { checks } = await runForVerdict({ ...environment, DMT_MAX_WRONG_CODES: cap }, register);
  const tried = checks.filter(({ clause, evidence, verdict }) => clause === 'CODE-4170' && evidence.length > 0 && verdict !== 'untried');
  expect(tried.map(({ id, verdict }) => `${id} ${verdict}`).toSorted()).toEqual(ways.map((way) => `CODE-4170~${way} pass`).toSorted());
});

test('an essential run requests at most 10 OTPs and lists what it leaves out', async () => {
  const { environment, register } = await served();
  const { run, verdict, binding, counts, clauses: told } = await runForVerdict({ ...environment, DMT_PROFILE: 'essential' }, register);
  expect(run.otps).toBeLessThanOrEqual(10);
  expect(counts.pass).toBeGreaterThan(100);
  expect({ verdict, judged: binding.judged < binding.total }).toEqual({ verdict: 'judged-in-part', judged: true });
  const left = told.filter(({ verdict: ending }) => ending === 'untried');
  expect(new Set(left.map(({ reason }) => reason))).toEqual(new Set(['not selected by the profile essential']));
});

test('every pattern of the essential profile selects a check', async () => {
  const { essential } = await import('../../suites/essential.ts');
  const { entries } = planFor({ safety: true, fuzz: { runs: 0 }, selection: { profile: 'essential', checks: null } });
  expect(entries.length).toBeGreaterThan(0);
  const every = planFor({ safety: true, fuzz: { runs: 0 }, selection: { profile: 'full', checks: essential } });
  // An operation without its own field has no such check.
  expect(every.unmatched).toEqual([]);
});

test('without DMT_SAFETY, clauses beyond the letter are only observed', async () => {
  const negative = [...faults.values()].find(({ breaks }) => breaks.includes('OP9-NEGATIVE-AMOUNT'));
  const ended = await judgeSandbox({ ...negative }, { DMT_SAFETY: 'off' });
  expect(describeEnded(withVerdict(ended, 'fail', 'error'))).toEqual([]);
  const beyond = clauses.filter(({ safety }) => safety === true).map(({ id }) => id);
  const judged = ended.filter(({ clause }) => beyond.includes(clause)).map(({ verdict }) => verdict);
  expect(new Set(judged)).toEqual(new Set(['observed']));
});

test.for(
  someOf(3, [
    ['that a cap ended early leaves its clauses unjudged', { DMT_MAX_OTPS: '40' }, 'judged-in-part', ['CONSENT-MALFORMED'], true],
    ['that ended by its size does not', { DMT_FUZZ_RUNS: '1' }, 'conformant-selection', [], false],
    ['that ended by its clock does not', { DMT_FUZZ_SECONDS: '1' }, 'conformant-selection', [], false],
  ] as const),
)('a campaign %s', async ([, size, verdict, open, cut]) => {
  const { environment } = await served();
  const ended = await runForVerdict({ ...environment, DMT_FUZZ_RUNS: '100', ...size, DMT_CHECKS: 'CONSENT-MALFORMED~*' });
  expect({ verdict: ended.verdict, open: ended.binding.notJudged.map(({ clause }) => clause) }).toEqual({ verdict, open });
  expect(ended.checks.some(({ area, verdict: ending }) => area !== 'Fuzzing' && ending === 'pass')).toBe(true);
  expect(ended.checks.some(({ reason }) => reason?.startsWith('the campaign did not try all written cases'))).toBe(cut);
});

test('sequences without prepared senders, because of a cap, leave their clauses unjudged', async () => {
  const { environment } = await served();
  const ended = await runForVerdict({ ...environment, DMT_FUZZ_RUNS: '5', DMT_MAX_OTPS: '6', DMT_CHECKS: 'OP4-TAG-KEPT~*' });
  expect(ended.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(0);
  expect(ended.binding.notJudged).toMatchObject([
    { clause: 'OP4-TAG-KEPT', reason: 'OTP limit reached (DMT_MAX_OTPS=6): raise it to test the rest' },
  ]);
});
