import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conductRun } from '../../helpers/run/run.ts';
import { buildPlan } from '../../helpers/runner/plan.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { clauses } from '../../specs/clauses.ts';
import { suites } from '../../suites/index.ts';
import { hostile } from '../report/sample.ts';
import { setPlaces } from '../../sandbox/description/edit.ts';

const selection = ['SWAGGER-FORMAT', 'SWAGGER-TYPES', 'SWAGGER-REFERENCES'];
const files = ['contract-diff.html', 'contract-diff.json', 'contract-diff.md'];

async function judged(folder: string): Promise<void> {
  const sandbox = await startSandbox({
    twist: setPlaces(
      [['definitions', 'Link', 'properties', 'href'], { type: 'boolean' }],
      [['paths', `/${hostile}`], { get: { responses: { 200: { description: 'OK' } } } }],
      [['paths', '/error', 'get', 'responses', '200', 'schema'], { $ref: `#/definitions/${hostile}` }],
    ),
  });
  const read = readConfig({ ...sandbox.environment, DMT_TARGET: 'sandbox', DMT_REPORT_DIR: folder }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  await conductRun(read.config, buildPlan(suites, selection), { onOutcome: () => undefined, interrupted: new Promise(() => undefined) });
  await sandbox.close();
}

interface Result {
  readonly fullName: string;
  readonly attachments: readonly { readonly name: string; readonly source: string }[];
}

describe('the comparison in the report', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-report-'));
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  beforeAll(async () => {
    await judged(folder);
    expect((await writeReports(folder, clauses)).troubles).toEqual([]);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('exists as JSON, Markdown and HTML with the same content', () => {
    expect(readdirSync(folder).filter((name) => name.startsWith('contract-diff'))).toEqual(files);
    const record = JSON.parse(text('contract-diff.json')) as { readonly sources: string[]; readonly findings: { readonly kind: string }[] };
    expect(record.sources).toEqual([expect.stringContaining('/v2/api-docs')]);
    expect(record.findings.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['response-type', 'response-unresolved', 'operation-added']),
    );
    for (const name of ['contract-diff.md', 'contract-diff.html']) expect(text(name)).toContain('200 › *.*.href');
  });

  test('holds no text of the description that could run or move a cursor', () => {
    expect(text('contract-diff.html')).not.toContain('<img');
    expect(text('contract-diff.md')).not.toMatch(/^<img|\n<img/);
    for (const name of ['contract-diff.md', 'contract-diff.html']) expect(text(name)).not.toContain('\u001b');
  });

  test('is shown with each check of the description', () => {
    const results = readdirSync(join(folder, 'allure-results'))
      .filter((name) => name.endsWith('-result.json'))
      .map((name) => JSON.parse(text(join('allure-results', name))) as Result);
    expect(results.length).toBeGreaterThan(3);
    for (const { attachments } of results) {
      expect(attachments.map(({ name }) => name)).toEqual(expect.arrayContaining(['contract-diff.md', 'contract-diff.html']));
      expect(attachments.filter(({ source }) => !existsSync(join(folder, 'allure-results', source)))).toEqual([]);
    }
  });

  test('is rendered again from the journal', async () => {
    const before = files.map(text);
    for (const name of files) rmSync(join(folder, name));
    await writeReports(folder, clauses, { draw: () => Promise.resolve('') });
    expect(files.map(text)).toEqual(before);
  });
});
