import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openCodeTurns, type CodeTurns } from '../../helpers/client/limits/code-turns.ts';

/** Two askers begin; returns which of them asked before the first was done. */
async function askTwice({ inTurn }: CodeTurns): Promise<readonly string[]> {
  const asked: string[] = [];
  const done = Promise.withResolvers<undefined>();
  const ask = (name: string): Promise<void> =>
    inTurn(async (begin) => {
      await begin();
      asked.push(name);
      await done.promise;
    });
  const both = [ask('first'), ask('second')];
  await nextRound();
  const before = [...asked];
  done.resolve(undefined);
  await Promise.all(both);
  expect(asked).toEqual(['first', 'second']);
  return before;
}

test('codes are asked for side by side while OP-3 refuses none', async () => {
  expect(await askTwice(openCodeTurns())).toEqual(['first', 'second']);
});

test('they are asked for one after another once OP-3 has refused a mobile its first code', async () => {
  const turns = openCodeTurns();
  turns.noteRefused('9990000101');
  expect(await askTwice(turns)).toEqual(['first']);
});

test('a limit of one mobile keeps no other one waiting', async () => {
  const turns = openCodeTurns();
  turns.noteSent('9990000101');
  turns.noteRefused('9990000101');
  expect(await askTwice(turns)).toEqual(['first', 'second']);
});

test('a turn ends where asking fails', async () => {
  const turns = openCodeTurns();
  turns.noteRefused('9990000101');
  const failing = turns.inTurn(async (begin) => {
    await begin();
    throw new Error('no answer');
  });
  await expect(failing).rejects.toThrow('no answer');
  expect(await askTwice(turns)).toEqual(['first']);
});
