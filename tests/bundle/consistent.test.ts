import { expect, test } from 'vitest';
import { findRequestOrderProblems } from '../../helpers/bundle/journal-consistency.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';

const request = { method: 'GET', url: 'http://127.0.0.1:1/', headers: [], body: null };
const exchange = (id: string, second: number, kept?: true): Exchange => ({
  id,
  operation: 'OP-2',
  purpose: 'read',
  durationMs: 1,
  request,
  response: null,
  trouble: { kind: 'reset', message: 'reset' },
  startedAt: `2026-11-20T10:00:0${second}.000Z`,
  ...(kept && { kept }),
});

test('exchanges are numbered in the order of leaving', () => {
  expect(findRequestOrderProblems({ exchanges: [exchange('x1', 1), exchange('x2', 2)] }, [])).toEqual([]);
  expect(findRequestOrderProblems({ exchanges: [exchange('x1', 5), exchange('x2', 2)] }, [])).toEqual([
    'x2 left before x1, whose number is lower',
  ]);
});

test('an exchange that a campaign records later has a later number, which is no contradiction', () => {
  expect(findRequestOrderProblems({ exchanges: [exchange('x1', 5), exchange('x2', 2, true), exchange('x3', 6)] }, [])).toEqual([]);
});

test('a call of the ledger may leave later than its number says, never earlier', () => {
  const late = [exchange('x1', 1), exchange('x2', 5), exchange('x3', 2)];
  expect(findRequestOrderProblems({ exchanges: late }, [{ exchange: 'x2' }])).toEqual([]);
  const early = [exchange('x1', 5), exchange('x2', 2)];
  expect(findRequestOrderProblems({ exchanges: early }, [{ exchange: 'x2' }])).toEqual(['x2 left before x1, whose number is lower']);
});
