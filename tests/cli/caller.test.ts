import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import type { Twist } from '../../sandbox/http/exchange.ts';
import { startSandbox } from '../../sandbox/start.ts';
import { program } from '../program/program.ts';
import { someOf } from '../some-of.ts';

const product = `dmt-conformance/${manifest.version}`;

async function served() {
  const callers = new Map<string, Set<string>>();
  const twist: Twist = (right) => (ask) => {
    const room = ask.path.startsWith('/sandbox/') ? 'phone' : 'service';
    callers.set(room, (callers.get(room) ?? new Set()).add(ask.headers['user-agent'] ?? 'nobody'));
    return right(ask);
  };
  const sandbox = await startSandbox({ twist });
  onTestFinished(() => sandbox.close());
  return { callers, environment: { ...sandbox.environment, ...sandbox.permissions, DMT_TARGET: 'uat' } };
}

test.each(
  someOf(2, [
    ['a transfer', ['--check', 'OP-9', 'TOKEN']],
    ['everything', []],
  ] as const),
)('every request of %s names its run, and every other request names its command', async (_, selection) => {
  const { callers, environment } = await served();
  const { verdict } = await program(['run', ...selection], environment);
  expect(callers.get('service')).toEqual(new Set([`${product} run/${verdict.run.id}`]));
  expect(callers.get('phone')).toEqual(new Set([product]));
  callers.clear();
  await program(['doctor'], environment);
  expect(callers.get('service')).toEqual(new Set([product]));
});

test('a campaign may deliberately change its user agent', async () => {
  const { callers, environment } = await served();
  await program(['run', '--check', 'HTTP-NO-5XX~fuzz-headers-OP-2'], { ...environment, DMT_FUZZ_RUNS: '20' });
  const others = [...(callers.get('service') ?? [])].filter((caller) => !caller.startsWith(product));
  expect(others.some((caller) => /^a{5000}$/.test(caller))).toBe(true);
});
