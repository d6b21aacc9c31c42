import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Label } from 'allure-js-commons';
import { verdicts } from '../../helpers/core/records/verdicts.ts';
import { prepareFolder } from '../../helpers/report/files/folder.ts';
import { writeReports, type WrittenReports } from '../../helpers/report/write.ts';
import type { PageData } from '../../helpers/report/allure/page/pack.ts';
import { linkTo } from '../../helpers/report/allure/page/frame.ts';
import { unpackPage } from '../../helpers/report/allure/page/shell.ts';
import { everyVerdict, hostile, newFolder, removeFolders, buildSample, writeSample, type Sample } from './sample.ts';
import { someOf } from '../some-of.ts';

afterAll(removeFolders);

interface Attachment {
  readonly source: string;
}

interface AllureResult {
  readonly fullName: string;
  readonly status: string;
  readonly statusDetails: { readonly message?: string };
  readonly descriptionHtml: string;
  readonly start: number;
  readonly stop: number;
  readonly labels: readonly Label[];
  readonly steps?: readonly { readonly status: string; readonly attachments: readonly Attachment[] }[];
  readonly attachments?: readonly Attachment[];
}

/** A pass has no steps, since each exchange tells its own time. */
const attachmentsOf = ({ steps = [], attachments = [] }: AllureResult): readonly Attachment[] => [
  ...steps.flatMap((step) => step.attachments),
  ...attachments,
];

const isResult = (value: unknown): value is AllureResult =>
  typeof value === 'object' && value !== null && 'status' in value && 'labels' in value;

function resultsIn(folder: string): readonly AllureResult[] {
  const results = join(folder, 'allure-results');
  return readdirSync(results)
    .filter((name) => name.endsWith('-result.json'))
    .map((name): unknown => JSON.parse(readFileSync(join(results, name), 'utf8')))
    .filter(isResult);
}

async function report(sample: Sample): Promise<{ folder: string; written: WrittenReports }> {
  const folder = newFolder();
  writeSample(folder, sample);
  return { folder, written: await writeReports(folder, sample.clauses) };
}

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
const readAllurePage = (folder: string): string => read(folder, 'allure-report/index.html');

const dataOf = (html: string): PageData => unpackPage(html)?.data ?? new Map();

/** The data of each test, as the page embeds it. */
const testsOn = (html: string): readonly string[] =>
  [...dataOf(html)].flatMap(([path, content]) => (path.startsWith('data/test-results/') ? [content.toString()] : []));

describe('a report of every verdict', () => {
  let folder: string;
  let written: WrittenReports;
  beforeAll(async () => {
    const sample = everyVerdict();
    const outcomes = sample.outcomes.map((outcome) => (outcome.verdict === 'fail' ? { ...outcome, received: hostile } : outcome));
    ({ folder, written } = await report({ ...sample, outcomes }));
  });

  test('is written without trouble and does not change the exit code of the process', () => {
    expect(written.troubles).toEqual([]);
    expect(written.page).toBe(join(folder, 'allure-report/index.html'));
    expect(process.exitCode).toBeUndefined();
    expect(readdirSync(folder).sort()).toEqual([
      'allure-report',
      'allure-results',
      'calls.jsonl',
      'cards',
      'changes.json',
      'decision.html',
      'decision.json',
      'evidence.har',
      'exchanges.jsonl',
      'history.jsonl',
      'junit.xml',
      'outcomes.jsonl',
      expect.stringMatching(/^runs-uat-[0-9a-f]{12}\.jsonl$/),
      'specification.html',
      'summary.md',
      'verdict.json',
    ]);
  });

  test('counts the same in Allure, JUnit and verdict.json', () => {
    const { counts } = written.file;
    const results = resultsIn(folder);
    const withStatus = (status: string): number => results.filter((result) => result.status === status).length;
    const withVerdict = (verdict: string): number =>
      results.filter(({ labels }) => labels.some(({ name, value }) => name === 'verdict' && value === verdict)).length;
    expect(withStatus('failed')).toBe(counts.fail);
    expect(withStatus('broken')).toBe(counts.error);
    expect(withStatus('skipped')).toBe(counts.blocked + counts['not-applicable'] + counts.untried + counts.waived);
    expect(withStatus('passed')).toBe(counts.pass + counts.warn + counts.observed);
    expect(verdicts.map(withVerdict)).toEqual(verdicts.map((verdict) => counts[verdict]));
    expect(read(folder, 'junit.xml')).toContain(`tests="9" failures="${counts.fail}" errors="${counts.error}" skipped="4"`);
  });

  test('shows each test with labels, texts, real times and its exchanges', () => {
    const failed = resultsIn(folder).find(({ status }) => status === 'failed');
    const label = (wanted: string): string | undefined => failed?.labels.find(({ name }) => name === wanted)?.value;
    expect(failed?.fullName).toBe('OP2-FAIL-1~plain');
    expect(['epic', 'feature', 'clause', 'certainty', 'section', 'operation', 'owner'].map(label)).toEqual([
      'Business operations',
      'OP-2 Payment sources',
      'OP2-FAIL-1',
      'stated',
      'Sample section',
      'OP-2',
      'service',
    ]);
    expect(label('story')).toMatch(/^OP2-FAIL-1: a sample sentence/);
    expect(failed?.statusDetails.message).toMatch(/^expected text of digits\nreceived <img/);
    for (const words of [
      'a sample sentence about payment sources',
      'Sample section',
      'stated',
      'service team',
      '--check',
      'The answer that breaks the clause (x2)',
    ]) {
      expect(failed?.descriptionHtml).toContain(words);
    }
    // Cells of Allure's frame do not wrap, which cut long clauses off.
    expect(failed?.descriptionHtml).not.toMatch(/<td(?! style="white-space: normal")/);
    expect(failed?.start).toBe(Date.parse('2031-01-02T03:04:05.000Z'));
    const shown = failed === undefined ? [] : attachmentsOf(failed);
    expect(shown.map(({ source }) => existsSync(join(folder, 'allure-results', source)))).toEqual([true]);
    expect(failed?.steps?.map(({ status }) => status)).toEqual(['failed']);
    expect(label('severity')).toBe('normal');
    const linked = ['cards/OP2-FAIL-1.html', 'specification.html#OP2-FAIL-1', 'decision.html'];
    const onPage = testsOn(readAllurePage(folder)).filter((test) => test.includes(linkTo('cards/OP2-FAIL-1.html')));
    expect(onPage).toHaveLength(1);
    for (const path of linked) expect(onPage[0]).toContain(`"${linkTo(path)}"`);
  });

  test('says why a test was skipped and who must act', () => {
    const skipped = resultsIn(folder).flatMap(({ status, statusDetails }) => (status === 'skipped' ? [statusDetails.message] : []));
    expect(skipped).toContain('UNTRIED: no second agent (DMT_OTHER_AGENT_ID)\naction: configuration');
    expect(skipped).toContain('NOT-APPLICABLE: nothing PENDING was seen');
  });

  test('is self-contained: no script, style, picture or frame from elsewhere', () => {
    const html = readAllurePage(folder);
    const fetched = [...html.matchAll(/<(?:script|link|img|iframe|source|object|embed)\b[^>]*?\b(?:src|href|data)="([^"]{0,40})/g)].map(
      ([, address]) => address,
    );
    expect(fetched.length).toBeGreaterThan(0);
    expect(fetched.filter((address) => address?.startsWith('data:') !== true)).toEqual([]);
    expect(html).not.toMatch(/googletagmanager|dataLayer/);
    expect(html).not.toContain('<img src=x');
  });

  test('shows every attached exchange, keeps the order of the specification and counts untested checks', () => {
    const html = readAllurePage(folder);
    const widget = (name: string): string => dataOf(html).get(`widgets/${name}`)?.toString() ?? '';
    expect(widget('tree.json')).toContain('"groupOrder":9');
    const tests = testsOn(html);
    // A ring of checks would be green on a run that must not be signed.
    expect(JSON.parse(widget('pie_chart.json'))).toEqual({ slices: [], percentage: 0 });
    expect(tests).toHaveLength(9);
    expect(tests.filter((one) => one.includes('"missed":true'))).toEqual([]);
  });
});

test.for(
  someOf(5, [
    ['a broken clause', ['pass', 'fail'], true],
    ['every clause kept, which may not be signed', ['pass', 'pass'], false],
    ['a clause not judged', ['pass', 'blocked'], false],
    ['an error of the suite', ['pass', 'error'], false],
    ['only a part judged', ['pass', 'untried'], false],
  ] as const),
)('the page says passed or failed, or neither: a run with %s', async ([, outcomes, said]) => {
  const { folder, written } = await report(buildSample([...outcomes]));
  expect(written.troubles).toEqual([]);
  const globals: unknown = JSON.parse(dataOf(readAllurePage(folder)).get('widgets/globals.json')?.toString() ?? '');
  expect(globals).toMatchObject(said ? { exitCode: { original: written.file.exitCode } } : { errors: [] });
  expect(JSON.stringify(globals).includes('exitCode')).toBe(said);
});

test('two reports at a time do not disturb each other', async () => {
  const both = await Promise.all([report(buildSample(['pass', 'fail'])), report(buildSample(['pass', 'pass', 'blocked']))]);
  expect(both.map(({ written }) => written.troubles)).toEqual([[], []]);
  expect(
    both.map(({ folder }) =>
      resultsIn(folder)
        .map(({ status }) => status)
        .sort(),
    ),
  ).toEqual([
    ['failed', 'passed'],
    ['passed', 'passed', 'skipped'],
  ]);
});

test('every check shows an exchange that many checks share; other readers see it where somebody has to act', async () => {
  const sample = buildSample(['pass', 'fail', 'warn']);
  const outcomes = sample.outcomes.map((outcome) => ({ ...outcome, evidence: ['x1', 'x2', 'x3', 'x-lost'] }));
  const { folder } = await report({ ...sample, outcomes });
  expect(testsOn(readAllurePage(folder)).filter((one) => one.includes('"missed":true'))).toEqual([]);
  const shown = resultsIn(folder).map(attachmentsOf);
  expect(shown.map(({ length }) => length).sort()).toEqual([0, 3, 3]);
  for (const { source } of shown.flat()) expect(existsSync(join(folder, 'allure-results', source))).toBe(true);
});

test('a failed page loses neither verdict nor JUnit nor summary', async () => {
  const folder = newFolder();
  const sample = buildSample(['pass', 'fail']);
  writeSample(folder, sample);
  mkdirSync(join(folder, 'evidence.har'));
  const { file, page, troubles } = await writeReports(folder, sample.clauses, {
    draw: () => Promise.reject(new Error('sample trouble')),
  });
  expect(file.exitCode).toBe(1);
  expect(page).toBeNull();
  expect(troubles).toEqual([
    expect.stringMatching(/^expected to write evidence\.har, received: EISDIR/),
    'expected to write allure-report, received: sample trouble; render it again with npm run conformance -- report',
  ]);
  for (const name of ['verdict.json', 'junit.xml', 'summary.md']) expect(existsSync(join(folder, name))).toBe(true);
});

test('a new run replaces everything but the ledger and the state', () => {
  const folder = newFolder();
  for (const name of ['verdict.json', 'outcomes.jsonl', 'ledger.jsonl', 'junit.xml']) writeFileSync(join(folder, name), '{}');
  for (const name of ['allure-report', 'state']) mkdirSync(join(folder, name));
  prepareFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(['ledger.jsonl', 'state']);
});
