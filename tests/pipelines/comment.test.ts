import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { runScript, type Ended } from './shell.ts';

interface Comment {
  readonly id: number;
  body: string;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const { body } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as { body: string };
  return body;
}

/** The comments of one issue, with the pages and the credential of a forge. */
async function startForge(comments: Comment[], method: 'PATCH' | 'PUT') {
  const server = createServer((request, response) => {
    void answer(request).then(([status, value]) => response.writeHead(status).end(JSON.stringify(value)));
  });
  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.headers['private-token'] !== 'artificial-token') return [401, {}];
    const page = Number(url.searchParams.get('page'));
    if (request.method === 'GET') return [200, comments.slice((page - 1) * 100, page * 100)];
    if (request.method === 'POST') return [201, comments.push({ id: comments.length + 1, body: await readBody(request) })];
    const found = comments.find(({ id }) => url.pathname === `/one/${id}`);
    if (found === undefined || request.method !== method) return [404, {}];
    found.body = await readBody(request);
    return [200, found];
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function comment(forge: string, summary: string | null, more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const reports = newFolder();
  if (summary !== null) writeFileSync(join(reports, 'summary.md'), summary);
  return runScript('comment.sh', [], {
    DMT_REPORT_DIR: reports,
    STORE_TARGET: 'uat',
    COMMENTS: `${forge}/all`,
    COMMENT: `${forge}/one`,
    COMMENT_METHOD: 'PATCH',
    COMMENT_LINK: 'https://forge.example/run/1',
    COMMENT_HEADER: 'PRIVATE-TOKEN: artificial-token',
    ...more,
  });
}

test.each(['PATCH', 'PUT'] as const)('the second run changes the comment of the first, also on a later page (%s)', async (method) => {
  const comments = Array.from({ length: 120 }, (_, nth): Comment => ({ id: nth + 1, body: 'an artificial remark' }));
  const forge = await startForge(comments, method);
  for (const summary of ['# "first" `run`\n', '# second\n'])
    expect(await comment(forge, summary, { COMMENT_METHOD: method })).toMatchObject({ code: 0, err: '' });
  expect(comments.length).toBe(121);
  expect(comments[120]?.body).toBe('<!-- dmt-conformance uat -->\n[The whole report](https://forge.example/run/1)\n\n# second\n');
});

test('each target has its own comment, and a long summary is cut by whole lines', async () => {
  const comments: Comment[] = [];
  const forge = await startForge(comments, 'PATCH');
  await comment(forge, 'short\n', { STORE_TARGET: 'staging' });
  await comment(forge, 'artificial line\n'.repeat(5000));
  expect(comments.map(({ body }) => body.split('\n')[0])).toEqual(['<!-- dmt-conformance staging -->', '<!-- dmt-conformance uat -->']);
  expect(comments[1]?.body.length).toBeLessThan(65536);
  expect(comments[1]?.body).toMatch(/artificial line\n\n… the report has the rest\n$/);
});

test('without a summary nothing is written, and a refusal is told', async () => {
  const comments: Comment[] = [];
  const forge = await startForge(comments, 'PATCH');
  expect((await comment(forge, null)).code).toBe(0);
  const refused = await comment(forge, 'short\n', { COMMENT_HEADER: 'PRIVATE-TOKEN: wrong' });
  expect(refused.code).not.toBe(0);
  expect(refused.err).toMatch(/401/);
  expect(comments).toEqual([]);
});
