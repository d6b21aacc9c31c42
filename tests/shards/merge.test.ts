import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { planRunChecks } from '../../cli/verify.ts';
import { verifyBundle } from '../../helpers/bundle/verify.ts';
import { readFindings } from '../../helpers/fuzz/findings/journal.ts';
import { readJournal } from '../../helpers/report/journal/journal.ts';
import { readLedger, type LedgerCall } from '../../helpers/report/journal/ledger.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import { writeAccepted } from '../../helpers/report/waivers/record.ts';
import { noAcceptances } from '../../helpers/report/waivers/apply.ts';
import { collectEarlierSittings } from '../../helpers/run/earlier.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { variants } from '../../sandbox/variants.ts';
import type { Difference } from '../../sandbox/catalog.ts';
import { formatHeadline } from '../../helpers/report/verdict/headline.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { clauses } from '../../specs/clauses.ts';
import { packBundle } from '../bundle/forgery.ts';
import { newFolder } from '../program/program.ts';
import { readJudged } from './same-run.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { judgeFolder, mergeInto, partFolder, runInto, runOn } from './split.ts';

/** Small: the chapter of OP-3 is cut, since it is much of such a campaign. */
const size = {
  DMT_CHECKS: [
    'OP-1',
    'OP-3',
    'NO-LEAK',
    'CODE-MAPPING-NOT-SHOWN',
    ...['payload', 'json'].map((each) => `*~fuzz-${each}-OP-3`),
    '*~fuzz-address-OP-1',
  ].join(),
  DMT_FUZZ_RUNS: '12',
  DMT_FUZZ_SECONDS: '1000',
  DMT_PENDING_TIMEOUT_MS: '1000',
};

const part = (nth: number, of = 2): Record<string, string> => ({ ...size, DMT_SHARD: `${nth}/${of}` });

async function splitRun(difference: Difference): Promise<string> {
  const folder = newFolder();
  for (const nth of [1, 2]) await runInto(partFolder(folder, nth), difference, part(nth));
  return folder;
}

const mergedIn = (folder: string): string => join(folder, 'merged');

const exchangesOf = (folder: string): readonly string[] => readJournal(folder).exchanges.map(({ id }) => id);
const callsOf = (folder: string): readonly LedgerCall[] => readLedger(join(folder, 'ledger.jsonl'));

/** As a kill behind the first failure leaves it: a torn line, no end. */
function cutBehindFailure(folder: string): void {
  const journal = join(folder, 'outcomes.jsonl');
  const text = readFileSync(journal, 'utf8');
  const behind = text.indexOf('\n', text.indexOf('"verdict":"fail"'));
  writeFileSync(journal, `${text.slice(0, behind + 1)}{"kind":"outc`);
}

const findFailing = (folders: readonly string[]): number =>
  folders.findIndex((each) => readJournal(each).outcomes.some(({ verdict }) => verdict === 'fail'));

test('a part that was killed and resumed loses nothing and has nothing twice: merged, the run is that in one piece', async () => {
  const difference = faults.get('fuzz-utf-16') ?? {};
  const folder = newFolder();
  const whole = await runInto(join(folder, 'whole'), difference, size);
  const sandboxes = await Promise.all([startSandbox(difference), startSandbox(difference)]);
  onTestFinished(async () => {
    for (const each of sandboxes) await each.close();
  });
  for (const [at, sandbox] of sandboxes.entries()) await runOn(sandbox, partFolder(folder, at + 1), part(at + 1));
  const at = findFailing([1, 2].map((nth) => partFolder(folder, nth)));
  const sandbox = sandboxes[at];
  const failing = partFolder(folder, at + 1);
  if (sandbox === undefined) throw new Error('expected a part that fails, received none');
  cutBehindFailure(failing);
  const found = readFindings(failing).map(({ id }) => id);
  const earlier = collectEarlierSittings(readJournal(failing), callsOf(failing));
  expect(earlier.tries.size).toBeGreaterThan(0);
  await runOn(sandbox, failing, part(at + 1), { earlier });
  expect(readFindings(failing).map(({ id }) => id)).toEqual(expect.arrayContaining(found));
  expect(mergeInto(folder, [2, 1])).toEqual([]);
  const together = judgeFolder(mergedIn(folder));
  expect(together.verdict).toBe('non-conformant');
  expect(together.run.sittings.map((sitting) => sitting.part)).toEqual([1, at + 1, 2]);
  expect(readJudged(mergedIn(folder), together)).toEqual(readJudged(join(folder, 'whole'), whole));
  expect(findSchemaErrors(together)).toEqual([]);
});

test('a variant in two parts is judged as in one piece', async () => {
  const difference = [...variants.values()][0] ?? {};
  const folder = await splitRun(difference);
  const whole = await runInto(join(folder, 'whole'), difference, size);
  expect(mergeInto(folder, [1, 2])).toEqual([]);
  expect(readJudged(mergedIn(folder), judgeFolder(mergedIn(folder)))).toEqual(readJudged(join(folder, 'whole'), whole));
});

describe('parts of the honest sandbox', () => {
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shards-'));
    for (const nth of [1, 2]) await runInto(partFolder(folder, nth), {}, part(nth));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('make one record with everything once, which is verified as one run', async () => {
    expect(mergeInto(folder, [1, 2])).toEqual([]);
    const merged = mergedIn(folder);
    writeAccepted(merged, noAcceptances);
    const { file } = await writeReports(merged, clauses, { draw: () => Promise.resolve('') });
    const parts = [1, 2].map((nth) => partFolder(folder, nth));
    expect(file).toMatchObject({ trouble: [], counts: { fail: 0, blocked: 0, error: 0 } });
    expect(file.run.requests).toBe(parts.reduce((sum, each) => sum + (readJournal(each).end?.totals.requests ?? 0), 0));
    expect(new Set(exchangesOf(merged)).size).toBe(parts.flatMap(exchangesOf).length);
    expect(new Set(callsOf(merged).map(({ exchange }) => exchange)).size).toBe(parts.flatMap(callsOf).length);
    const request = { bytes: packBundle(merged, null), name: 'bundle.zip', trusted: null, nonce: null, clauses, checksOf: planRunChecks };
    expect(await verifyBundle(request)).toMatchObject({ differs: [], tampered: [] });
  });

  test.each([1, 2])('without part %i are incomplete, and name it', (missing) => {
    expect(mergeInto(folder, [3 - missing])).toEqual([]);
    const file = judgeFolder(mergedIn(folder));
    expect(file).toMatchObject({ verdict: 'incomplete', exitCode: 3, because: `part ${missing} of 2 is missing` });
    expect(formatHeadline(file)).toMatch(
      new RegExp(
        `NO VERDICT · part ${missing} of 2 is missing · \\d+ binding clauses not judged.* · action: run what is missing, and merge again$`,
      ),
    );
    const blocked = summaryLines(file, { color: false, report: null }).filter((line) => line.startsWith('BLOCKED'));
    expect(blocked).toEqual([expect.stringMatching(/because part \d of 2 is missing · action: run what is missing, and merge again$/)]);
    expect(file.checks.filter(({ cause }) => cause === 'missing-part').length).toBeGreaterThan(0);
  });

  test('are refused with what is no part of their run', () => {
    const journal = join(partFolder(folder, 2), 'outcomes.jsonl');
    const right = readFileSync(journal, 'utf8');
    const mergeWith = (change: (text: string) => string): readonly string[] => {
      cpSync(partFolder(folder, 2), partFolder(folder, 3), { recursive: true });
      writeFileSync(join(partFolder(folder, 3), 'outcomes.jsonl'), change(right));
      return mergeInto(folder, [1, 3]);
    };
    expect(mergeWith((text) => text.replace('"seed":1', '"seed":2'))).toEqual([
      expect.stringMatching(/expected the seed of .+ \(1\), received another \(2\)/),
    ]);
    expect(mergeWith((text) => text.replace('"of":2', '"of":3'))).toEqual([expect.stringMatching(/expected the number of parts of/)]);
    expect(mergeWith((text) => text.replace(/"targetFingerprint":"./, '"targetFingerprint":"'))).toEqual([
      expect.stringMatching(/expected the target and configuration of/),
    ]);
    expect(mergeWith((text) => text.replace('"shard":', '"other":'))).toEqual([expect.stringMatching(/received a whole run/)]);
    expect(mergeWith((text) => text.slice(0, text.lastIndexOf('{"kind":"end"')))).toEqual([
      expect.stringMatching(/DMT_SHARD=2\/2 npm run conformance -- run --resume/),
    ]);
    expect(mergeInto(folder, [1, 2, 2])).toEqual([expect.stringMatching(/expected part 2 once/)]);
    expect(mergeInto(folder, [1, 9])).toEqual([expect.stringMatching(/received no outcomes.jsonl there/)]);
    expect(mergeInto(folder, [1, 2], partFolder(folder, 1))).toEqual([expect.stringMatching(/expected another folder/)]);
  });
});
