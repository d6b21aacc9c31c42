import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computeFingerprints, planFingerprint, collectSuiteSources } from '../../helpers/report/fingerprint/fingerprints.ts';
import { planFor } from '../../suites/plan-for.ts';
import { newFolder, wholeProgram } from '../program/program.ts';
import { root } from '../program/starting.ts';

interface Opened {
  readonly path: string;
  /** The importing file; empty for data and for the first file. */
  readonly by: string;
}

const inCheckout = (path: string): string => relative(root, path);
const isOurs = (path: string): boolean => path !== '' && !/^\.\.|^node_modules|^reports|^package(-lock)?\.json$/.test(path);

function openedIn(file: string): readonly Opened[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Opened).map(({ path, by }) => ({ path: inCheckout(path), by: inCheckout(by) }));
  return all.filter(({ path }) => isOurs(path));
}

/** Rooms that only judge. Other rooms also serve other commands, so only part of them judges. */
const judging = /^(?:suites(?!\/conformance)|specs|schemas|helpers\/(?:core|session|journey|runner|run|judge|fuzz|callback|consent))\//;
const shared = /^helpers\/(?:contract|config|redaction|client)\//;
const aside = /^(?:cli|ui|sandbox|helpers\/(?:report|bundle|bill|doctor))\//;

test('the judging fingerprint covers what Node opens in a run, a campaign and a bundle', async () => {
  const folder = newFolder();
  const seen = join(folder, 'opened.jsonl');
  const watched = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'opened.ts')}`, OPENED_FILES: seen };
  const report = join(folder, 'report');
  const asked = ['--check', 'OP2-RESULT', 'OP11-*', 'HTTP-NO-5XX~fuzz-payload-OP-3'];
  const ran = await wholeProgram(asked, { ...watched, DMT_FUZZ_RUNS: '1', DMT_FUZZ_SECONDS: '2' }, report);
  expect(ran.verdict.counts).toMatchObject({ fail: 0, error: 0 });
  expect((await wholeProgram(['bundle'], watched, report)).code).toBe(0);
  const [name = ''] = globSync('conformance-*.zip', { cwd: report });
  expect((await wholeProgram(['verify', join(report, name)], watched, report)).said).toContain('INTACT');

  const opened = openedIn(seen);
  const { judging: found } = collectSuiteSources(root);
  const askers = Map.groupBy(opened, ({ path }) => path);
  const isPresentation = (path: string): boolean =>
    !found.has(path) &&
    (aside.test(path) || (shared.test(path) && (askers.get(path) ?? []).every(({ by, path: own }) => by !== own && isPresentation(by))));
  const paths = [...askers.keys()];
  const due = paths.filter((path) => judging.test(path) || (shared.test(path) && !isPresentation(path)));
  expect(due.length).toBeGreaterThan(350);
  expect(due.filter((path) => !found.has(path))).toEqual([]);
  // Every import of a found file is found too.
  expect(opened.filter(({ path, by }) => found.has(by) && !found.has(path))).toEqual([]);
  expect(paths.filter((path) => path.startsWith('schemas/')).length).toBeGreaterThan(20);
}, 120_000);

describe('of a copy of the sources', () => {
  let copy = '';
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'conformance-'));
    for (const name of ['docs', 'helpers', 'package-lock.json', 'schemas', 'specs', 'suites'])
      cpSync(join(root, name), join(copy, name), { recursive: true });
  });
  afterAll(() => {
    rmSync(copy, { recursive: true });
  });

  test.for([
    ['how odd calls are judged', 'helpers/fuzz/calls/oracles.ts', true],
    ['a type alone', 'helpers/fuzz/cases/draft.ts', true],
    ['where callbacks come in', 'helpers/callback/inbox.ts', true],
    ['how descriptions are compared', 'helpers/contract/compare/schema.ts', true],
    ['where codes come from', 'helpers/consent/http-source.ts', true],
    ['how the verdict of a run is decided', 'helpers/report/verdict/decide.ts', true],
    ['a schema', 'schemas/invoice.schema.json', true],
    ['a clause', 'specs/clauses.ts', true],
    ['a sweep', 'suites/envelope/served-calls.ts', true],
    ['how a summary is written', 'helpers/report/summary.ts', false],
    ['a reading, as the cards tell it', 'docs/decisions/readings/02-tokens.md', false],
    ['how a comparison is drawn', 'helpers/report/contract/html.ts', false],
  ] as const)('%s changes one fingerprint', ([, path, judges]) => {
    const { judging: own, rendering } = computeFingerprints(copy);
    appendFileSync(join(copy, path), path.endsWith('.ts') ? '// a remark\n' : '\n');
    const after = computeFingerprints(copy);
    expect({ judging: after.judging !== own, rendering: after.rendering !== rendering }).toEqual({ judging: judges, rendering: !judges });
  });
});

test('versions of runtime packages count, those of development packages do not', () => {
  const lock = (vitest: string, ajv: string): string => {
    const folder = newFolder();
    const packages = { '': {}, 'node_modules/ajv': { version: ajv }, 'node_modules/made-up': { version: vitest, dev: true } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    return computeFingerprints(folder).judging;
  };
  expect(lock('1.0.0', '8.20.0')).toBe(lock('2.0.0', '8.20.0'));
  expect(lock('1.0.0', '8.20.0')).not.toBe(lock('1.0.0', '8.20.1'));
});

test('a selection has its own fingerprint', () => {
  const of = (checks: readonly string[] | null): string =>
    planFingerprint(
      planFor({ selection: { checks, profile: 'full' }, safety: true, fuzz: { runs: 0 } }).entries.map(({ planned }) => planned),
    );
  expect(of(['OP-2'])).toBe(of(['OP-2']));
  expect(new Set([of(null), of(['OP-2']), of(['OP-11'])]).size).toBe(3);
});

test("what a machine adds is no source: neither packages with Node's cache in their folder, nor reports", () => {
  const { judging, rendering } = collectSuiteSources(root);
  const paths = [...judging.keys(), ...rendering.keys()];
  expect(paths.filter((path) => /^(?:node_modules|reports)\//.test(path))).toEqual([]);
  expect(rendering.size).toBeGreaterThan(50);
});
