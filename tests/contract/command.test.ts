import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contractFile } from '../../cli/diff.ts';
import { newFolder, program, stackTrace } from '../program/program.ts';
import { root } from '../program/starting.ts';
import { drop, edited, fixture, fixtures, put } from './edits.ts';

const partner = join(fixtures, 'partner.json');

function written(document: unknown): string {
  const file = join(newFolder(), 'live.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const withoutHealth = (): string => written(edited(fixture('partner'), [drop('paths /actuator/health')]));
const withAnother = (): string => written(edited(fixture('partner'), [put('paths /more', { get: {} })]));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('two descriptions', () => {
  test('without a contradiction end with 0', async () => {
    const { code, said } = await program(['diff', partner, withAnother()]);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('NO CONTRADICTION   1 warn') as unknown });
    expect((await program(['diff', partner, partner])).said).toContain('NO CONTRADICTION   no difference');
  });

  test('with a contradiction end with 1', async () => {
    const { code, said } = await program(['diff', partner, withoutHealth()]);
    expect(code).toBe(1);
    expect(said).toMatch(/^FAIL {5}the operation is missing: contract GET, live not there {3}\(D01\)\n +place +GET \/actuator\/health$/m);
    expect(said).toContain('1 CONTRADICTION   1 fail');
  });

  test('are shown as findings, as a page and as Markdown', async () => {
    const live = withoutHealth();
    const { said } = await program(['diff', partner, live, '--format', 'json']);
    expect(JSON.parse(said)).toMatchObject([{ rule: 'D01', severity: 'fail', operation: 'GET /actuator/health' }]);
    const out = join(newFolder(), 'page.html');
    const ended = await program(['diff', partner, live, '--format', 'html', '--out', out]);
    expect({ code: ended.code, said: ended.said }).toEqual({ code: 1, said: '' });
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>/);
    expect((await program(['diff', partner, live, '--format', 'markdown'])).said).toMatch(/^# Contract comparison/);
  });
});

describe('an address', () => {
  test('is asked once, and redirects of the same host are followed', async () => {
    const text = readFileSync(partner, 'utf8');
    const asked: string[] = [];
    const address = await serve((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/old') response.writeHead(302, { location: '/v2/api-docs?group=a%20b' }).end();
      else response.end(text);
    });
    expect((await program(['diff', partner, `${address}/old`])).code).toBe(0);
    expect(asked).toEqual(['/old', '/v2/api-docs?group=a%20b']);
  });

  test('that leads to another host is not followed, and login headers go to their own service only', async () => {
    const asked: unknown[] = [];
    const other = await serve((request, response) => {
      asked.push(request.headers['x-login']);
      response.end('{}');
    });
    const address = await serve((request, response) => {
      asked.push(request.headers['x-login']);
      response.writeHead(302, { location: other }).end();
    });
    const environment = { DMT_SWAGGER_URL: `${address}/docs`, DMT_SWAGGER_HEADERS: '{"x-login":"testcase"}' };
    const led = await program(['diff', partner, address], environment);
    expect(led.code).toBe(2);
    expect(led.said).toContain('received HTTP 302, a redirect to another host');
    expect(asked).toEqual(['testcase']);
    await program(['diff', partner, other], environment);
    expect(asked).toEqual(['testcase', undefined]);
  });

  test('that serves more than can be read is refused', async () => {
    const address = await serve((_, response) => response.end(' '.repeat(9 * 1024 * 1024)));
    const { code, said } = await program(['diff', partner, address]);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('expected at most 8388608 bytes') as unknown });
  });

  test('that does not answer in time is refused', async () => {
    const address = await serve(() => undefined);
    const { code, said } = await program(['diff', partner, address], { DMT_TIMEOUT_MS: '300' });
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('received none: no complete answer came in time') as unknown });
  });

  test('with a password is refused without showing it', async () => {
    const { code, said } = await program(['diff', partner, 'http://testcase:hidden@127.0.0.1:1/']);
    expect(code).toBe(2);
    expect(said).toContain('DMT_SWAGGER_HEADERS');
    expect(said).not.toContain('hidden');
  });
});

describe('an unusable document ends with 2 and says what to do', () => {
  test.each([
    ['a file that is not there', ['none.json'], 'expected a readable file at none.json'],
    ['a file of another format', [join(root, 'package.json')], 'expected an OpenAPI 2.0 description with "swagger": "2.0"'],
    ['a format that is not known', [partner, '--format', 'pdf'], 'Allowed choices are text, markdown, html, json'],
    ['a page that cannot be written', [partner, '--out', join(fixtures, 'none', 'page.html')], 'expected a writable file'],
  ])('%s', async (_, args, message) => {
    const { code, said } = await program(['diff', partner, ...args]);
    expect(code).toBe(2);
    expect(said).toContain(message);
    expect(said).not.toMatch(stackTrace);
  });
});

test('one description is compared with the expected contract', async () => {
  const { code, said } = await program(['diff', partner]);
  expect(code).toBe(existsSync(contractFile) ? 1 : 2);
  expect(said).toContain(
    existsSync(contractFile) ? 'contract specs/contract.swagger.json' : 'expected the contract at specs/contract.swagger.json',
  );
});
