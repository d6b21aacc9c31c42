import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engine } from '../../cli/ui/engine.ts';
import { serveUi, type ServedUi } from '../../ui/server/serve.ts';
import { ask, asJson, type Answer, type Asked } from './asking.ts';

const secret = 'an-artificial-client-password';
let folder = '';
let base = '';
let origin = '';
let cookie = '';
let port = 0;
let served: ServedUi;

const keyIn = (address: string): string => new URL(address).hash.slice('#key='.length);
const enter = (key: string, headers: Asked['headers'] = { Origin: origin }): Promise<Answer> =>
  ask(port, { method: 'POST', path: `${base}/enter`, headers: { ...asJson, ...headers }, body: JSON.stringify({ key }) });
const post = (name: string, body: object): Promise<Answer> =>
  ask(port, {
    method: 'POST',
    path: `${base}/api/${name}`,
    headers: { ...asJson, Origin: origin, Cookie: cookie },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dmt-ui-'));
  for (const name of ['verdict.json', 'ledger.jsonl', 'stand-ins.key', 'outside.txt'])
    writeFileSync(join(folder, name), `content of ${name}`);
  mkdirSync(join(folder, 'report', 'cards'), { recursive: true });
  for (const name of ['verdict.json', 'stand-ins.key', 'exchanges.jsonl', '.env'])
    writeFileSync(join(folder, 'report', name), `content of ${name}`);
  symlinkSync(join(folder, 'outside.txt'), join(folder, 'report', 'cards', 'linked.md'));
  const environment = { DMT_REPORT_DIR: join(folder, 'report'), DMT_CLIENT_PASSWORD: secret };
  served = await serveUi({ ...engine, readEnvironment: () => environment }, { requestTimeoutMs: 400 });
  const address = new URL(served.newAddress());
  [base, origin, port] = [address.pathname.replace(/\/$/, ''), address.origin, Number(address.port)];
  cookie = (await enter(keyIn(address.href))).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
});

afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

describe('who has the key', () => {
  test('is let in, by a cookie that scripts and other sites do not get', async () => {
    const { status, headers } = await enter(keyIn(served.newAddress()));
    expect(status).toBe(200);
    expect(headers['set-cookie']?.[0]).toMatch(/^dmt-session=[\w-]{32}; Path=\/[0-9a-f]{16}\/; HttpOnly; SameSite=Strict$/);
    expect(await ask(port, { path: `${base}/api/live`, headers: { Cookie: cookie } })).toMatchObject({ status: 200 });
  });

  test('gets the page, and its files without inline script', async () => {
    const { status, headers, body } = await ask(port, { path: `${base}/` });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
    expect(body).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/);
    const files = [...body.matchAll(/(?:src|href)="(page\/[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const file of [...files, 'page/lib/lit-html.js']) expect((await ask(port, { path: `${base}/${file}` })).status, file).toBe(200);
  });

  test('sees no secret, and gets none back', async () => {
    const shown = await ask(port, { path: `${base}/api/target`, headers: { Cookie: cookie } });
    expect(shown.body).toContain('"name":"DMT_CLIENT_PASSWORD"');
    const entered = await post('target/enter', { name: 'DMT_AGENT_PASSWORD', value: 'another-artificial-password' });
    expect(entered.body).toContain('"name":"DMT_AGENT_PASSWORD"');
    for (const { body } of [shown, entered]) expect(body).not.toMatch(/artificial-(client-)?password"(?!,"choices")/);
    expect(`${shown.body}${entered.body}`).not.toContain(secret);
    expect(shown.body).not.toContain('DMT_SIGN_KEY');
  });

  test('gets what a person may look at, and no journal, key or ledger', async () => {
    const read = (path: string): Promise<Answer> => ask(port, { path: `${base}/report/${path}`, headers: { Cookie: cookie } });
    expect(await read('verdict.json')).toMatchObject({ status: 200, body: 'content of verdict.json' });
    for (const path of ['stand-ins.key', 'exchanges.jsonl', '.env', 'cards/linked.md', 'cards', '', 'nothing.html'])
      expect((await read(path)).status, path).toBe(404);
  });

  test('sends what the page sends, or nothing happens', async () => {
    for (const [name, body] of Object.entries({
      'target/enter': { name: 'DMT_SIGN_KEY', value: 'x' },
      'target/save': { file: '../elsewhere' },
      'run/start': {},
      'run/repeat': { clause: 'OP9-SERVED' },
      'code/enter': { id: 1, code: '1234' },
    })) {
      const { status, body: said } = await post(name, body);
      expect({ name, status, said: JSON.parse(said) as unknown }).toMatchObject({
        status: 200,
        said: { problem: expect.any(String) as string },
      });
    }
    expect(served.isRunning()).toBe(false);
  });
});

/** What somebody without the key, or with another page, may try. */
const attempts: Readonly<Record<string, () => Asked>> = {
  'no cookie': () => ({ path: `${base}/api/live` }),
  'an empty cookie': () => ({ path: `${base}/api/live`, headers: { Cookie: 'dmt-session=' } }),
  'an invented cookie': () => ({ path: `${base}/api/live`, headers: { Cookie: `dmt-session=${'A'.repeat(32)}` } }),
  'a cookie cut short': () => ({ path: `${base}/api/live`, headers: { Cookie: cookie.slice(0, -1) } }),
  'a cookie continued': () => ({ path: `${base}/api/live`, headers: { Cookie: `${cookie}A` } }),
  'a cookie under another name': () => ({ path: `${base}/api/live`, headers: { Cookie: cookie.replace('dmt-', '') } }),
  'the key as a cookie': () => ({ path: `${base}/api/live`, headers: { Cookie: `dmt-session=${keyIn(served.newAddress())}` } }),
  'the cookie in the address': () => ({ path: `${base}/api/live?${cookie}` }),
  'another host': () => ({ path: `${base}/api/live`, headers: { Host: `stranger.example:${port}`, Cookie: cookie } }),
  'the name of this machine as host': () => ({ path: `${base}/api/live`, headers: { Host: `localhost:${port}`, Cookie: cookie } }),
  'a host without its port': () => ({ path: `${base}/api/live`, headers: { Host: '127.0.0.1', Cookie: cookie } }),
  'another port as host': () => ({ path: `${base}/api/live`, headers: { Host: '127.0.0.1:1', Cookie: cookie } }),
  'another host for the page itself': () => ({ path: `${base}/`, headers: { Host: 'stranger.example' } }),
  'another host beside ours': () => ({
    path: `http://stranger.example${base}/api/live`,
    headers: { Host: 'stranger.example', Cookie: cookie },
  }),
  'a read by another origin': () => ({ path: `${base}/api/live`, headers: { Origin: 'http://stranger.example', Cookie: cookie } }),
  'a read by a sandboxed page': () => ({ path: `${base}/api/live`, headers: { Origin: 'null', Cookie: cookie } }),
  'a read by another port': () => ({ path: `${base}/api/live`, headers: { Origin: 'http://127.0.0.1:1', Cookie: cookie } }),
  'a script tag of another site': () => ({
    path: `${base}/api/live`,
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', Cookie: cookie },
  }),
  'an image of another port': () => ({
    path: `${base}/api/live`,
    headers: { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', Cookie: cookie },
  }),
  'a form of another site': () => ({
    method: 'POST',
    path: `${base}/api/run/stop`,
    headers: { Origin: 'http://stranger.example', 'Content-Type': 'text/plain', Cookie: cookie },
    body: '{}',
  }),
  'a form without an origin': () => ({ method: 'POST', path: `${base}/api/run/stop`, headers: { ...asJson, Cookie: cookie }, body: '{}' }),
  'a form that is no JSON': () => ({
    method: 'POST',
    path: `${base}/api/run/stop`,
    headers: { Origin: origin, 'Content-Type': 'text/plain', Cookie: cookie },
    body: '{}',
  }),
  'JSON that is no object': () => ({
    method: 'POST',
    path: `${base}/api/run/stop`,
    headers: { ...asJson, Origin: origin, Cookie: cookie },
    body: '[]',
  }),
  'an act by GET': () => ({ path: `${base}/api/run/stop`, headers: { Cookie: cookie } }),
  'another method': () => ({ method: 'PUT', path: `${base}/api/run/stop`, headers: { Origin: origin, Cookie: cookie } }),
  OPTIONS: () => ({ method: 'OPTIONS', path: `${base}/api/run/stop`, headers: { Origin: 'http://stranger.example' } }),
  TRACE: () => ({ method: 'TRACE', path: `${base}/api/live`, headers: { Cookie: cookie } }),
  'a path without the one of this server': () => ({ path: '/api/live', headers: { Cookie: cookie } }),
  'an act under another folder': () => ({
    method: 'POST',
    path: `${base}/apo/run/stop`,
    headers: { ...asJson, Origin: origin, Cookie: cookie },
    body: '{}',
  }),
  'the path of another server': () => ({ path: `/${'0'.repeat(16)}/`, headers: { Cookie: cookie } }),
  'dots out of the page': () => ({ path: `${base}/page/../../package.json` }),
  'encoded dots out of the page': () => ({ path: `${base}/page/%2e%2e/%2e%2e/package.json` }),
  'encoded slashes out of the page': () => ({ path: `${base}/page/..%2f..%2fpackage.json` }),
  'dots out of the renderer': () => ({ path: `${base}/page/lib/..%2f..%2fpackage.json` }),
  'dots out of the report': () => ({ path: `${base}/report/../outside.txt`, headers: { Cookie: cookie } }),
  'encoded dots out of the report': () => ({ path: `${base}/report/%2e%2e%2foutside.txt`, headers: { Cookie: cookie } }),
  'backslashes out of the report': () => ({ path: `${base}/report/..\\outside.txt`, headers: { Cookie: cookie } }),
  'a null byte': () => ({ path: `${base}/report/verdict.json%00.html`, headers: { Cookie: cookie } }),
  'an absolute path': () => ({ path: `${base}/report//etc/hostname`, headers: { Cookie: cookie } }),
  'a report without a cookie': () => ({ path: `${base}/report/verdict.json` }),
  'a body that is too long': () => ({
    method: 'POST',
    path: `${base}/api/run/stop`,
    headers: { ...asJson, Origin: origin, Cookie: cookie },
    body: JSON.stringify({ more: 'x'.repeat(3_000_000) }),
  }),
  'headers that are too long': () => ({ path: `${base}/api/live`, headers: { Cookie: cookie, 'X-More': 'x'.repeat(20_000) } }),
};

describe('who tries from outside', () => {
  test.each(Object.keys(attempts))('gets nothing with %s', async (name) => {
    const asked = attempts[name];
    if (asked === undefined) throw new Error(`expected an attempt named ${name}`);
    const { status, body } = await ask(port, asked());
    expect(status === 0 || (status >= 400 && status < 500), `${status}`).toBe(true);
    expect(body).not.toMatch(/content of|"run"|"version"/);
    expect(body.length).toBeLessThan(200);
  });

  test('gets nothing with a key that was used, replaced, or is another', async () => {
    const used = keyIn(served.newAddress());
    expect((await enter(used)).status).toBe(200);
    const replaced = keyIn(served.newAddress());
    const open = keyIn(served.newAddress());
    for (const key of [used, replaced, '', `${open}A`, open.slice(1)]) expect((await enter(key)).status, key).toBe(401);
    expect((await enter(open, { Origin: 'http://stranger.example' })).status).toBe(403);
    expect((await enter(open)).status).toBe(200);
  });

  test('is cut off when a body comes too slowly', async () => {
    const began = Date.now();
    const said = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`POST ${base}/enter HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\nContent-Length: 100\r\n\r\n{`);
      });
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('close', () => {
        resolve(text);
      });
      socket.on('error', () => undefined);
    });
    expect(said).not.toContain('200 OK');
    expect(Date.now() - began).toBeLessThan(5_000);
  });
});
