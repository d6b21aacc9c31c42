import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customerBody, customerResult } from '../callback/samples.ts';
import { newFolder, program, stackTrace } from '../program/program.ts';

const post = (body: unknown): unknown => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });
const withMobile = (mobile: unknown): unknown => ({ ...customerBody, result: { ...customerResult, mobile } });

test.each([
  ['right ones', JSON.stringify([post(customerBody), post(customerBody)]), 0, 'SELECTION · NO VIOLATION FOUND   2 callbacks'],
  [
    'bodies alone, on lines',
    `${JSON.stringify(customerBody)}\n${JSON.stringify(customerBody)}\n`,
    0,
    'SELECTION · NO VIOLATION FOUND   2 callbacks',
  ],
  ['a wrong one', JSON.stringify([post(customerBody), post(withMobile('text'))]), 1, 'in        callback 2   (1 of 2 judged)'],
  ['a value beyond an example', JSON.stringify({ ...customerBody, result: { ...customerResult, action: 'LEFT' } }), 0, 'WARN'],
  ['text in place of a body', JSON.stringify([post('a=b')]), 1, 'CALLBACK-ENVELOPE'],
  ['control characters', JSON.stringify(withMobile('\u001b[2J')), 1, '"\\u001b[2J" (text)'],
  ['none', '[]', 2, 'received no callback'],
  [
    'a code that the document does not have',
    JSON.stringify({ ...customerBody, status: { message: 'success', code: 200 } }),
    1,
    'BLOCKED  1 check ',
  ],
  ['another file', '{ "name": "a package", "version": "1.0.0" }', 2, 'received nothing that has headers, or a status or result'],
  ['one without an envelope beside a right one', JSON.stringify([customerBody, { name: 'x' }]), 1, 'CALLBACK-ENVELOPE'],
  ['no JSON', 'x', 2, 'received line 1 is not JSON'],
])('recorded callbacks are judged without a run: %s', async (_, text, exit, words) => {
  const file = join(newFolder(), 'callbacks.json');
  writeFileSync(file, text);
  const { code, said } = await program(['callback', file]);
  expect({ code, trace: stackTrace.test(said) }).toEqual({ code: exit, trace: false });
  expect(said).toContain(words);
});

test('a missing file is a usage error', async () => {
  const { code, said } = await program(['callback', '/no/such/file']);
  expect(code).toBe(2);
  expect(said).toContain('/no/such/file');
});
