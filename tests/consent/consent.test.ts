import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { consentHeader } from '../../helpers/consent/consent-header.ts';
import { mobileLocks } from '../../helpers/consent/mobile-locks.ts';
import { openOtpSource } from '../../helpers/consent/otp-source.ts';
import { promptSource } from '../../helpers/consent/prompt-source.ts';
import { codeIn, type OtpQuestion, type OtpSource } from '../../helpers/consent/source.ts';
import { readConfig } from '../../helpers/target/config.ts';
import type { Environment } from '../../helpers/target/settings.ts';
import { uat } from '../target/environments.ts';
import { nowhere, serveHttp } from '../target/servers.ts';

const question: OtpQuestion = { mobile: '9990000002', state: '5f0c7a52-1111-4abc-8def-0123456789ab', since: 1_795_203_864_273 };

function sourceOf(environment: Environment, learned: (string | null)[] = []): OtpSource {
  const read = readConfig({ ...uat, ...environment });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const source = openOtpSource(read.config, { learn: (...values) => learned.push(...values) });
  onTestFinished(source.close);
  return source;
}

describe('the code in what a source says', () => {
  test.each([
    ['471108', '471108'],
    [' 4711\n', '4711'],
    ['Your code is 471108. Do not share it.', '471108'],
    ['{"mobile":9990000002,"otp":"471108"}', '471108'],
    ['{"at":"2026-11-20","otpValue":471108}', '471108'],
    ['[{"text":"471108 for 9990000002"}]', '471108'],
    ['9990000002', null],
    ['123', null],
    ['', null],
    ['{}', null],
  ])('%s', (text, code) => {
    expect(codeIn(text)).toBe(code);
  });
});

describe('the fixed source', () => {
  test('always says the same, tied to nothing, and its code is a secret', async () => {
    const learned: (string | null)[] = [];
    const source = sourceOf({ DMT_OTP: '2000' }, learned);
    expect([source.name, source.tiedToState, await source.read(question)]).toEqual(['fixed', false, '2000']);
    expect(learned).toEqual(['2000']);
  });
});

describe('the http source', () => {
  const http = (url: string, more: Environment = {}): OtpSource => sourceOf({ DMT_OTP_SOURCE: 'http', DMT_OTP_URL: url, ...more });

  test('is asked with what its address names, and asked again until a code is there', async () => {
    const seen: (string | undefined)[] = [];
    const answers = ['', '{"otp":null}', 'not yet', '{"otp":"471108"}'];
    const address = await serveHttp(({ url }, response) => {
      seen.push(url);
      response.writeHead(answers.length > 3 ? 404 : 200).end(answers.shift());
    });
    const source = http(`${address}/codes/{mobile}?s={state}&since={since}`);
    expect([source.name, source.tiedToState, await source.read(question)]).toEqual(['http', true, '471108']);
    expect(seen).toEqual(Array(4).fill(`/codes/9990000002?s=${question.state}&since=1795203864273`));
  });

  test('fills in values encoded, and is tied to the state only when it is told', async () => {
    const seen: (string | undefined)[] = [];
    const address = await serveHttp(({ url }, response) => {
      seen.push(url);
      response.end('4711');
    });
    const source = http(`${address}/?m={mobile}`);
    expect(source.tiedToState).toBe(false);
    await source.read({ ...question, mobile: 'a&b c' });
    expect(seen).toEqual(['/?m=a%26b%20c']);
  });

  test('gives up at the deadline', async () => {
    const address = await serveHttp((_, response) => response.end('nothing yet'));
    expect(await http(address, { DMT_TIMEOUT_MS: '60' }).read(question)).toMatchObject({
      kind: 'unavailable',
      owner: 'environment',
      reason: 'the OTP source gave no code within 60 ms',
    });
  });

  test('says who has to move when asking again is of no use', async () => {
    const closed = await serveHttp((_, response) => response.writeHead(401).end());
    expect(await http(closed).read(question)).toMatchObject({ kind: 'unavailable', owner: 'configuration' });
    expect(await http(await nowhere()).read(question)).toMatchObject({ kind: 'unavailable', owner: 'environment' });
  });
});

describe('the command source', () => {
  const command = (line: string, more: Environment = {}): OtpSource =>
    sourceOf({ DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: line, ...more });
  const node = `"${process.execPath}" -e`;

  test('runs without a shell, with the values filled in', async () => {
    const source = command(
      `${node} 'console.log(process.argv.slice(1).join("|") === "9990000002|$HOME;x|a b" ? "code 471108" : "")' {mobile} $HOME;x "a b"`,
    );
    expect([source.tiedToState, await source.read(question)]).toEqual([false, '471108']);
  });

  test.each([
    ['prints no digits', `${node} "console.log('none')"`, 'printed no digits'],
    ['fails', `${node} "process.exit(3)"`, 'failed (3)'],
    ['is not there', 'no-such-command-anywhere', 'failed (ENOENT)'],
  ])('that %s', async (_, line, because) => {
    expect(await command(line).read(question)).toEqual({
      kind: 'unavailable',
      owner: 'configuration',
      reason: `the command of DMT_OTP_COMMAND ${because}`,
    });
  });

  test('that does not end is ended', async () => {
    const read = command(`${node} "setInterval(() => {}, 1000)"`, { DMT_TIMEOUT_MS: '100' }).read(question);
    expect(await read).toMatchObject({ reason: 'the command of DMT_OTP_COMMAND did not end within 100 ms' });
  });
});

describe('the prompt source', () => {
  test('needs a terminal', async () => {
    const source = promptSource({ input: new PassThrough(), output: new PassThrough() });
    expect(await source.read(question)).toMatchObject({ kind: 'unavailable', owner: 'configuration' });
  });

  test('asks one question at a time and again until it gets digits', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const asked: string[] = [];
    const answers = ['what?\n', '4711\n', '4712\n'];
    output.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('OTP for')) return;
      asked.push(chunk.toString());
      input.write(answers.shift() ?? '');
    });
    const source = promptSource({ input, output });
    expect(await Promise.all([source.read(question), source.read({ ...question, mobile: '9990000077' })])).toEqual(['4711', '4712']);
    expect(asked.map((line) => /ending in (\d\d)/.exec(line)?.[1])).toEqual(['02', '02', '77']);
    expect(asked.join('')).not.toContain('9990000002');
  });

  test('says so when the terminal is closed', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const answer = promptSource({ input, output: new PassThrough() }).read(question);
    setImmediate(() => input.end());
    expect(await answer).toMatchObject({ kind: 'unavailable', owner: 'environment' });
  });
});

test('consent headers have the three documented forms', () => {
  expect([consentHeader.none, consentHeader.otp('4711', 's'), consentHeader.otpAndMpin('4711', 's', '1357')]).toEqual([
    'NONE',
    'OTP 4711 s',
    'OTP 4711 s,MPIN 1357',
  ]);
});

test('one challenge per mobile is open at a time, and mobiles do not wait for each other', async () => {
  const locks = mobileLocks();
  const events: string[] = [];
  const work = (mobile: string, name: string) =>
    locks.holding(mobile, async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
    });
  await Promise.allSettled([
    work('1', 'a'),
    work('1', 'b'),
    work('2', 'c'),
    locks.holding('1', () => Promise.reject(new Error('artificial'))),
  ]);
  expect(events.indexOf('b begins')).toBeGreaterThan(events.indexOf('a ends'));
  expect(events.indexOf('c begins')).toBeLessThan(events.indexOf('a ends'));
  expect(await locks.holding('1', () => Promise.resolve('free'))).toBe('free');
});
