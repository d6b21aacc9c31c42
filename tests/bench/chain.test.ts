import { expect, test } from 'vitest';
import type { Subject } from '../../specs/clause.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { longestChain } from '../../bench/speed/chain.ts';

interface TestCall {
  readonly at: number;
  readonly operation?: Subject;
  readonly purpose?: string;
  readonly path?: string;
  readonly body?: string;
  readonly answer?: string;
}

const none = new Set<string>();

/** Exchanges of 150 ms each, by when they left. */
const recorded = (all: readonly TestCall[]): readonly Exchange[] =>
  all.map(({ at, operation = 'OP-14', purpose = `step ${at}`, path = '/', body = null, answer = '{"code":2000}' }, nth) => ({
    id: `x${nth + 1}`,
    operation,
    purpose,
    startedAt: new Date(at).toISOString(),
    durationMs: 150,
    request: { method: 'POST', url: `http://127.0.0.1${path}`, headers: [], body: body === null ? null : { text: body, encoding: 'utf8' } },
    response: { status: 200, headers: [], body: { text: answer, encoding: 'utf8' }, truncated: false },
    trouble: null,
  }));

const findChain = (all: readonly TestCall[], alone = none, coded = none): readonly string[] =>
  longestChain({ exchanges: recorded(all), alone, coded }).exchanges.map(({ id }) => id);

const id = '00000000-0000-4000-8000-000000000001';
const mobile = '{"object":9990000002}';

test('a request depends on the answer that was the first to bring what it carries', () => {
  const brings = { at: 0, answer: `{"result":"${id}"}` };
  expect(findChain([brings, { at: 200, path: `/${id}` }])).toEqual(['x1', 'x2']);
  expect(
    findChain([
      { at: 0, path: `/${id}` },
      { ...brings, at: 200 },
      { at: 400, path: `/${id}` },
    ]),
  ).toHaveLength(1);
});

test('what left before the answer came does not depend on it', () => {
  expect(
    findChain([
      { at: 0, purpose: 'both' },
      { at: 100, purpose: 'both' },
    ]),
  ).toHaveLength(1);
});

test('what merely came later depends on nothing', () => {
  expect(findChain([{ at: 0 }, { at: 200 }, { at: 400 }])).toHaveLength(1);
});

test('a step sends one after another, and a sender is used in turn, but not by checks', () => {
  expect(
    findChain([
      { at: 0, purpose: 'both' },
      { at: 200, purpose: 'both' },
    ]),
  ).toEqual(['x1', 'x2']);
  const asked = { operation: 'OP-3', body: mobile } as const;
  expect(
    findChain([
      { at: 0, ...asked },
      { at: 200, ...asked },
    ]),
  ).toEqual(['x1', 'x2']);
  expect(
    findChain([
      { at: 0, ...asked },
      { at: 200, ...asked, purpose: 'OP3-RESULT~other' },
    ]),
  ).toHaveLength(1);
});

test('a check that runs alone comes after the longest chain of all others', () => {
  const all = [{ at: 0, purpose: 'both' }, { at: 200, purpose: 'both' }, { at: 400 }];
  expect(findChain(all, new Set(['x3']))).toEqual(['x1', 'x2', 'x3']);
});

test('a code is an answer too', () => {
  const { codes } = longestChain({ exchanges: recorded([{ at: 0 }]), alone: none, coded: new Set(['x1']) });
  expect(codes).toBe(1);
});
