import { afterAll, expect, test } from 'vitest';
import type { VerdictFile } from '../../helpers/report/model/verdict-file.ts';
import { summaryLines } from '../../helpers/report/terminal/lines.ts';
import { formatCommand, formatProgram } from '../../helpers/config/environment.ts';
import { assembleFile } from '../report/assembled.ts';
import { buildSample, header, removeFolders } from '../report/sample.ts';

afterAll(removeFolders);

const { program: _, ...earlierHeader } = header;

const commandsOf = (file: VerdictFile): readonly (string | undefined)[] => {
  const interrupted = { ...file, run: { ...file.run, interrupted: true } };
  const [resume = ''] = summaryLines(interrupted, { color: false, report: null }).filter((line) => line.startsWith('resume'));
  return [file.checks[0]?.reproduce, resume.replace(/^resume +/, '')];
};

test('the commands of a report start the program as its run did', () => {
  const file = assembleFile(buildSample(['fail']));
  expect(commandsOf(file)).toEqual([
    "npm run conformance -- --env uat --check 'OP1-FAIL-0~plain'",
    'npm run conformance -- --env uat run --resume   (tries only unfinished checks)',
  ]);
});

test('the commands of an earlier record stay as they were packed', () => {
  const file = assembleFile(buildSample(['fail'], { run: earlierHeader }));
  expect(commandsOf(file)[0]).toBe("npx dmt-conformance --check 'OP1-FAIL-0~plain'");
});

test('a command names the file of settings that the program reads', () => {
  expect([formatCommand('doctor'), formatCommand('doctor', formatProgram('uat'))]).toEqual([
    'npm run conformance -- doctor',
    'npm run conformance -- --env uat doctor',
  ]);
});
