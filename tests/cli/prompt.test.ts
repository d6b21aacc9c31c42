import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder, program, readJson } from '../program/program.ts';
import { runInTerminal, type TerminalSession } from '../program/terminal.ts';

const question = /OTP for (sub-agent|customer|spare (\d+) \([^)]*\)), mobile ending in (\d\d), sent at [\d:]+/g;

/** Answers a run's questions with the codes of its sandbox. */
type Answer = (asked: { readonly role: string; readonly code: () => Promise<string> }, sat: TerminalSession) => void | Promise<void>;

interface Seen {
  readonly code: number | null;
  readonly screen: string;
  readonly roles: readonly string[];
  readonly verdict: VerdictFile;
}

function findMobile(environment: Environment, role: string, spare: string | undefined): string {
  const { DMT_SUB_AGENT_MOBILE, DMT_CUSTOMER_MOBILE, DMT_SPARE_MOBILES } = environment;
  if (spare !== undefined) return DMT_SPARE_MOBILES?.split(',')[Number(spare) - 1] ?? '';
  return (role === 'customer' ? DMT_CUSTOMER_MOBILE : DMT_SUB_AGENT_MOBILE) ?? '';
}

async function atTheTerminal(checks: readonly string[], answer: Answer): Promise<Seen> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const folder = newFolder();
  const { DMT_OTP_URL = '', ...environment } = { ...sandbox.environment, ...sandbox.permissions };
  const own = { ...environment, DMT_TARGET: 'uat', DMT_OTP_SOURCE: 'prompt', DMT_TIMEOUT_MS: '5000', DMT_REPORT_DIR: folder };
  const readCode = async (mobile: string): Promise<string> =>
    (await fetch(DMT_OTP_URL.replace('{mobile}', mobile).replace(/&state=.*/, ''))).text();
  const roles: string[] = [];
  const sat = runInTerminal(['run', '--check', ...checks], own, (screen, terminal) => {
    const asked = [...screen.matchAll(question)].slice(roles.length);
    for (const [, role = '', spare, digits = ''] of asked) {
      const mobile = findMobile(environment, role, spare);
      if (!mobile.endsWith(digits)) throw new Error(`expected the prompt of ${role} to end in ${mobile.slice(-2)}, received ${digits}`);
      roles.push(role);
      void answer({ role, code: async () => /\d{4,8}(?!\d)/.exec(await readCode(mobile))?.[0] ?? '' }, terminal);
    }
  });
  const code = await sat.ended;
  return { code, screen: sat.screen(), roles, verdict: readJson(folder, 'verdict.json') as VerdictFile };
}

describe('codes typed at a terminal', () => {
  test('are requested by role while the rest of the run continues', async () => {
    const { code, roles, verdict, screen } = await atTheTerminal(['OP-2', 'OP-4', 'OP-6'], async ({ code: read }, { type }) => {
      type(`${await read()}\r`);
    });
    expect({ code, verdict: verdict.verdict }).toEqual({ code: 0, verdict: 'judged-in-part' });
    // Circumstances that take further codes are left out where a person types them.
    expect(verdict.binding.notJudged.map(({ clause }) => clause)).toEqual([
      'OP4-STATUS-TRUE',
      'OP4-TAG-KEPT',
      'OP6-LISTED-ONCE',
      'OP7-LISTED-UNDER-ID',
      'OP7-LISTED-AS-SENT',
      'OP13-ACTIVATES',
      'OP13-ACTIVATES-ONLY-THAT',
      'OP13-FALSE-DOES-NOT-ACTIVATE',
      'CODE-4170',
    ]);
    expect(roles).toEqual(expect.arrayContaining(['sub-agent', 'customer', 'spare 1 (new customer)']));
    expect(verdict.codes.map(({ source, missing }) => `${source} ${missing}`)).toEqual(roles.map(() => 'prompt null'));
    const torn = screen.split('\n').filter((line) => line.includes('OTP for') && line.split('\u001b[2K').at(-1)?.includes('judge'));
    expect(torn).toEqual([]);
  });

  test('that did not arrive block the checks that need them, without blaming the service', async () => {
    const { code, verdict } = await atTheTerminal(['OP-2', 'OP-4'], (_, { type }) => {
      type('\r');
    });
    expect(code).toBe(3);
    expect([verdict.counts.fail, verdict.counts.error]).toEqual([0, 0]);
    expect(verdict.causes).toMatchObject([{ cause: 'otp-source', owner: 'environment' }, ...verdict.causes.slice(1)]);
    expect(verdict.checks.filter(({ operation, verdict: ended }) => operation === 'OP-2' && ended === 'pass').length).toBeGreaterThan(0);
  });

  test('are no longer requested after Ctrl-C, and all findings are kept', async () => {
    const { code, roles, verdict } = await atTheTerminal(['OP-2', 'OP-4'], (_, { type }) => {
      type('\u0003');
    });
    expect({ code, interrupted: verdict.run.interrupted, asked: roles.length }).toEqual({ code: 4, interrupted: true, asked: 1 });
    expect(verdict.run.requests).toBeGreaterThan(0);
  });
});

test('are not requested without a terminal, and the reason says so', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { verdict } = await program(['run', '--check', 'OP-4'], {
    ...sandbox.environment,
    ...sandbox.permissions,
    DMT_TARGET: 'uat',
    DMT_OTP_SOURCE: 'prompt',
  });
  expect(verdict.causes[0]).toMatchObject({ cause: 'otp-source', owner: 'configuration' });
  expect(verdict.causes[0]?.reason).toContain('needs a terminal');
});
