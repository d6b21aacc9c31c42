import { expect, test } from 'vitest';
import { program } from '../program/program.ts';

test.each([
  ['run', ['--check', 'OP9-SERVD'], {}, '--check: expected a check id', 'did you mean --check OP9-SERVED?'],
  ['plan', ['--check', 'op9-result-invoice-di'], {}, '--check: expected', 'did you mean --check OP9-RESULT-INVOICE-ID?'],
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
