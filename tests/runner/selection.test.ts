import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { planFor } from '../../suites/plan-for.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import { judgeSandbox } from '../run/judged.ts';
import { someOf } from '../some-of.ts';

/** They need to know whether sessions serve again, and find it out only beside other transfers. */
const needsOthers: ReadonlySet<string> = new Set(['CODE-4170~wrong-mpin-OP-9-query', 'CONSENT-NONE-WHERE-OTP~four-digit-OP-9']);

function listChecks(): readonly string[] {
  const read = readConfig({ DMT_FUZZ_RUNS: '0' }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return planFor(read.config).entries.map(({ planned }) => planned.id);
}

/** Whoever repeats one check wants to see what the run saw. */
describe('a check that is selected alone', () => {
  const verdicts = new Map<string, string>();

  beforeAll(async () => {
    for (const { check, verdict } of await judgeSandbox({})) verdicts.set(check, verdict);
  });

  test.concurrent.each(
    someOf(
      91,
      listChecks().filter((id) => !needsOthers.has(id)),
    ),
  )('ends as in the whole run: %s', async (id) => {
    const ended = await judgeSandbox({}, {}, [id]);
    expect(ended.map(({ check, verdict }) => [check, verdict])).toEqual([[id, verdicts.get(id)]]);
  });
});

/** Checks share steps, and which of them asks first depends on the selection. */
const selections = fc.sample(fc.subarray([...listChecks()], { minLength: 2, maxLength: 300 }), { seed: 1, numRuns: 60 });

/** Each accused the honest sandbox, or blocked something, before it was mended. */
const foundOnes: readonly (readonly [string, readonly string[]])[] = [
  [
    'an eKYC behind transfers that another check asks for late',
    ['OP11-AMOUNT-EXACT~four-digit', 'OP11-AMOUNT-EXACT~another-sender', 'OP16-MOVES-NO-MONEY~customer'],
  ],
];

test.each(foundOnes)('a selection of %s accuses nobody', async (_, selection) => {
  const ended = await judgeSandbox({}, {}, selection);
  expect(ended.map(({ check, verdict }) => `${check} ${verdict}`).sort()).toEqual(selection.map((check) => `${check} pass`).sort());
});

test.concurrent.each(someOf(60, [...selections.entries()]))('selection %i accuses nobody and blocks nothing', async (_, selection) => {
  const ended = await judgeSandbox({}, {}, selection);
  expect(ended.filter(({ verdict }) => ['fail', 'error', 'warn', 'blocked'].includes(verdict)).map(({ check }) => check)).toEqual([]);
});
