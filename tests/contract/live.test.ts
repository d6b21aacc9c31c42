import { describe, expect, test } from 'vitest';
import { compareWithSpecification } from '../../helpers/contract/live/comparison.ts';
import { readLiveDescription } from '../../helpers/contract/live/live-description.ts';
import { expectedContract } from '../../helpers/contract/expected/document.ts';
import { entriesAt } from '../../helpers/core/json.ts';
import { respondWith } from '../../sandbox/twists/twists.ts';
import { json } from '../../sandbox/http/responses.ts';
import { listBlockingCauses, judgeSandbox, withVerdict } from '../run/judged.ts';

const prefix = '/wallet/endpoint/v3';

/** The contract in two parts; the wallet's part has its own base path. */
const part = (isWallet: boolean, version: string) => {
  const paths = entriesAt(expectedContract, 'paths').filter(([path]) => path.startsWith(prefix) === isWallet);
  const below = paths.map(([path, item]) => [isWallet ? path.slice(prefix.length) : path, item] as const);
  const document = { ...expectedContract, info: { version }, basePath: isWallet ? prefix : '/context', paths: Object.fromEntries(below) };
  return { source: isWallet ? 'wallet' : 'rest', document };
};

describe('a description in several documents', () => {
  test('is read as one, each under its base path or without it', () => {
    const live = readLiveDescription([part(true, '3.0'), part(false, '1.0')], '');
    if (live.description === null) throw new Error(live.problem);
    expect(compareWithSpecification(live.description)).toEqual([]);
    expect(live.announced('GET', `${prefix}/balance/{senderId}`)?.operation.path).toBe(`${prefix}/balance/{senderId}`);
  });

  test('is of the version of the part with the operational endpoints', () => {
    const live = readLiveDescription([part(true, '1.0'), part(false, '3.0')], '');
    expect(live.description?.version).toBe('3.0');
  });

  test('leaves out what is no OpenAPI 2.0, and says so', () => {
    const live = readLiveDescription([part(false, '1.0'), { source: 'third', document: { openapi: '3.0.1', paths: {} } }], '');
    expect(live.description === null ? [] : live.skipped).toEqual([expect.stringMatching(/^third: .*3\.0\.1/)]);
  });

  test('cannot be compared when no document is OpenAPI 2.0', () => {
    expect(readLiveDescription([{ source: 'third', document: { openapi: '3.0.1' } }], '').description).toBeNull();
  });
});

describe('the path of the base address', () => {
  const paths = Object.fromEntries(entriesAt(expectedContract, 'paths').map(([path, item]) => [`/partner-api${path}`, item]));
  const findingsUnder = (basePath: string, root: string): readonly string[] => {
    const live = readLiveDescription([{ source: 'one', document: { ...expectedContract, basePath, paths } }], root);
    if (live.description === null) throw new Error(live.problem);
    return compareWithSpecification(live.description).map(({ kind }) => kind);
  };

  test.each(['/', '/partner-api', '/other'])('may stand before every path, with the base path %s', (basePath) => {
    expect(findingsUnder(basePath, '/partner-api')).toEqual([]);
  });

  test.each(['', '/partner', '/wrong'])('does not excuse another path: %s', (root) => {
    expect(findingsUnder('/', root)).toContain('operation-missing');
  });
});

test('a missing operation accuses nobody while a part of the description is unread', async () => {
  const twist = respondWith(
    (ask) => ask.path === '/swagger-resources',
    () => json(200, [{ location: '/v2/api-docs?group=business' }, { location: '/v2/api-docs?group=closed' }]),
  );
  const ended = await judgeSandbox({ policy: { description: { groups: true } }, twist }, {}, ['SWAGGER-*']);
  expect(withVerdict(ended, 'fail', 'warn')).toEqual([]);
  expect(listBlockingCauses(ended)).toEqual(['description-part']);
});

test('a response that leads to a file is reported, and the file is never asked for', () => {
  const document = {
    ...expectedContract,
    paths: { '/error': { get: { responses: { 200: { schema: { $ref: 'file:///etc/hosts' } } } } } },
  };
  const live = readLiveDescription([{ source: 'one', document }], '');
  const findings = live.description === null ? [] : compareWithSpecification(live.description);
  expect(findings.filter(({ kind }) => kind === 'response-unresolved')).toMatchObject([
    { place: 'GET /error › 200', live: expect.stringContaining('leads outside the document') as string },
  ]);
});
