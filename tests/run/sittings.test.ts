import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readLedger } from '../../helpers/report/journal/ledger.ts';
import { readJournal, type Journal } from '../../helpers/report/journal/journal.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import { noAcceptances } from '../../helpers/report/waivers/apply.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { verifyBundle } from '../../helpers/bundle/verify.ts';
import { conductRun, type ConductOptions } from '../../helpers/run/run.ts';
import { collectEarlierSittings } from '../../helpers/run/earlier.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { asText } from '../../sandbox/twists/results.ts';
import { changeResultField } from '../../sandbox/twists/twists.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { clauses } from '../../specs/clauses.ts';
import { planRunChecks } from '../../cli/verify.ts';
import { packBundle } from '../bundle/forgery.ts';
import { receiver } from '../sandbox/support/receiver.ts';

const never = new Promise<never>(() => undefined);

async function sit(folder: string, environment: Environment, listener: Partial<ConductOptions> = {}): Promise<Journal> {
  const goesOn = existsSync(join(folder, 'outcomes.jsonl'));
  const read = readConfig({ DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder, DMT_PENDING_TIMEOUT_MS: '1000', ...environment }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const earlier = goesOn ? collectEarlierSittings(readJournal(folder), readLedger(join(folder, 'ledger.jsonl'))) : null;
  await conductRun(read.config, planFor(read.config), { onOutcome: () => undefined, interrupted: never, earlier, ...listener });
  return readJournal(folder);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sittings-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const findOutcome = ({ outcomes }: Journal, id: string): Outcome | undefined => outcomes.find(({ check }) => check === id);

const judgedIn = (outcome: Outcome | undefined): number => Number(/of (\d+)/.exec(outcome?.seen ?? '')?.[1] ?? 0);

const noCodes = { DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: 'false' };

describe('two sittings of one run', () => {
  test('judge all answers together, count what both spent, and are verified as one', async () => {
    let wrong = true;
    const twist: Twist = (right) => async (ask) => {
      const answer = await right(ask);
      if (!wrong || ask.path !== '/wallet/endpoint/v3/balance/agent' || answer.status !== 200) return answer;
      return { ...answer, headers: { ...answer.headers, 'content-type': 'text/plain' } };
    };
    const sandbox = await startSandbox({ twist });
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const own = { ...sandbox.environment, DMT_CHECKS: 'OP-15,OP-2,OP-4,OP-6,OP-9', DMT_FUZZ_RUNS: '0', DMT_MAX_OTPS: '30' };
    const id = 'ENVELOPE-MEDIA-TYPE~json-OP-15';
    const checks = { ...own, DMT_CHECKS: `${own.DMT_CHECKS},${id}` };
    const first = await sit(folder, { ...checks, ...noCodes });
    expect(findOutcome(first, id)).toMatchObject({ verdict: 'fail' });
    expect(findOutcome(first, 'OP6-SERVED~documented-call')?.cause ?? 'otp-source').toBe('otp-source');
    wrong = false;
    const second = await sit(folder, checks);
    const before = findOutcome(first, id);
    const after = findOutcome(second, id);
    expect(after?.verdict).toBe('fail');
    expect(judgedIn(after)).toBeGreaterThanOrEqual(judgedIn(before));
    expect(second.outcomes.filter(({ verdict }) => verdict === 'blocked' || verdict === 'error')).toEqual([]);
    expect(second.end).not.toBeNull();
    const numbers = second.exchanges.map((exchange) => exchange.id);
    expect(new Set(numbers).size).toBe(numbers.length);

    writeAccepted(folder, noAcceptances);
    const { file } = await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
    expect(file.trouble).toEqual([]);
    expect(file.run.otps).toBe(file.run.sittings.reduce((sum, { otps }) => sum + otps, 0));
    const request = { bytes: packBundle(folder, null), name: 'bundle.zip', trusted: null, nonce: null, clauses, checksOf: planRunChecks };
    // The configuration is recorded once; the test corrected the OTP source between these two sittings.
    expect(await verifyBundle(request)).toMatchObject({ differs: [], tampered: [] });
  });

  test('share their caps: the second cannot use what the first used', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const own = { ...sandbox.environment, DMT_CHECKS: 'OP-4,OP-6', DMT_FUZZ_RUNS: '0', DMT_MAX_OTPS: '2' };
    const first = await sit(folder, own);
    const second = await sit(folder, own);
    expect(first.sittings[0]?.ending?.totals.otps).toBe(2);
    expect(second.sittings.map(({ ending }) => ending?.totals.otps)).toEqual([2, 0]);
    expect(second.outcomes.some(({ reason }) => reason?.includes('OTP limit reached (DMT_MAX_OTPS=') === true)).toBe(true);
  });

  test('a rule judges an answer of the second by a tag of the first', async () => {
    let changesTags = false;
    // Within the second sitting everybody keeps one tag.
    const twist = changeResultField('OP-4', 'tagId', (tagId = null) => (changesTags ? asText(tagId).replace(/^.{8}/, '99990000') : tagId));
    const sandbox = await startSandbox({ twist });
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const id = 'OP4-TAG-KEPT~every-answer';
    const own = { ...sandbox.environment, DMT_CHECKS: 'OP4-TAG-KEPT', DMT_FUZZ_RUNS: '0' };
    const first = await sit(folder, { ...own, DMT_MAX_OTPS: '3' });
    expect(findOutcome(first, id)?.verdict).not.toBe('fail');
    expect(first.outcomes.filter(({ verdict }) => verdict === 'untried')).not.toEqual([]);
    changesTags = true;
    const second = await sit(folder, { ...own, DMT_MAX_OTPS: '30' });
    expect(findOutcome(second, id)).toMatchObject({ verdict: 'fail' });
    const from = second.sittings[1]?.numbered.requests ?? 0;
    const sides = findOutcome(second, id)?.evidence.map((each) => Number(each.slice(1)) > from);
    expect(new Set(sides)).toEqual(new Set([true, false]));
  });

  test('what somebody else did to a list between them accuses nobody', async () => {
    let switchesOff = false;
    let switched = 0;
    const twist: Twist = (right) => (ask) => {
      if (switchesOff)
        for (const beneficiary of [...ask.store.users.values()].flatMap((user) => [...user.beneficiaries.values()])) {
          switched += Number(beneficiary.active);
          beneficiary.active = false;
        }
      switchesOff = false;
      return right(ask);
    };
    const sandbox = await startSandbox({ twist });
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const own = { ...sandbox.environment, DMT_CHECKS: 'OP7-LISTED-AS-SENT,OP13-ACTIVATES,OP13-ACTIVATES-ONLY-THAT', DMT_FUZZ_RUNS: '0' };
    const first = await sit(folder, { ...own, DMT_MAX_OTPS: '18' });
    expect(first.exchanges.some(({ operation }) => operation === 'OP-13')).toBe(true);
    expect(first.outcomes.filter(({ verdict }) => verdict === 'untried')).not.toEqual([]);
    switchesOff = true;
    const second = await sit(folder, { ...own, DMT_MAX_OTPS: '120' });
    expect(switched).toBeGreaterThan(0);
    expect(second.outcomes.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))).toEqual([]);
    expect(second.offRecord.map(({ what }) => what)).toContain('another sitting');
  });

  test('compare the mobiles, accounts and names of both as they are', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const checks = 'OP6-SENDER-MOBILE-AGREES,OP6-OWN-DATA,OP7-LISTED-AS-SENT,OP12-MOBILE-AGREES';
    const own = { ...sandbox.environment, DMT_CHECKS: checks, DMT_FUZZ_RUNS: '0' };
    const first = await sit(folder, { ...own, DMT_MAX_OTPS: '18' });
    expect(first.judgedSoFar.length).toBeGreaterThan(10);
    expect(first.outcomes.filter(({ verdict }) => verdict === 'untried')).not.toEqual([]);
    const second = await sit(folder, { ...own, DMT_MAX_OTPS: '120' });
    expect(second.outcomes.filter(({ verdict }) => ['fail', 'warn', 'error', 'untried'].includes(verdict))).toEqual([]);
  });

  test('give the same value the same stand-in', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const own = { ...sandbox.environment, DMT_CHECKS: 'OP-4', DMT_FUZZ_RUNS: '0' };
    await sit(folder, { ...own, ...noCodes });
    const { exchanges, sittings } = await sit(folder, own);
    const asked = exchanges
      .filter(({ operation }) => operation === 'OP-3')
      .map(({ id, request }) => ({ id, body: request.body?.text ?? '' }));
    const from = sittings[1]?.numbered.requests ?? 0;
    const before = asked.filter(({ id }) => Number(id.slice(1)) <= from);
    const after = asked.filter(({ id }) => Number(id.slice(1)) > from);
    const bodies = new Set(after.map(({ body }) => body));
    expect(before.length).toBeGreaterThan(0);
    expect(before.filter(({ body }) => !bodies.has(body))).toEqual([]);
  });

  test('receive the late callbacks that the first waited for', async () => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const folder = newFolder();
    const inbox = join(folder, 'callbacks.jsonl');
    const relay = await receiver();
    sandbox.setCallbackUrl(relay.url);
    const own = {
      ...sandbox.environment,
      DMT_CHECKS: 'CALLBACK',
      DMT_FUZZ_RUNS: '0',
      DMT_CALLBACK_FILE: inbox,
      DMT_CALLBACK_TIMEOUT_MS: '200',
      DMT_EKYC_COMPLETE: 'manual',
    };
    const told: string[] = [];
    const terminalOptions = { notice: { isTTY: true, write: (text: string) => told.push(text) } };
    const first = await sit(folder, own, { terminalOptions });
    expect(findOutcome(first, 'CALLBACK-SENT~customer')?.verdict ?? 'blocked').toBe('blocked');
    // A person completes both processes after the sitting ended.
    for (const words of told) await fetch(/https?:\S+/.exec(words)?.[0] ?? '');
    const came = [await relay.next(), await relay.next()].map(({ method, type, text }) => ({
      receivedAt: new Date().toISOString(),
      method,
      headers: { 'content-type': type },
      body: text,
    }));
    writeFileSync(inbox, came.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const second = await sit(folder, own, { terminalOptions });
    expect(second.outcomes.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
    const passed = (journal: Journal): number => journal.outcomes.filter(({ verdict }) => verdict === 'pass').length;
    expect(passed(second)).toBeGreaterThan(passed(first) + 10);
  });
});
