import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { maxDescriptionBytes } from '../../helpers/contract/live/read-document.ts';
import { readLocations } from '../../helpers/contract/live/locations.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { at, described, finding, requireFound, serving, Redirect, requireStopReason, type Pages } from './finding.ts';

const found = async (pages: Pages, environment: Environment = {}) => {
  const { address, asked } = await serving(at(pages));
  return { address, asked, done: await finding(address, ({ found: step }) => step, environment) };
};

const sources = (address: string, done: Parameters<typeof requireFound>[0]): string[] =>
  requireFound(done).documents.map(({ source }) => source.replace(address, ''));

describe('the live description is found', () => {
  test('in every group of the index, those of version 2.0', async () => {
    const { address, done } = await found({
      '/swagger-resources': [
        { name: 'a', location: '/v2/api-docs?group=a b', swaggerVersion: '2.0' },
        { name: 'b', url: 'v2/api-docs?group=b', swaggerVersion: '2.0' },
        { name: 'c', location: '/v3/api-docs', swaggerVersion: '3.0.3' },
      ],
      '/v2/api-docs?group=a%20b': described,
      '/v2/api-docs?group=b': described,
    });
    expect(sources(address, done)).toEqual(['/v2/api-docs?group=a%20b', '/v2/api-docs?group=b']);
    expect(requireFound(done).unread).toEqual([]);
  });

  test.each(['/v2/api-docs', '/v2/api-docs?group=default', '/v3/api-docs'])('at %s without an index', async (path) => {
    const { address, done } = await found({ [path]: described });
    expect(sources(address, done)).toEqual([path]);
  });

  test('with a token where one is needed', async () => {
    const { address } = await serving(({ url, headers }) =>
      url === '/v2/api-docs' ? (headers.authorization?.startsWith('Bearer ') === true ? described : 401) : 404,
    );
    expect(sources(address, await finding(address, ({ found: step }) => step))).toEqual(['/v2/api-docs']);
  });

  test('with the headers of DMT_SWAGGER_HEADERS, which go to no other host', async () => {
    const elsewhere = await serving(({ headers }) => (headers['x-key'] === 'artificial' ? described : 401));
    const { asked, done } = await found(
      {},
      { DMT_SWAGGER_URL: `${elsewhere.address}/docs`, DMT_SWAGGER_HEADERS: '{"X-Key":"artificial"}' },
    );
    expect(requireFound(done).facts).toEqual([`description: ${elsewhere.address}/docs (DMT_SWAGGER_URL)`]);
    expect(asked.filter(({ headers }) => headers['x-key'] !== undefined)).toEqual([]);
    expect(elsewhere.asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });

  test('in a file, which is hashed and called supplied; the token and the page stand for the target', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'description-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'api-docs.json');
    writeFileSync(file, JSON.stringify(described));
    const { done } = await found({ '/swagger-ui.html': '<html></html>' }, { DMT_SWAGGER_URL: file });
    expect(requireFound(done).facts.join()).toMatch(/^description: file api-docs\.json, supplied, not fetched, SHA-256 [0-9a-f]{64} /);
    expect(done.evidence.exchanges.size).toBe(2);
  });

  test('although the first answers fail at the gateway', async () => {
    let answers = 0;
    const { address } = await serving(({ url }) => (url !== '/v2/api-docs' ? 404 : (answers += 1) < 3 ? 503 : described));
    expect(sources(address, await finding(address, ({ found: step }) => step))).toEqual(['/v2/api-docs']);
  });

  test('on prod as well, by GET alone', async () => {
    const { address, asked } = await serving(at({ '/v2/api-docs': described }));
    const prod = { DMT_TARGET: 'prod', DMT_CONFIRM_HOST: new URL(address).host, DMT_CUSTOMER_TAG: '00000000-0000-4000-8000-000000000002' };
    expect(sources(address, await finding(address, ({ found: step }) => step, prod))).toEqual(['/v2/api-docs']);
    expect([...new Set(asked.map(({ method }) => method))]).toEqual(['GET']);
  });

  test('and other addresses of the index are reported', async () => {
    const { done } = await found({
      '/swagger-resources': [{ location: '/v2/api-docs' }, { location: '/v2/closed' }, { location: 'http://elsewhere.example.test/x' }],
      '/v2/api-docs': described,
    });
    expect(requireFound(done).unread.join()).toMatch(
      /\/v2\/closed: HTTP 404.*"http:\/\/elsewhere\.example\.test\/x" is not on the target's host/,
    );
  });
});

describe('it is not found', () => {
  const bigger = { ...described, padding: 'x'.repeat(maxDescriptionBytes) };

  test.each([
    ['where there is nothing', {}, 'HTTP 404', 'environment'],
    ['where there is a page', { '/v2/api-docs': '<html></html>' }, 'a page, not JSON', 'environment'],
    ['where there is other JSON', { '/v2/api-docs': { status: 404 } }, 'JSON, but no description', 'environment'],
    ['where it has no end', { '/v2/api-docs': bigger }, 'longer than', 'environment'],
  ] as const)('%s', async (_, pages, reason, owner) => {
    const { done } = await found(pages);
    const why = requireStopReason(done);
    expect(why).toMatchObject({ kind: 'blocked', cause: 'description', owner });
    expect(why).toHaveProperty('reason', expect.stringContaining(reason));
    expect(why).toHaveProperty('reason', expect.stringContaining('DMT_SWAGGER_URL'));
  });

  test('in a file that is not there, and nothing else is tried', async () => {
    const { asked, done } = await found({ '/v2/api-docs': described }, { DMT_SWAGGER_URL: '/nowhere/api-docs.json' });
    expect(requireStopReason(done)).toMatchObject({ kind: 'blocked', cause: 'description', owner: 'configuration' });
    expect(asked.map(({ url }) => url)).not.toContain('/v2/api-docs');
  });
});

describe('the page of the description', () => {
  const page = async (answer: unknown, others: Pages = {}) => {
    const { address } = await serving((ask) => (ask.url === '/swagger-ui.html' ? answer : (at(others)(ask) ?? 404)));
    return finding(address, ({ page: step }) => step);
  };
  const html = '<!doctype html><title>Testcase</title>';

  test.each<readonly [string, unknown, Pages]>([
    ['as it is', '<html></html>', {}],
    ['under another address of the host', new Redirect('/swagger-ui/index.html'), { '/swagger-ui/index.html': html }],
    ['after several redirects', new Redirect('docs'), { '/docs': new Redirect('./docs/'), '/docs/': html }],
  ])('is served %s', async (_, answer, others) => {
    expect((await page(answer, others)).ok).toBe(true);
  });

  test.each<readonly [string, unknown]>([
    ['HTTP 401', 401],
    ['HTTP 403', 403],
    ['a redirect to a login', new Redirect('/login?next=swagger-ui.html')],
    ['a redirect to another host', new Redirect('http://login.example.test/')],
  ])('is behind a login with %s', async (_, answer) => {
    expect(requireStopReason(await page(answer))).toMatchObject({ kind: 'blocked', cause: 'description-login', owner: 'environment' });
  });

  test.each<readonly [string, unknown, string]>([
    ['missing', 404, 'HTTP 404'],
    ['empty', '', 'HTTP 200 without content'],
    ['plain text', 'Swagger UI', 'HTTP 200 with no HTML'],
    ['JSON', { page: true }, 'HTTP 200 with no HTML'],
    ['missing where it redirects to', new Redirect('/gone.html'), 'HTTP 404'],
    ['a circle of redirects', new Redirect('/swagger-ui.html'), 'HTTP 302'],
  ])('is %s', async (_, answer, received) => {
    expect(requireStopReason(await page(answer))).toMatchObject({ kind: 'violation', clause: 'SWAGGER-UI-SERVED', received });
  });

  test.each([500, 503])('is the environment while plain reads fail as well, HTTP %d', async (status) => {
    expect(requireStopReason(await page(status))).toMatchObject({ kind: 'blocked', cause: 'environment' });
  });
});

describe('an index leads', () => {
  const base = 'https://service.example.test/context';

  test.each([
    ['/v2/api-docs', `${base}/v2/api-docs`],
    ['//elsewhere.example.test/x', `${base}/elsewhere.example.test/x`],
    ['https://service.example.test/docs', 'https://service.example.test/docs'],
    ['/v2/api-docs?group=größe a', `${base}/v2/api-docs?group=gr%C3%B6%C3%9Fe%20a`],
  ])('by %s to %s', (location, address) => {
    expect(readLocations([{ location }], base)).toEqual({ followed: [address], refused: [] });
  });

  test.each([
    'https://elsewhere.example.test/docs',
    'http://service.example.test/docs',
    'file:///etc/hosts',
    'https://a@service.example.test/',
  ])('nowhere by %s', (location) => {
    const locations = readLocations([{ location }], base);
    expect(locations?.followed).toEqual([]);
    expect(locations?.refused).toHaveLength(1);
  });

  test('to so many groups and no more', () => {
    const index = Array.from({ length: 30 }, (_, n) => ({ location: `/g${n}` }));
    expect(readLocations(index, base)?.followed).toHaveLength(20);
    expect(readLocations(index, base)?.refused).toEqual(['10 of 30 groups were not read']);
  });

  test('nowhere when it is not an index', () => {
    expect(readLocations({}, base)).toBeNull();
  });
});
