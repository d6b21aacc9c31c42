import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { steps } from '../../cli/init/steps.ts';
import { formatEnvLine, readEnvironment } from '../../helpers/config/environment.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { variableByName, variableNames } from '../../helpers/config/variables.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { requireVerdictFile } from '../../helpers/report/files/verdict-record.ts';
import { newFolder, program, readJson } from '../program/program.ts';
import { joinWrapped, listTooWide, runInTerminal, type TerminalSession } from '../program/terminal.ts';

/** Readline erases what is right of a new prompt. */
const prompt = /\[0J(?:> |[^\r\n]*Which name, such as uat for \.env\.uat\? )/g;

/** Types one answer at each prompt. */
function sitting(folder: string, next: (asked: string, sat: TerminalSession) => string): TerminalSession {
  let answered = 0;
  return runInTerminal(
    ['init'],
    {},
    (screen, sat) => {
      const prompts = [...screen.matchAll(prompt)];
      for (const { index, 0: shown } of prompts.slice(answered)) {
        answered += 1;
        const asked = shown.includes('Which name') ? 'file' : ([...screen.slice(0, index).matchAll(/(DMT_\w+): /g)].at(-1)?.[1] ?? '');
        sat.type(next(asked, sat));
      }
    },
    folder,
  );
}

async function served(): Promise<Environment> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  return { ...sandbox.environment, ...sandbox.permissions };
}

test('leads from nothing to a .env with which the doctor finds no fault, and to a first run on UAT', async () => {
  const found = await served();
  // Not as in the example, which is shown.
  const accounts = found['DMT_BENEFICIARY_ACCOUNT']?.split(',').reverse().join(',');
  const right: Environment = { ...found, DMT_BENEFICIARY_ACCOUNT: accounts, DMT_MAX_SPEND: '', DMT_MAX_TRANSFERS: '' };
  const wrongFirst: Record<string, string[]> = {
    // The last one answers, and only the token request shows that it is wrong.
    DMT_AUTH_URL: ['uat.example', 'http://127.0.0.1:1', 'http://127.0.0.1:1', `${found['DMT_AUTH_URL'] ?? ''}/uat/oauth`],
    DMT_CLIENT_PASSWORD: ['an-artificial-mistake'],
    DMT_BASE_URL: [`${right['DMT_BASE_URL'] ?? ''}/wallet`],
    DMT_CUSTOMER_MOBILE: [right['DMT_SUB_AGENT_MOBILE'] ?? ''],
    DMT_OTP_SOURCE: ['pigeon'],
  };
  const given = new Set<string>();
  const folder = newFolder();
  const sat = sitting(folder, (asked) => {
    const wrong = wrongFirst[asked]?.shift();
    if (wrong !== undefined) return `${wrong}\r`;
    // What was answered before is kept, but for the one that was wrong.
    if (given.has(asked) && asked !== 'DMT_CLIENT_PASSWORD') return '\r';
    given.add(asked);
    return `${right[asked] ?? ''}\r`;
  });
  expect(await sat.ended, sat.screen()).toBe(0);

  expect(listTooWide(sat.screen())).toEqual([]);
  expect(
    sat
      .screen()
      .split(/\r?\n/)
      .filter((line) => /refused|quotation/.test(line)),
  ).toHaveLength(2);
  const screen = joinWrapped(sat.screen());
  for (const told of [
    'DMT_AUTH_URL: expected an absolute http or https address, received "uat.example"',
    'STOP auth address',
    '/uat/oauth: HTTP 404',
    'STOP credentials   the token request was refused with HTTP 401 → check DMT_CLIENT_ID and DMT_CLIENT_PASSWORD, without',
    'ok   credentials',
    'ok   base address',
    'ok   plain read',
    'DMT_CUSTOMER_MOBILE: expected a mobile that no other variable names',
    'DMT_OTP_SOURCE: expected one of',
    'OTP source    the OTP source answers',
    `for example ${found['DMT_EFFECTS_ON'] ?? ''}; Enter leaves it out`,
    '; Enter takes 40)',
    'wrote .env',
  ])
    expect(screen).toContain(told);
  const secrets = variableNames.filter((name) => variableByName(name).secret === true && given.has(name)).map((name) => right[name] ?? '');
  expect(secrets.length).toBeGreaterThan(5);
  expect(['an-artificial-mistake', ...secrets].filter((secret) => secret !== '' && screen.includes(secret))).toEqual([]);

  const file = join(folder, '.env');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const read = readEnvironment(folder);
  // Enter alone takes what is offered, since effects need the caps.
  const offered = { DMT_MAX_SPEND: String(Number(right['DMT_TRANSFER_AMOUNT']) * 40), DMT_MAX_TRANSFERS: '40' };
  expect([...given].filter((name) => ({ ...right, ...offered }[name] ?? '') !== (read[name] ?? ''))).toEqual([]);
  const doctor = runInTerminal(['doctor'], {}, () => undefined, folder);
  expect(await doctor.ended, doctor.screen()).toBe(0);
  expect(doctor.screen()).toContain('Ready to run.');
  expect(listTooWide(doctor.screen())).toEqual([]);
  const run = runInTerminal(['run', '--check', 'OP2-SERVED', 'OP4-SERVED'], {}, () => undefined, folder);
  expect(await run.ended, run.screen()).toBe(0);
  const verdict = requireVerdictFile(readJson(join(folder, 'reports'), 'verdict.json'));
  expect(verdict).toMatchObject({ run: { target: 'uat' }, counts: { fail: 0, blocked: 0, untried: 0, error: 0 } });
  expect(verdict.run.otps).toBeGreaterThan(0);
}, 40_000);

test('keeps an existing file, and says how the new one is read', async () => {
  const right = await served();
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), 'DMT_TARGET=uat\n');
  const names = ['../other', '', 'uat'];
  const sat = sitting(folder, (asked) => `${asked === 'file' ? (names.shift() ?? '') : (right[asked] ?? '')}\r`);
  expect(await sat.ended, sat.screen()).toBe(0);
  const screen = joinWrapped(sat.screen());
  for (const told of [
    'expected a name of letters, digits, - and _, received "../other"',
    'expected a name of letters, digits, - and _, received nothing',
    'wrote .env.uat',
    'next: npm run conformance -- --env uat doctor',
  ])
    expect(screen).toContain(told);
  expect(readdirSync(folder).sort()).toEqual(['.env', '.env.uat']);
  expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('DMT_TARGET=uat\n');
}, 40_000);

test('Ctrl-C writes nothing', async () => {
  const folder = newFolder();
  const asked: string[] = [];
  const sat = sitting(folder, (name) => {
    asked.push(name);
    return '\u0003';
  });
  expect(await sat.ended).toBe(4);
  expect(asked).toEqual(['DMT_AUTH_URL']);
  expect(sat.screen()).toContain('nothing was written');
  expect(readdirSync(folder)).toEqual([]);
});

test('needs a terminal', async () => {
  const { code, said, folder } = await program(['init']);
  expect({ code, written: existsSync(join(folder, '.env')) }).toEqual({ code: 2, written: false });
  expect(said).toContain('expected a terminal');
});

test('asks for every variable that a run on UAT requires, and each but once', () => {
  const asked = steps.flatMap(({ names }) => names);
  const required = variableNames.filter((name) => {
    const { required: when, requiredBy } = variableByName(name);
    return when !== undefined || requiredBy?.name === 'DMT_OTP_SOURCE';
  });
  expect(required.filter((name) => !asked.includes(name))).toEqual([]);
  expect(new Set(asked).size).toBe(asked.length);
});

test.each(['plain', 'a b', "it's", '#1 "two"', '$HOME', 'a\\nb', '{"Cookie":"session=artificial"}', '`code`'])(
  'a line of the file is read as the value %j',
  (value) => {
    const folder = newFolder();
    writeFileSync(join(folder, '.env'), `${formatEnvLine('DMT_TARGET_BUILD', value) ?? ''}\n`);
    expect(readEnvironment(folder)['DMT_TARGET_BUILD']).toBe(value);
  },
);
