import { expect, test } from 'vitest';
import { tryAll } from './tried.ts';

test.each([
  ['a fault', 'token-without-basic', 0, /^fault token-without-basic: judged as it deserves$/m],
  ['a variant', 'html-refusals', 0, /^variant html-refusals: judged as it deserves$/m],
  ['a check', 'OP2-SERVED~documented-call', 0, /^pass +OP2-SERVED~documented-call/m],
  ['a check of a campaign', 'HTTP-NO-5XX~fuzz-address-OP-2', 0, /^pass +HTTP-NO-5XX~fuzz-address-OP-2/m],
  ['nothing known', 'no-such-thing', 1, /^expected a fault, a variant, a check.*received "no-such-thing"$/m],
])('%s is tried by its id', async (_, word, code, line) => {
  const said: string[] = [];
  expect(await tryAll([word], (each) => said.push(each))).toBe(code);
  expect(said.join('\n')).toMatch(line);
});
