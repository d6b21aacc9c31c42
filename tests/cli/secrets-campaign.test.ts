import { randomInt } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../sandbox/state/store.ts';
import { json } from '../../sandbox/http/responses.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { isObject } from '../../sandbox/http/json.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { changeResponse, combine, isBusiness, withResult } from '../../sandbox/twists/twists.ts';
import { newFolder, program } from '../program/program.ts';
import { everyText, isDigitsByChance, wordsWith } from '../program/searching.ts';
import { someOf } from '../some-of.ts';

/** Few codes of seven digits with the same beginning: other numbers of a run hardly equal one by chance. */
const pool = Array.from({ length: 80 }, () => `86${randomInt(10_000, 99_999)}`);
const codeOfRun = (): string => pool[randomInt(pool.length)] ?? '';
const find = /86\d{5}/g;

/** Gives every challenge a distinctive code and records it. */
const ownCodes = (issued: Map<string, string>): Twist => {
  return (right) => async (ask) => {
    const answer = await right(ask);
    for (const challenge of ask.store.challenges.values()) {
      if (!issued.has(challenge.state)) challenge.code = codeOfRun();
      issued.set(challenge.state, challenge.code);
    }
    return answer;
  };
};

const sentIn = ({ headers, raw }: ServiceRequest): string =>
  [/OTP (\d+)/.exec(headers['consent']?.toString() ?? ''), /"otp":"?(\d+)/.exec(Buffer.from(raw).toString('utf8'))]
    .map((found) => found?.[1] ?? '')
    .join('');

const newest = (bank: Store): string => [...bank.challenges.values()].at(-1)?.code ?? '';

const shapes: readonly ((code: string) => Record<string, unknown>)[] = [
  (code) => ({ hint: { value: [code] } }),
  (code) => ({ hint: Number(code) }),
  (code) => ({ [code]: true }),
  (code) => ({ hint: `${code}${code}` }),
  (code) => ({ hint: JSON.stringify({ a: { otp: code } }) }),
  (code) => ({ hint: Buffer.from(code).toString('base64') }),
  (code) => ({ hint: Array.from(code, (digit) => `%3${digit}`).join('') }),
  (code) => ({ otp: { is: { value: code } } }),
  (code) => ({ remark: `code ${code} of today` }),
];

/** Leaks codes in OP-3 and in answers to calls with a code, echoes requests, and crashes on an OTP that is not text. */
function leaking(): Twist {
  let count = 0;
  const shaped = (code: string): Record<string, unknown> => shapes[(count += 1) % shapes.length]?.(code) ?? {};
  return changeResponse(isBusiness, (answer: ServiceResponse, ask: ServiceRequest) => {
    const raw = Buffer.from(ask.raw).toString('utf8');
    if (ask.operation === 'OP-12' && !/"otp":"\d+"/.test(raw)) return json(500, { error: 'broken', received: raw });
    const code = ask.operation === 'OP-3' ? newest(ask.store) : sentIn(ask);
    const told =
      code === '' || !isObject(answer.json) ? answer : withResult(answer, (result) => ({ ...result, ...(shaped(code) as object) }));
    return { ...told, headers: { ...told.headers, 'X-Seen': `${code} ${raw.replaceAll(/[^ -~]/g, '')}` } };
  });
}

const honest: Twist = (right) => right;
/** Crashes on odd OP-12 calls, so that campaigns record what they sent. */
const brittle: Twist = changeResponse(
  ({ operation, raw }) => operation === 'OP-12' && !/"otp":"\d+"/.test(Buffer.from(raw).toString('utf8')),
  () => json(500, { error: 'broken' }),
);

test.each(
  someOf<[string, Twist]>(3, [
    ['a service that leaks codes in every shape', leaking()],
    ['a service that breaks on odd OTPs', brittle],
    ['an honest service', honest],
  ]),
)('a campaign against %s leaves no code and no MPIN anywhere', { timeout: 180_000 }, async (_, twist) => {
  const issued = new Map<string, string>();
  const sandbox = await startSandbox({ twist: combine(twist, ownCodes(issued)) });
  onTestFinished(() => sandbox.close());
  const folder = newFolder();
  const state = newFolder();
  const size = { DMT_FUZZ_RUNS: '60', DMT_FUZZ_SECONDS: '1000', DMT_STATE_DIR: state, DMT_MPIN: codeOfRun() };
  const environment: Record<string, string> = { ...sandbox.environment, ...sandbox.permissions, ...size, DMT_TARGET: 'sandbox' };
  const checks = ['--check', 'Odd calls', '--check', 'All answers', '--check', 'Consent', '--check', 'Served calls'];
  const ended = await program(checks, environment, folder);
  expect(ended.verdict.counts.error).toBe(0);
  const codes = new Set([...issued.values(), environment['DMT_MPIN'] ?? '']);
  expect(codes.size).toBeGreaterThan(50);
  const leaks = everyText(ended.said, [folder, state]).flatMap(({ name, text }) =>
    wordsWith(text, find, isDigitsByChance)
      .filter((found) => codes.has(found))
      .map((found) => `${name}: ${found}`),
  );
  expect([...new Set(leaks)]).toEqual([]);
});
