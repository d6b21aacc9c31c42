import { describe, expect, test } from 'vitest';
import { atTheTerminal } from '../program/typing.ts';

describe('codes that are not typed at a terminal', () => {
  test('that are refused twice are not requested a third time', async () => {
    const { code, prompts, verdict } = await atTheTerminal(['OP4-SERVED', 'OP-6'], (_, { type }) => {
      type('000000\r');
    });
    expect([code, verdict.counts.fail, verdict.counts.error]).toEqual([3, 0, 0]);
    expect(verdict.causes[0]).toMatchObject({ cause: 'otp-source', owner: 'configuration' });
    const counts = [...Map.groupBy(prompts, ({ purpose, mobile }) => `${purpose} ${mobile}`).values()].map(({ length }) => length);
    expect(counts.toSorted().at(-1)).toBe(2);
  });

  test('that did not arrive block the checks that need them, without blaming the service', async () => {
    const { code, verdict } = await atTheTerminal(['OP-2', 'OP-4'], (_, { type }) => {
      type('\r');
    });
    expect(code).toBe(3);
    expect([verdict.counts.fail, verdict.counts.error]).toEqual([0, 0]);
    expect(verdict.causes).toMatchObject([{ cause: 'otp-source', owner: 'environment' }, ...verdict.causes.slice(1)]);
    expect(verdict.checks.filter(({ operation, verdict: ended }) => operation === 'OP-2' && ended === 'pass').length).toBeGreaterThan(0);
  });

  test('are no longer requested after Ctrl-C, and all findings are kept', async () => {
    const { code, prompts, verdict } = await atTheTerminal(['OP-2', 'OP-4'], (_, { type }) => {
      type('\u0003');
    });
    expect({ code, interrupted: verdict.run.interrupted, asked: prompts.length }).toEqual({ code: 4, interrupted: true, asked: 1 });
    expect(verdict.run.requests).toBeGreaterThan(0);
  });
});
