import { describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../specs/operations.ts';
import { openAvailability, type Availability } from '../../helpers/session/availability.ts';
import type { Wait } from '../../helpers/core/records/journal-lines.ts';
import { parseRetryAfter } from '../../helpers/session/retry-after.ts';
import type { HeaderList } from '../../helpers/core/exchange.ts';
import { startSandbox, type SandboxOptions } from '../../sandbox/start.ts';
import { gatewayPage, on, type When } from '../../sandbox/twists/twists.ts';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { runForVerdict } from '../run/recorded.ts';

const about = { id: 'OP-2' } as const;

/** A target whose control calls fail this often, and the waits for it. */
function availableAfter(
  failures: number,
  timeoutMs = 20_000,
): { readonly availability: Availability; readonly waits: Wait[]; readonly asked: () => number } {
  const waits: Wait[] = [];
  let asked = 0;
  const controlsSucceed = (): Promise<boolean> => Promise.resolve((asked += 1) > failures);
  return { availability: openAvailability({ controlsSucceed, timeoutMs, onWait: (wait) => waits.push(wait) }), waits, asked: () => asked };
}

describe('an outage', () => {
  test('is waited out once for all calls that meet it, and reported', async () => {
    const { availability, waits, asked } = availableAfter(3);
    expect(await Promise.all([1, 2, 3].map(() => availability.waitUntilBack(about, 'reset')))).toEqual([true, true, true]);
    expect(asked()).toBe(4);
    expect(waits.map(({ reason }) => reason)).toEqual(['OP-2 and the control calls met trouble']);
  });

  test('is waited for no longer than the run allows in total', async () => {
    // Each wait takes at least a tenth of a second, so at most three fit into 300 ms.
    const { availability, waits, asked } = availableAfter(Infinity, 300);
    for (let n = 0; n < 4; n += 1) expect(await availability.waitUntilBack(about, 'reset')).toBe(false);
    const told = waits.length;
    const before = asked();
    expect(told).toBeGreaterThan(0);
    expect(await availability.waitUntilBack(about, 'reset')).toBe(false);
    // The target has never answered: no further control call is made.
    expect([waits.length, asked() - before]).toEqual([told, 0]);
    expect(waits[0]?.reason).toContain('until the wait ended');
  });

  test('that is silence before the first answer was waited out already: one control call, and no wait', async () => {
    const { availability, waits, asked } = availableAfter(Infinity);
    expect(await availability.waitUntilBack(about, 'timeout')).toBe(false);
    expect([asked(), waits]).toEqual([1, []]);
  });

  test.each(['dns', 'tls', 'proxy', 'protocol'] as const)('that people have to mend is not waited for: %s', async (trouble) => {
    const { availability, asked } = availableAfter(1);
    expect(await availability.waitUntilBack(about, trouble)).toBe(false);
    expect(asked()).toBe(0);
  });

  test('is not waited for once the run ends', async () => {
    const { availability, asked } = availableAfter(Infinity);
    availability.note(about, 'environmental', null, Date.now());
    const waiting = [availability.waitUntilBack(about, 'reset'), availability.mustBeAvailable().catch(() => false)];
    // Without its end, this wait would be longer than the test may take.
    await Promise.resolve();
    availability.close();
    const before = asked();
    expect(await Promise.all([...waiting, availability.waitUntilBack(about, 'reset')])).toEqual([false, false, false]);
    await expect(availability.mustBeAvailable()).rejects.toThrow('out of order');
    expect(asked()).toBe(before);
  });

  test('stops calls with effects until another call gets through', async () => {
    const { availability } = availableAfter(Infinity, 50);
    await availability.mustBeAvailable();
    availability.note(about, 'environmental', null, Date.now());
    await expect(availability.mustBeAvailable()).rejects.toThrow('out of order');
    availability.note(about, 'clear', null, Date.now());
    await availability.mustBeAvailable();
  });
});

describe('Retry-After', () => {
  const answer = (status: number, ...headers: HeaderList[number][]) => ({
    response: { status, headers, body: { text: '', encoding: 'utf8' as const }, truncated: false },
  });

  test.each([
    ['seconds', answer(429, ['Retry-After', '2']), 2000],
    [
      'a date, by the clock of the service',
      answer(503, ['retry-after', 'Sun, 22 Nov 2026 01:00:03 GMT'], ['date', 'Sun, 22 Nov 2026 01:00:00 GMT']),
      3000,
    ],
    ['a moment gone by', answer(503, ['retry-after', 'Sun, 22 Nov 2026 01:00:00 GMT'], ['date', 'Sun, 22 Nov 2026 01:00:03 GMT']), 0],
    ['words', answer(503, ['retry-after', 'soon']), null],
    ['another status', answer(500, ['retry-after', '2']), null],
    ['no answer', { response: null }, null],
  ])('is read: %s', (_, exchange, milliseconds) => {
    expect(parseRetryAfter(exchange)).toBe(milliseconds);
  });

  test('is respected, but no longer than the timeout of one answer', async () => {
    const { availability, waits } = availableAfter(0, 50);
    availability.note(about, 'environmental', 3_600_000, Date.now());
    await availability.waitForRetryAfter();
    expect(waits).toMatchObject([{ reason: 'OP-2 was answered with Retry-After' }]);
  });
});

/** More calls than run at once, each repeated as often as may be, so that some wait for the end of the outage. */
const callsMet = 48;

/** From this call on, the target is out of order until this many calls have met it. */
function outageFrom(begins: When, lasts: number, onMet: (operation: string) => void = () => undefined): Twist {
  return (right) => {
    let left = lasts;
    let begun = false;
    return (ask) => {
      begun ||= begins(ask);
      if (!begun || left === 0) return right(ask);
      left -= 1;
      onMet(ask.operation ?? '');
      return Promise.resolve(gatewayPage(503));
    };
  };
}

const withEffects: ReadonlySet<string> = new Set(operations.filter(({ effect }) => effect !== 'none').map(({ id }) => id));

describe('a run', () => {
  const open = async (options: SandboxOptions): Promise<Record<string, string>> => {
    const sandbox = await startSandbox(options);
    onTestFinished(() => sandbox.close());
    return {
      ...sandbox.environment,
      ...sandbox.permissions,
      DMT_TARGET: 'uat',
      DMT_TIMEOUT_MS: '10000',
      DMT_CHECKS: 'OP-2,OP-15',
      DMT_FUZZ_RUNS: '0',
    };
  };

  test('stops while everything is out of order, goes on afterwards, and reports both', async () => {
    const twist = outageFrom(on('OP-15'), callsMet);
    const file = await runForVerdict(await open({ twist }));
    expect({ blocked: file.counts.blocked, fail: file.counts.fail, exitCode: file.exitCode }).toEqual({ blocked: 0, fail: 0, exitCode: 0 });
    expect(file.run.waits?.length).toBeGreaterThan(0);
  });

  test('of a target that does not come back is inconclusive, and leaves few calls in doubt', async () => {
    const met: string[] = [];
    const twist = outageFrom(on('OP-11'), Infinity, (operation) => void met.push(operation));
    const file = await runForVerdict({ ...(await open({ twist })), DMT_TIMEOUT_MS: '1000', DMT_CHECKS: 'OP-*,ACTUATOR' });
    const { verdict, exitCode, counts, because } = file;
    expect({ verdict, exitCode, fail: counts.fail, because }).toEqual({
      verdict: 'inconclusive',
      exitCode: 4,
      fail: 0,
      because: 'no call was sent any more, since the target is out of order: run it again when it is back',
    });
    expect(counts.blocked).toBeGreaterThan(100);
    // Calls that waited for no slot were under way when it began.
    expect(met.filter((id) => withEffects.has(id)).length).toBeLessThanOrEqual(8);
  });

  test('that never meets trouble never waits', async () => {
    expect((await runForVerdict(await open({}))).run.waits).toBeUndefined();
  });
});
