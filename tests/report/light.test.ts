import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { packData, unpackData } from '../../helpers/report/allure/page/pack.ts';
import { rateSeverity } from '../../helpers/report/model/severity.ts';
import { selectKept, type ResultFiles } from '../../helpers/report/allure/results.ts';
import { unpackPage } from '../../helpers/report/allure/page/shell.ts';
import { renderJunit } from '../../helpers/report/junit.ts';
import { sumOwnTimes } from '../../helpers/report/model/own-times.ts';
import { writeReports, type WrittenReports } from '../../helpers/report/write.ts';
import { buildSample, newFolder, removeFolders, writeSample } from './sample.ts';

afterAll(removeFolders);

/** As many checks as a run of the whole catalogue has; each shows the same few exchanges. */
const many = 1300;

let folder: string;
let written: WrittenReports;
beforeAll(async () => {
  folder = newFolder();
  const sample = buildSample(Array.from({ length: many }, () => 'pass' as const));
  const outcomes = sample.outcomes.map((outcome) => ({ ...outcome, evidence: ['x1', 'x2', 'x3'] }));
  writeSample(folder, { ...sample, outcomes });
  written = await writeReports(folder, sample.clauses);
});

test('the Allure files of a whole run stay under 4 MB, and no exchange of a pass is there again', () => {
  expect(written.file.checks).toHaveLength(many);
  const files = globSync('allure-*/*', { cwd: folder });
  const bytes = files.map((name) => statSync(join(folder, name)).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThan(4_000_000);
  expect(files.filter((name) => name.endsWith('.httpexchange'))).toEqual([]);
});

test('only a check on which somebody has to act keeps its exchanges; any other one names them', () => {
  const shown = Buffer.from('an artificial exchange');
  const sourceOf = (letter: string): string => `${letter.repeat(32)}-x1-attachment.httpexchange`;
  const step = (letter: string): object => ({ name: 'a call', attachments: [{ source: sourceOf(letter) }] });
  const result = (fullName: string, letter: string): string =>
    JSON.stringify({ fullName, labels: [{ name: 'host', value: 'checks' }], links: [{ url: '../decision.html' }], steps: [step(letter)] });
  const results: ResultFiles = new Map<string, string | Buffer>([
    ['a-result.json', result('A~plain', 'a')],
    ['c-result.json', result('C~plain', 'c')],
  ]);
  const attachments: ResultFiles = new Map(['a', 'c'].map((letter) => [sourceOf(letter), shown]));
  const checks = new Map([
    ['A~plain', { verdict: 'pass', owner: null, evidence: ['x1'], seen: null } as const],
    ['C~plain', { verdict: 'warn', owner: 'specification', evidence: ['x1'], seen: null } as const],
  ]);
  const files = selectKept(results, attachments, checks);
  expect([...files.keys()].sort()).toEqual(['a-result.json', 'c-result.json', sourceOf('c')]);
  const kept = (name: string): unknown => JSON.parse(files.get(name)?.toString() ?? '');
  expect(kept('a-result.json')).toEqual({ fullName: 'A~plain', labels: [], description: 'exchanges.jsonl: x1' });
  expect(kept('c-result.json')).toEqual({ fullName: 'C~plain', labels: [], steps: [step('c')] });
});

const hash = '00112233445566778899aabbccddeeff';

test('packed data comes back byte by byte, and equal content is packed once', async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * index * 31) % 251));
  const data = new Map([
    ['one', noise],
    ['two', Buffer.from(noise)],
    ['three', Buffer.from('</script>\n')],
    [`data/${hash}.json`, Buffer.from(`{"id":"${hash}","history":"${hash}.${'f'.repeat(32)}","é":1}`)],
    ['mark', Buffer.from(`\u00ff;\u00ff0;${hash}`, 'latin1')],
    ['none', Buffer.alloc(0)],
  ]);
  const packed = await packData(data);
  expect(packed).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect([...unpackData(packed)].map(([path, content]) => [path, content.toString('hex')])).toEqual(
    [...data].map(([path, content]) => [path, content.toString('hex')]),
  );
  const one = await packData(new Map([['one', noise]]));
  const two = await packData(
    new Map([
      ['one', noise],
      ['two', Buffer.from(noise)],
    ]),
  );
  expect(two.length).toBeLessThan(one.length + 200);
});

test('a hash is written once, however many files name it', async () => {
  const hashes = Array.from({ length: 1000 }, (_, index) => createHash('md5').update(String(index)).digest('hex'));
  const packNamed = (times: number): Promise<string> =>
    packData(new Map(Array.from({ length: times }, (_, at) => [`file ${at}`, Buffer.from(`${at} ${hashes.join(' ')}`)])));
  const bytesInBase64 = hashes.length * 16 * (4 / 3);
  expect((await packNamed(4)).length - (await packNamed(1)).length).toBeLessThan(bytesInBase64);
});

const exchange = (id: string, purpose: string, durationMs: number): Exchange => ({
  id,
  purpose,
  operation: 'OP-2',
  startedAt: '2031-01-02T03:04:05.000Z',
  durationMs,
  request: { method: 'GET', url: 'http://127.0.0.1/sample', headers: [], body: null },
  response: null,
  trouble: null,
});

test('each exchange counts for one check: for its sender, else for the first that judged it', () => {
  const checks = [
    { id: 'A~plain', evidence: ['x1', 'x2'] },
    { id: 'B~plain', evidence: ['x1', 'x2', 'x3'] },
  ];
  const exchanges = [exchange('x1', 'obtain a token', 10), exchange('x2', 'B~plain', 200), exchange('x3', 'a journey', 3000)];
  expect([...sumOwnTimes(checks, exchanges)].sort()).toEqual([
    ['A~plain', 10],
    ['B~plain', 3200],
  ]);
});

test('JUnit sums to the time of the requests at most, and names file and line apart', () => {
  const exchanges = ['x1', 'x2', 'x3'].map((id) => exchange(id, 'a journey', 250));
  const xml = renderJunit(written.file, exchanges);
  const times = [...xml.matchAll(/<testcase [^>]*time="([\d.]+)"/g)].map(([, time]) => Number(time));
  expect(times).toHaveLength(many);
  expect(times.reduce((sum, time) => sum + time, 0)).toBeCloseTo(0.75);
  expect([...xml.matchAll(/<testcase [^>]*file="suites\/[^":]+\.ts" line="\d+"/g)]).toHaveLength(many);
});

test('money, secrets and consent are rated above everything else', () => {
  const rate = (clause: string): string => rateSeverity({ clause }, undefined);
  expect(['OP9-INVOICES-DIFFER', 'CONSENT-MISSING', 'CODE-4170', 'NO-LEAK'].map(rate)).toEqual(Array(4).fill('blocker'));
  expect(rate('OP1-SERVED')).toBe('normal');
});

test('inside the page, ids of results stay and other names of Allure become numbers; what was exchanged stays', () => {
  const { data } = unpackPage(readFileSync(join(folder, 'allure-report', 'index.html'), 'utf8')) ?? { data: new Map<string, Buffer>() };
  const ids = [...data.keys()].flatMap((path) => /^data\/test-results\/([\da-f]{32})\.json$/.exec(path)?.[1] ?? []);
  expect(ids).toHaveLength(many);
  expect(ids.filter((id) => id.startsWith('0000000000'))).toEqual([]);
  const result = data.get(`data/test-results/${ids[0] ?? ''}.json`)?.toString() ?? '';
  expect(JSON.parse(result)).toMatchObject({ id: ids[0], retryHash: expect.stringMatching(/^0{26}/) as string });
  for (const [, id = ''] of result.matchAll(/"link":\{[^}]*"id":"([\da-f]{32})"/g))
    expect([...data.keys()].filter((path) => path.startsWith(`data/attachments/${id}`))).toHaveLength(1);
});

test("Allure shows a check's own time, as JUnit does", () => {
  const results = globSync('allure-results/*-result.json', { cwd: folder }).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { readonly start: number; readonly stop: number },
  );
  const xml = readFileSync(join(folder, 'junit.xml'), 'utf8');
  const [, seconds] = /<testsuites [^>]*time="([\d.]+)"/.exec(xml) ?? [];
  expect(results).toHaveLength(many);
  expect(results.reduce((sum, { start, stop }) => sum + stop - start, 0)).toBe(Math.round(Number(seconds) * 1000));
});
