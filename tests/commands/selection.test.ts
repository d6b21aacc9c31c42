import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { assembleFile } from '../report/assembled.ts';
import { buildSample, removeFolders } from '../report/sample.ts';
import { newFolder, program } from '../program/program.ts';

afterAll(removeFolders);

test.each([
  ['run', ['--check', 'OP9-SERVD'], {}, '--check: expected a check id', 'did you mean --check OP9-SERVED?'],
  ['plan', ['--check', 'op9-result-invoice-di'], {}, '--check: expected', 'did you mean --check OP9-RESULT-INVOICE-ID?'],
  ['run', ['--check', 'OVERVIEW-USER-TYPES'], {}, 'which selects nothing; it is judged by', '--check OP1-SERVED'],
  ['explain', ['OP11-AMOUNT'], {}, 'expected the id of a clause', 'did you mean OP11-AMOUNT-EXACT?'],
  ['run', ['--check', 'OPX*'], {}, '--check: expected', 'for example --check OP-9'],
  ['run', [], { DMT_CHECKS: 'OP99' }, 'DMT_CHECKS: expected', 'did you mean DMT_CHECKS=OP-9'],
])(
  '%s %j: a selection that selects nothing names the option that was used and what is near',
  async (command, args, environment, ...told) => {
    const { code, said } = await program([command, ...args], environment);
    expect(code).toBe(2);
    for (const words of told) expect(said).toContain(words);
  },
);

test('checks without a target replace no report of another target', async () => {
  const folder = newFolder();
  const path = join(folder, 'verdict.json');
  writeFileSync(path, JSON.stringify(assembleFile(buildSample(['pass', 'fail']))));
  const before = readFileSync(path, 'utf8');
  const { code, said } = await program(['run', '--check', 'OP1-SERVED'], {}, folder);
  expect(code).toBe(2);
  expect(said).toContain('holds a run on uat at uat.example, and these checks would judge our own sandbox, since DMT_BASE_URL is not set');
  expect(said).toContain('nothing was sent');
  expect(readFileSync(path, 'utf8')).toBe(before);
});
