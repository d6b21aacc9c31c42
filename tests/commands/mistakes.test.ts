import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/start.ts';
import { openPlaces } from '../addresses/places.ts';
import { newFolder, program } from '../program/program.ts';
import { mistakes, type Circumstances } from './mistakes.ts';
import { someOf } from '../some-of.ts';

/** A check that needs a token, and one that needs a code. A whole run meets each mistake as well. */
const selection = {
  DMT_CHECKS: 'OP2-SERVED,OP4-SERVED',
  DMT_PENDING_TIMEOUT_MS: '100',
};

/** Two lines of a wide terminal. */
const twoLines = 260;

async function meet(): Promise<Circumstances> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const places = openPlaces();
  onTestFinished(places.close);
  const elsewhere = await places.serve((_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html></html>'));
  return { right: { ...sandbox.environment, ...sandbox.permissions }, folder: newFolder(), elsewhere };
}

test.for(
  someOf(
    4,
    mistakes.map((mistake) => [mistake.story, mistake] as const),
  ),
)('%s: told in one message, and nobody is accused', async ([, mistake]) => {
  const circumstances = await meet();
  const environment = { ...circumstances.right, ...selection, DMT_TARGET: 'uat', ...mistake.set(circumstances) };
  const ended = await program([], environment);
  const { code, said } = ended;
  expect(code, said).toBe(mistake.exitCode);
  expect(said).not.toContain('NOT CONFORMANT');
  const line = said.split('\n').find((one) => mistake.says.every((words) => one.includes(words)));
  expect(line, said).toBeDefined();
  if (code === 2) {
    expect(() => ended.verdict).toThrow('expected a verdict.json, received none');
    expect(said.split('\n').filter((one) => one.length > twoLines)).toEqual([]);
    return;
  }
  const { counts, run } = ended.verdict;
  expect({ accused: counts.fail + counts.error, few: run.requests < 120 }, said).toEqual({ accused: 0, few: true });
});

test('at least twenty mistakes are written down, each once', () => {
  expect(new Set(mistakes.map(({ story }) => story)).size).toBe(mistakes.length);
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
});
