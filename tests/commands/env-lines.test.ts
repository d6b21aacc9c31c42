import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../program/program.ts';
import { runInTerminal } from '../program/terminal.ts';
import { someOf } from '../some-of.ts';

test.each(someOf(3, ['run', 'plan', 'doctor']))('%s refuses a .env of which a line would have no effect', async (command) => {
  const folder = newFolder();
  writeFileSync(join(folder, '.env'), 'DMT_RUN_BY=a desk\nDMT_BASE_URL https://uat.example\n');
  const sat = runInTerminal([command], {}, () => undefined, folder);
  expect(await sat.ended, sat.screen()).toBe(2);
  expect(sat.screen()).toContain('.env line 2: expected DMT_BASE_URL=value');
  expect(sat.screen()).not.toContain('sandbox');
});
