import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRecord } from '../../helpers/core/json.ts';
import { manifestName } from '../../helpers/bundle/manifest.ts';
import { readRun, toComparableRun } from '../../helpers/report/compare/comparable.ts';
import { compareRuns } from '../../helpers/report/compare/compare.ts';
import { summarizeChanges } from '../../helpers/report/compare/formats.ts';
import { readKeptRuns, saveRun } from '../../helpers/report/compare/kept-runs.ts';
import { findSchemaErrors } from '../../helpers/report/model/schema-errors.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { assembleFile } from '../report/assembled.ts';
import { everyVerdict, removeFolders } from '../report/sample.ts';
import { forge, packBundle, sealBundle, unpackBundle, verified } from '../bundle/forgery.ts';
import { recordedRun } from '../bundle/recorded.ts';
import { collectContents } from '../../helpers/bundle/contents.ts';
import { writeReports } from '../../helpers/report/write.ts';
import { clauses } from '../../specs/clauses.ts';
import { newFolder, readJson } from '../program/program.ts';

/** The file as a later release may write it: with one more field in every object. */
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (!isRecord(value)) return value;
  const known = Object.entries(value).map(([key, each]) => [key, addUnknownFields(each)]);
  return { ...Object.fromEntries(known), ofALaterRelease: { nested: [{ deeper: 'artificial' }] } };
}

const acceptance = {
  clause: 'OP2-RESULT',
  target: 'uat',
  signatures: ['OP2-RESULT~a#0000000000000000'],
  reason: 'artificial',
  owner: 'Testcase Owner',
  ticket: 'TICKET-1',
  approver: 'Testcase Approver',
  expires: '2999-12-31',
};

function everyField(): VerdictFile {
  const file = assembleFile(everyVerdict());
  return {
    ...file,
    checks: file.checks.map((check) => ({ ...check, waiver: check.verdict === 'waived' ? acceptance : null })),
    clauses: file.clauses.map((clause) => ({
      ...clause,
      gap: clause.verdict === 'untried' ? acceptance : null,
      clarifications: [{ clause: clause.id, answer: 'artificial', date: '2031-01-02', by: 'Testcase Owner' }],
    })),
  };
}

function writtenIn(value: unknown): string {
  const folder = join(newFolder(), 'run');
  mkdirSync(folder);
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(value));
  return folder;
}

test('the published schema takes fields that it does not know, in every object', () => {
  onTestFinished(removeFolders);
  const file = everyField();
  expect(findSchemaErrors(file)).toEqual([]);
  expect(findSchemaErrors(addUnknownFields(file))).toEqual([]);
});

test('compare and the kept runs read such a file, and see no change', () => {
  onTestFinished(removeFolders);
  const file = assembleFile(everyVerdict());
  const { value, problem } = readRun(writtenIn(addUnknownFields(file)));
  expect(problem).toBeNull();
  if (value === null) throw new Error('expected a run');
  expect(summarizeChanges(compareRuns(file, value))).toBe('no change');
  const state = newFolder();
  saveRun(state, { ...value, exitCode: 0 });
  expect(readKeptRuns(state, value.run)).toEqual([{ ...toComparableRun(value), exitCode: 0 }]);
});

test('a file of another schemaVersion is refused with what to do', () => {
  onTestFinished(removeFolders);
  const { value, problem } = readRun(writtenIn({ ...assembleFile(everyVerdict()), schemaVersion: 2 }));
  expect(value).toBeNull();
  expect(problem).toContain('received schemaVersion 2, which a later release wrote: compare with that release');
});

test('bundle, verify and report take such a file', async () => {
  const folder = await recordedRun({}, { DMT_CHECKS: 'OP2-RESULT' }, newFolder());
  const draw = (): Promise<string> => Promise.resolve('');
  const { file } = await writeReports(folder, clauses, { draw });
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(addUnknownFields(file)));
  expect(collectContents(folder).missing).toEqual([]);

  const ofLater = await forge(packBundle(folder, null), (journals) => {
    journals.run = { ...journals.run, suiteVersion: '9.0.0', suiteFingerprint: '0'.repeat(64) };
  });
  const files = unpackBundle(ofLater);
  const packed: unknown = JSON.parse(files.get('verdict.json')?.toString('utf8') ?? '');
  files.set('verdict.json', Buffer.from(JSON.stringify(addUnknownFields(packed))));
  files.delete(manifestName);
  expect(await verified(sealBundle(files, null))).toMatchObject({ tampered: [], differs: [] });

  expect((await writeReports(folder, clauses, { draw })).troubles).toEqual([]);
  expect(readJson(folder, 'verdict.json')).not.toHaveProperty('ofALaterRelease');
});
