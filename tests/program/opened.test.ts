import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { collectSuiteSources } from '../../helpers/report/fingerprint/fingerprints.ts';
import { newFolder, wholeProgram } from './program.ts';
import { root } from './starting.ts';

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
