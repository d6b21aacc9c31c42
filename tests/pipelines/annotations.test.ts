import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationById } from '../../specs/operations.ts';
import { annotationLines } from '../../helpers/report/terminal/annotations.ts';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { newFolder, program } from '../program/program.ts';
import { assembleFile } from '../report/assembled.ts';
import { checkFor, clauseFor, endLine, header, hostile, outcomeFor } from '../report/sample.ts';

const operation = operationById('OP-9');

function brokenFile(count: number, received = 'an artificial answer'): VerdictFile {
  const clauses = Array.from({ length: count }, (_, nth) => clauseFor('fail', operation, nth));
  const plan = clauses.map(checkFor);
  const outcomes = plan.map((check) => outcomeFor(check, 'fail', { received }));
  return assembleFile({ run: header, clauses, plan, outcomes, exchanges: [], end: endLine });
}

test('each broken clause has an annotation whose title says what is wrong', () => {
  const [line = '', ...others] = annotationLines(brokenFile(1, '100%, "SAMPLE"'));
  expect(others).toEqual([]);
  expect(line).toMatch(
    /^::error title=OP9-FAIL-0 is broken\. result\.invoiceId%3A the specification asks for text of digits%2C the service gave 100%25%2C "SAMPLE"\.::OP-9 /,
  );
  expect(line).toContain('%0Aexpected text of digits%0Areceived 100%25, "SAMPLE"%0Acheck: a sample fact of OP9-FAIL-0%0Arepeat: ');
});

test('what the service sent neither ends a line nor begins a command', () => {
  const lines = annotationLines(brokenFile(1, `${hostile}\r\n::error::evil`));
  expect(lines.length).toBe(1);
  expect(lines[0]?.split(/[\r\n]/).length).toBe(1);
});

test('GitHub shows ten, so the tenth of more names the rest', () => {
  expect(annotationLines(brokenFile(10)).length).toBe(10);
  const lines = annotationLines(brokenFile(12));
  expect(lines.length).toBe(10);
  expect(lines[9]).toMatch(/^::error title=3 more broken clauses::/);
});

test('a run that accuses nobody says why it did not end with 0; one that did says nothing', () => {
  const file = brokenFile(0);
  expect(annotationLines({ ...file, exitCode: 0 })).toEqual([]);
  expect(annotationLines({ ...file, verdict: 'incomplete', exitCode: 3, because: 'an artificial reason' })).toEqual([
    '::error title=incomplete (exit 3)::an artificial reason',
  ]);
});

test('the command prints them, and refuses a folder without a verdict', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(brokenFile(1)));
  const told = await program(['annotations'], {}, folder);
  expect([told.code, told.said]).toEqual([0, expect.stringMatching(/^::error title=OP9-FAIL-0 .*\n$/)]);
  expect((await program(['annotations', '--report-dir', newFolder()])).code).toBe(2);
});
