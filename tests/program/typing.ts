import { expect, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { newFolder, readJson } from './program.ts';
import { joinWrapped, runInTerminal, type TerminalSession } from './terminal.ts';

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

/** A run at a terminal whose questions are answered. */
export async function atTheTerminal(checks: readonly string[], answer: Answer): Promise<Seen> {
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
  return { code, screen: sat.screen(), prompts, verdict: requireVerdictFile(readJson(folder, 'verdict.json')) };
}
