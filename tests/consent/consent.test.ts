import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { consentHeader } from '../../helpers/consent/consent-header.ts';
import { createMobileLocks } from '../../helpers/consent/mobile-locks.ts';
import { openOtpSource, withOneWaitInVain } from '../../helpers/consent/otp-source.ts';
import { promptSource, type Terminal } from '../../helpers/consent/prompt-source.ts';
import { createUnavailable, findCode, type OtpQuestion, type OtpSource } from '../../helpers/consent/otp-question.ts';
import type { Provenance } from '../../helpers/core/records/provenance.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { uat } from '../config/environments.ts';
import { nowhere, serveHttp } from '../client/servers.ts';

const question: OtpQuestion = {
  role: 'customer',
  purpose: 'OP-9 a transfer',
  mobile: '9990000002',
  state: '5f0c7a52-1111-4abc-8def-0123456789ab',
  since: 1_795_203_864_273,
  exchange: 'x7',
};

function openSource(environment: Environment, learned: (string | null)[] = []): OtpSource {
  const read = readConfig({ ...uat, ...environment });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const source = openOtpSource(read.config, { learn: (...values) => learned.push(...values) });
  onTestFinished(source.close);
  return source;
}

describe('the code in the answer of a source', () => {
  test.each([
    ['471108', '471108'],
    [' 4711\n', '4711'],
    ['Your code is 471108. Do not share it.', '471108'],
    ['{"mobile":9990000002,"otp":"471108"}', '471108'],
    ['{"at":"2026-11-20","otpValue":471108}', '471108'],
    ['[{"text":"471108 for 9990000002"}]', '471108'],
    ['{"mobile":9990000002,"otp":"4711084711"}', '4711084711'],
    ['9990000002', null],
    ['123', null],
    ['', null],
    ['{}', null],
  ])('%s', (text, code) => {
    expect(findCode(text)).toBe(code);
  });
});

describe('a source that never yielded a code', () => {
  /** Yields these in turn, and tells how long each read may take. */
  function inTurn(name: OtpSource['name'], answers: readonly (string | null)[]): { source: OtpSource; within: (number | undefined)[] } {
    const within: (number | undefined)[] = [];
    const read = ({ withinMs }: OtpQuestion): ReturnType<OtpSource['read']> => {
      const code = answers[within.push(withinMs) - 1] ?? null;
      return Promise.resolve(code ?? createUnavailable(`no code, read ${within.length}`, 'environment'));
    };
    return { source: withOneWaitInVain({ name, tiedToState: false, read, close: () => Promise.resolve() }, 10_000), within };
  }

  test('has a short time after one wait in vain, and gives the reason of that wait', async () => {
    const { source, within } = inTurn('http', [null, null]);
    const reasons = [await source.read(question), await source.read(question)];
    expect({ reasons, within }).toEqual({
      reasons: Array(2).fill(createUnavailable('no code, read 1', 'environment')),
      within: [undefined, 500],
    });
  });

  test('has its whole time again once it yields one', async () => {
    const { source, within } = inTurn('command', [null, '471108', null]);
    for (const expected of ['no code, read 1', '471108', 'no code, read 3']) {
      const answer = await source.read(question);
      expect(typeof answer === 'string' ? answer : answer.reason).toBe(expected);
    }
    expect(within).toEqual([undefined, 500, undefined]);
  });

  test('is not hurried where a person types', async () => {
    const { source, within } = inTurn('prompt', [null, null]);
    await source.read(question);
    await source.read(question);
    expect(within).toEqual([undefined, undefined]);
  });
});

describe('the fixed source', () => {
  test('always gives the same code, tied to no challenge, and the code is a secret', async () => {
    const learned: (string | null)[] = [];
    const source = openSource({ DMT_OTP: '2000' }, learned);
    expect([source.name, source.tiedToState, await source.read(question)]).toEqual(['fixed', false, '2000']);
    expect(learned).toEqual(['2000']);
  });
});

describe('the http source', () => {
  const http = (url: string, more: Environment = {}): OtpSource => openSource({ DMT_OTP_SOURCE: 'http', DMT_OTP_URL: url, ...more });

  test('is polled with the values in its address until a code comes', async () => {
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

  test('encodes the values, and is tied to the state only when its address holds the state', async () => {
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
      owner: 'configuration',
      reason: 'add {mobile} to DMT_OTP_URL: the OTP source gave no code within 60 ms (DMT_TIMEOUT_MS)',
    });
    const missing = await serveHttp((_, response) => response.writeHead(404).end());
    expect(await http(`${missing}/{mobile}`, { DMT_TIMEOUT_MS: '60' }).read(question)).toMatchObject({
      owner: 'configuration',
      reason: 'check DMT_OTP_URL: the OTP source answered HTTP 404, and gave no code within 60 ms (DMT_TIMEOUT_MS)',
    });
  });

  test('is asked on while it restarts', async () => {
    const open = (port: number): Promise<Server> =>
      new Promise((resolve) => {
        const server = createServer((_, response) => response.setHeader('connection', 'close').end('471108'));
        server.listen(port, '127.0.0.1', () => {
          resolve(server);
        });
      });
    const first = await open(0);
    const { port } = first.address() as AddressInfo;
    const source = http(`http://127.0.0.1:${port}/{mobile}`);
    expect(await source.read(question)).toBe('471108');
    await new Promise((resolve) => first.close(resolve));
    const code = source.read(question);
    // Asked for later, and refused: so was the source before.
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    const second = await open(port);
    onTestFinished(() => void second.close());
    expect(await code).toBe('471108');
  });

  test('says who must act when polling again is useless', async () => {
    const closed = await serveHttp((_, response) => response.writeHead(401).end());
    expect(await http(closed).read(question)).toMatchObject({ kind: 'unavailable', owner: 'configuration' });
    expect(await http(await nowhere()).read(question)).toMatchObject({ kind: 'unavailable', owner: 'environment' });
  });
});

describe('the command source', () => {
  const command = (line: string, more: Environment = {}): OtpSource =>
    openSource({ DMT_OTP_SOURCE: 'command', DMT_OTP_COMMAND: line, ...more });
  const node = `"${process.execPath}" -e`;

  test('runs without a shell, with the values filled in', async () => {
    const source = command(
      `${node} 'console.log(process.argv.slice(1).join("|") === "9990000002|$HOME;x|a b" ? "code 471108" : "")' {mobile} $HOME;x "a b"`,
    );
    expect([source.tiedToState, await source.read(question)]).toEqual([false, '471108']);
  });

  test.each([
    ['fails', `${node} "process.exit(3)"`, 'failed (3); try it by hand'],
    ['is not there', 'no-such-command-anywhere', 'was not found; write its full path'],
  ])('that %s', async (_, line, because) => {
    expect(await command(line).read(question)).toEqual({
      kind: 'unavailable',
      owner: 'configuration',
      reason: `the command of DMT_OTP_COMMAND ${because}`,
    });
  });

  test('that prints no digits yet runs again with the same values until it does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'otp-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const runs = join(folder, 'runs');
    const script = `const fs = require("fs"); fs.appendFileSync(process.argv[1], process.argv[2] + " "); console.log(fs.readFileSync(process.argv[1], "utf8").split(" ").length > 3 ? "471108" : "none yet")`;
    expect(await command(`${node} '${script}' ${runs} {since}`).read(question)).toBe('471108');
    expect(readFileSync(runs, 'utf8')).toBe('1795203864273 '.repeat(3));
  });

  test('that never prints digits is given up at the deadline', async () => {
    const read = command(`${node} "console.log('none')"`, { DMT_TIMEOUT_MS: '400' }).read(question);
    expect(await read).toMatchObject({ kind: 'unavailable' });
  });

  test('that does not end is ended', async () => {
    const read = command(`${node} "setInterval(() => {}, 1000)"`, { DMT_TIMEOUT_MS: '100' }).read(question);
    expect(await read).toMatchObject({
      reason: 'the command of DMT_OTP_COMMAND did not end in time; make it faster, or raise DMT_TIMEOUT_MS',
    });
  });
});

/** A terminal whose person gives these answers in turn. */
function person(...answers: readonly string[]): { readonly terminal: Terminal; readonly asked: string[] } {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const asked: string[] = [];
  const left: string[] = [...answers];
  output.on('data', (chunk: Buffer) => {
    if (!chunk.toString().includes('· mobile …')) return;
    asked.push(chunk.toString());
    const next = left.shift();
    if (next !== undefined) input.write(next);
  });
  return { terminal: { input, output }, asked };
}

describe('the prompt source', () => {
  test('needs a terminal', async () => {
    const source = promptSource({ input: new PassThrough(), output: new PassThrough() });
    expect(await source.read(question)).toMatchObject({ kind: 'unavailable', owner: 'configuration' });
  });

  test('asks one question at a time and again until it gets digits; it counts, names the purpose and the last digits', async () => {
    const { terminal, asked } = person('what?\n', '4711\n', '4712\n');
    const source = promptSource({ ...terminal, expected: 2 });
    const spare = { ...question, purpose: 'OP-4 tag the new customer', mobile: '9990000077' };
    expect(await Promise.all([source.read(question), source.read(spare)])).toEqual(['4711', '4712']);
    expect(asked.map((line) => /\d+ (?:of|·)[^:]*/.exec(line)?.[0])).toEqual([
      '1 of about 2 · OP-9 a transfer · mobile …0002',
      '1 of about 2 · OP-9 a transfer · mobile …0002',
      '2 of about 2 · OP-4 tag the new customer · mobile …0077',
    ]);
    expect(asked.join('')).not.toContain('9990000002');
  });

  test('takes an empty answer for a message that did not arrive, and asks the next question', async () => {
    const { terminal } = person('\n', '4712\n');
    const source = promptSource(terminal);
    const [first, second] = await Promise.all([source.read(question), source.read(question)]);
    expect(first).toMatchObject({ owner: 'environment', reason: expect.stringContaining('did not arrive') as string });
    expect(second).toBe('4712');
  });

  test('says that the code before was refused, and no longer how many there are once it has asked for more', async () => {
    const { terminal } = person('4711\n', '4712\n');
    const said: string[] = [];
    terminal.output.on('data', (chunk: Buffer) => said.push(chunk.toString()));
    const source = promptSource({ ...terminal, expected: 1 });
    expect([await source.read(question), await source.read({ ...question, again: true })]).toEqual(['4711', '4712']);
    expect(said.join('')).toContain('the code for mobile …0002 was refused, so a new one was sent\n');
    expect(said.join('').match(/refused/g)).toHaveLength(1);
    expect(said.join('')).toMatch(/1 of about 1 · [^]*2 · OP-9 a transfer · mobile …0002/);
  });

  test('keeps other output away during a question', async () => {
    const { terminal } = person('4711\n');
    const events: string[] = [];
    const hold = () => {
      events.push('held');
      return () => events.push('released');
    };
    await promptSource({ ...terminal, hold }).read(question);
    expect(events).toEqual(['held', 'released']);
  });

  test('ends the open question and the waiting ones when it is closed', async () => {
    const { terminal, asked } = person();
    const source = promptSource(terminal);
    const answers = [source.read(question), source.read(question)];
    await vi.waitUntil(() => asked.length === 1);
    await source.close();
    const stopped = { kind: 'unavailable', reason: expect.stringContaining('stopped') as string };
    expect(await Promise.all(answers)).toMatchObject([stopped, stopped]);
    expect(asked).toHaveLength(1);
  });

  test('reports a closed terminal', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const answer = promptSource({ input, output: new PassThrough() }).read(question);
    setImmediate(() => input.end());
    expect(await answer).toMatchObject({ kind: 'unavailable', owner: 'environment' });
  });
});

test('the source of a code is reported, never the code', async () => {
  const told: Provenance[] = [];
  const read = readConfig({ ...uat, DMT_OTP_SOURCE: 'fixed', DMT_OTP: '471108' });
  if (!read.ok) throw new Error(read.problems.join('; '));
  const source = openOtpSource(read.config, { learn: () => undefined }, { onCode: (one) => told.push(one) });
  await source.read(question);
  expect(told).toEqual([{ exchange: 'x7', source: 'fixed', role: 'customer', waitedMs: expect.any(Number) as number, missing: null }]);
});

test('consent headers have the three documented forms', () => {
  expect([consentHeader.none, consentHeader.otp('4711', 's'), consentHeader.otpAndMpin('4711', 's', '1357')]).toEqual([
    'NONE',
    'OTP 4711 s',
    'OTP 4711 s,MPIN 1357',
  ]);
});

test('one challenge per mobile is open at a time, and mobiles do not wait for each other', async () => {
  const locks = createMobileLocks();
  const events: string[] = [];
  const work = (mobile: string, name: string) =>
    locks.withLock(mobile, async () => {
      events.push(`${name} begins`);
      await new Promise(setImmediate);
      events.push(`${name} ends`);
    });
  await Promise.allSettled([
    work('1', 'a'),
    work('1', 'b'),
    work('2', 'c'),
    locks.withLock('1', () => Promise.reject(new Error('artificial'))),
  ]);
  expect(events.indexOf('b begins')).toBeGreaterThan(events.indexOf('a ends'));
  expect(events.indexOf('c begins')).toBeLessThan(events.indexOf('a ends'));
  expect(await locks.withLock('1', () => Promise.resolve('free'))).toBe('free');
});
