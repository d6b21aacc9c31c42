import { expect, test } from 'vitest';
import { conductTrial } from '../../helpers/runner/trial.ts';
import { readConfig } from '../../helpers/config/read-config.ts';
import type { Environment } from '../../helpers/config/settings.ts';
import { faults } from '../../sandbox/faults.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { planFor } from '../../suites/plan-for.ts';
import { someOf } from '../some-of.ts';

const settings: Environment = {
  DMT_TARGET: 'sandbox',
  DMT_FUZZ_RUNS: '3',
  DMT_PENDING_TIMEOUT_MS: '1000',
  DMT_TIMEOUT_MS: '5000',
  DMT_CALLBACK_TIMEOUT_MS: '2000',
};

async function tried(options: SandboxOptions, checks: readonly string[]) {
  const sandbox = await startSandbox(options);
  try {
    const read = readConfig({ ...sandbox.environment, ...settings, DMT_CHECKS: checks.join(',') }, 'started');
    if (!read.ok) throw new Error(read.problems.join('\n'));
    const { entries } = planFor(read.config);
    return await conductTrial(
      read.config,
      entries.map(({ check }) => check),
      sandbox.setCallbackUrl,
    );
  } finally {
    await sandbox.close();
  }
}

/** One check of each family, and checks that use what others have read. */
const families = [
  'OP1-TAGGED-IS-OLD~new-customer',
  'OP4-SERVED~documented-call',
  'OP6-SENDER-MOBILE-AGREES~customer',
  'OP7-LISTED-AS-SENT~customer',
  'OP9-RESULT-INVOICE-ID~numeric-text',
  'OP9-SAME-CORRELATION-ID~same-request',
  'OP10-SAME-CORRELATION-ID~same-request',
  'OP10-INVOICE-AGREES~customer',
  'OP11-AMOUNT-EXACT~usual',
  'OP12-MOBILE-AGREES~own-sender',
  'OP13-ACTIVATES~customer',
  'OP14-DEBITED~customer',
  'OP14-FOREIGN-SESSION~of-another-sender',
  'OP16-SERVED~documented-call',
  'CONSENT-WRONG-NO-EFFECT~*',
  'AUTH-OTHER-AGENT-SERVED~*',
  'ENVELOPE-BODY~object-OP-9',
  'HTTP-415~*OP-9*',
];

const services: readonly (readonly [string, SandboxOptions])[] = [
  ['the honest sandbox', {}],
  ['one on which OP-9 takes any code', faults.get('op9-takes-any-code') ?? {}],
];

test.each(someOf(2, services))('repeating a check takes no more than its hint says: %s', async (_, options) => {
  const { outcomes } = await tried(options, [...families, 'OP-9', 'OP-14', 'OP-10']);
  const wanted = new Set((await planned(families)).map(({ id }) => id));
  const over: string[] = [];
  for (const { check, takes = { otps: 0, transfers: 0 } } of outcomes.filter((outcome) => wanted.has(outcome.check))) {
    const { totals } = await tried(options, [check]);
    const isWithin = totals.otps <= takes.otps && totals.transfers <= takes.transfers;
    if (!isWithin) over.push(`${check}: ${totals.otps} and ${totals.transfers}, where ${takes.otps} and ${takes.transfers} were said`);
  }
  expect(over).toEqual([]);
  expect(wanted.size).toBeGreaterThan(families.length - 1);
});

test('no check is said to take more transfers than all of them together: refused ones are none', async () => {
  const { outcomes, totals } = await tried({}, ['OP-9']);
  const most = Math.max(...outcomes.map(({ takes }) => takes?.transfers ?? 0));
  expect([most > 0, most <= totals.transfers]).toEqual([true, true]);
});

async function planned(checks: readonly string[]) {
  const sandbox = await startSandbox();
  await sandbox.close();
  const read = readConfig({ ...sandbox.environment, ...settings, DMT_CHECKS: checks.join(',') }, 'started');
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { entries, unmatched } = planFor(read.config);
  expect(unmatched).toEqual([]);
  return entries.map((entry) => entry.planned);
}

test.each(someOf(3, ['OP9-SAME-CORRELATION-ID~race', 'HTTP-400~fuzz-json-OP-7', 'OP14-DEBITED~sequences']))(
  'a part of a campaign takes no more than its hint says: %s',
  async (id) => {
    const { outcomes, totals } = await tried({}, [id]);
    const takes = outcomes[0]?.takes ?? { otps: 0, transfers: 0 };
    expect([totals.otps > 0, totals.otps <= takes.otps, totals.transfers <= takes.transfers]).toEqual([true, true, true]);
  },
);
