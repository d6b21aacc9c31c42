import { describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder, program, readJson } from '../program/program.ts';
import { joinWrapped, listTooWide, runInTerminal, type TerminalSession } from '../program/terminal.ts';

const question = /(\d+)(?: of about (\d+))? · ([^·]+?)\s·\s+mobile\s+…(\d{4}): /g;

/** Answers a run's questions with the codes of its sandbox. */
type Answer = (asked: { readonly nth: number; readonly code: () => Promise<string> }, sat: TerminalSession) => void | Promise<void>;

interface Prompt {
  readonly nth: number;
  readonly expected: number | null;
  readonly purpose: string;
  readonly mobile: string;
}

interface Seen {
  readonly code: number | null;
  readonly screen: string;
  readonly prompts: readonly Prompt[];
  readonly verdict: VerdictFile;
}

/** The last four digits name one person. */
function findMobile({ DMT_SUB_AGENT_MOBILE = '', DMT_CUSTOMER_MOBILE = '', DMT_SPARE_MOBILES = '' }: Environment, digits: string): string {
  const named = [DMT_SUB_AGENT_MOBILE, DMT_CUSTOMER_MOBILE, ...DMT_SPARE_MOBILES.split(',')].filter((mobile) => mobile.endsWith(digits));
  expect(named).toHaveLength(1);
  return named[0] ?? '';
}

async function atTheTerminal(checks: readonly string[], answer: Answer): Promise<Seen> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const folder = newFolder();
  const { DMT_OTP_URL = '', ...environment } = { ...sandbox.environment, ...sandbox.permissions };
  const own = { ...environment, DMT_TARGET: 'uat', DMT_OTP_SOURCE: 'prompt', DMT_TIMEOUT_MS: '5000', DMT_REPORT_DIR: folder };
  const readCode = async (mobile: string): Promise<string> =>
    (await fetch(DMT_OTP_URL.replace('{mobile}', mobile).replace(/&state=.*/, ''))).text();
  const prompts: Prompt[] = [];
  const sat = runInTerminal(['run', '--check', ...checks], own, (screen, terminal) => {
    const asked = [...joinWrapped(screen).matchAll(question)].slice(prompts.length);
    for (const [, nth = '', expected, purpose = '', digits = ''] of asked) {
      const mobile = findMobile(environment, digits);
      prompts.push({ nth: Number(nth), expected: expected === undefined ? null : Number(expected), purpose, mobile });
      void answer({ nth: Number(nth), code: async () => /\d{4,8}(?!\d)/.exec(await readCode(mobile))?.[0] ?? '' }, terminal);
    }
  });
  const code = await sat.ended;
  return { code, screen: sat.screen(), prompts, verdict: readJson(folder, 'verdict.json') as VerdictFile };
}

describe('codes typed at a terminal', () => {
  test('are requested by purpose and mobile while the rest of the run continues', async () => {
    const { code, prompts, verdict, screen } = await atTheTerminal(['OP-2', 'OP-4', 'OP-6'], async ({ code: read }, { type }) => {
      type(`${await read()}\r`);
    });
    expect({ code, verdict: verdict.verdict }).toEqual({ code: 0, verdict: 'judged-in-part' });
    expect(listTooWide(screen)).toEqual([]);
    // Circumstances that take further codes are left out where a person types them.
    expect(verdict.binding.notJudged.map(({ clause }) => clause)).toEqual([
      'OP4-STATUS-TRUE',
      'OP4-TAG-KEPT',
      'OP6-LISTED-ONCE',
      'OP7-LISTED-UNDER-ID',
      'CONSENT-NONE-WHERE-OTP',
      'CONSENT-MISSING',
      'OP7-LISTED-AS-SENT',
      'OP13-ACTIVATES',
      'OP13-ACTIVATES-ONLY-THAT',
      'OP13-FALSE-DOES-NOT-ACTIVATE',
      'AUTH-SECOND-FACTOR',
      'CODE-4170',
    ]);
    const wrongMpins = verdict.checks.filter(({ id }) => id.startsWith('CODE-4170~wrong-mpin'));
    expect(wrongMpins.map(({ id, verdict: ended }) => `${id} ${ended}`)).toEqual([
      'CODE-4170~wrong-mpin-OP-6 pass',
      'CODE-4170~wrong-mpin-OP-4 pass',
    ]);
    expect(prompts.map(({ nth }) => nth)).toEqual(prompts.map((_, index) => index + 1));
    expect(Math.abs(prompts.length - (prompts[0]?.expected ?? 0))).toBeLessThanOrEqual(2);
    expect(prompts.map(({ purpose }) => purpose)).toEqual(
      expect.arrayContaining(['OP-4 tag the customer', 'OP-4 tag the new customer', 'OP-4 with a wrong MPIN']),
    );
    expect(verdict.codes.map(({ source, missing }) => `${source} ${missing}`)).toEqual(prompts.map(() => 'prompt null'));
    const torn = screen.split('\n').filter((line) => line.includes('· mobile …') && line.split('\u001b[2K').at(-1)?.includes('judge'));
    expect(torn).toEqual([]);
  });

  test('are requested once more after one that is refused, and nobody is blamed for the mistake', async () => {
    const { code, prompts, verdict, screen } = await atTheTerminal(['OP4-SERVED'], async ({ nth, code: read }, { type }) => {
      type(`${nth === 1 ? '000000' : await read()}\r`);
    });
    expect({ code, verdict: verdict.verdict, blocked: verdict.counts.blocked }).toMatchObject({ code: 0, blocked: 0 });
    const [first] = prompts;
    const again = prompts.filter(({ purpose, mobile }) => purpose === first?.purpose && mobile === first.mobile);
    expect(again).toHaveLength(2);
    expect(joinWrapped(screen).match(/the code for mobile …\d{4} was refused/g)).toHaveLength(1);
  });

  test('that are refused twice are not requested a third time', async () => {
    const { code, prompts, verdict } = await atTheTerminal(['OP4-SERVED', 'OP-6'], (_, { type }) => {
      type('000000\r');
    });
    expect([code, verdict.counts.fail, verdict.counts.error]).toEqual([3, 0, 0]);
    expect(verdict.causes[0]).toMatchObject({ cause: 'otp-source', owner: 'configuration' });
    const counts = [...Map.groupBy(prompts, ({ purpose, mobile }) => `${purpose} ${mobile}`).values()].map(({ length }) => length);
    expect(counts.toSorted().at(-1)).toBe(2);
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
    const { code, prompts, verdict } = await atTheTerminal(['OP-2', 'OP-4'], (_, { type }) => {
      type('\u0003');
    });
    expect({ code, interrupted: verdict.run.interrupted, asked: prompts.length }).toEqual({ code: 4, interrupted: true, asked: 1 });
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
