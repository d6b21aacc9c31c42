import { expect, test } from 'vitest';
import { findAccusation } from '../../helpers/fuzz/calls/oracles.ts';
import { catalogues } from '../../helpers/fuzz/cases/catalogue.ts';
import type { Case } from '../../helpers/fuzz/cases/case.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { paymentSources } from '../../specs/operations.ts';
import type { Accusation } from '../../helpers/session/unrecorded-send.ts';
import { reply } from '../judge/replies.ts';

const rawCase = (name: string): Case => {
  const found = catalogues.bytes(paymentSources).find(({ mutation }) => mutation === `bytes: ${name}`);
  if (found === undefined) throw new Error(`expected a case ${name}, received none`);
  return found;
};

const accuse = (dimension: 'bytes' | 'headers', expects: Case['expects'], answer: Reply): string | null =>
  findAccusation(dimension, expects, answer, [], {})?.clause ?? null;

const accuseRaw = (name: string, status: number): string | null =>
  accuse('bytes', rawCase(name).expects, reply(paymentSources, { status }));

test.each(['HTTP/9.9', 'HTTP/1.0', 'an unknown method', 'an unknown transfer encoding', 'no HTTP at all'])(
  'what is no HTTP/1.1 may be answered with 501 or 505, and not with 500: %s',
  (name) => {
    expect([501, 505, 500].map((status) => accuseRaw(name, status))).toEqual([null, null, 'HTTP-NO-5XX']);
  },
);

test.each(['as documented', 'an absolute address', 'odd chunks'])('well-formed HTTP/1.1 may not: %s', (name) => {
  expect([501, 505].map((status) => accuseRaw(name, status))).toEqual(['HTTP-NO-5XX', 'HTTP-NO-5XX']);
});

function withHeader(status: number, length: number): Reply {
  const answer = reply(paymentSources, { status });
  const { exchange } = answer;
  return { ...answer, exchange: { ...exchange, request: { ...exchange.request, headers: [['X-Fuzz', 'a'.repeat(length)]] } } };
}

test('headers longer than servers read may be answered with 501 or 505 too', () => {
  expect([16_000, 5000].map((length) => accuse('headers', 'any', withHeader(505, length)))).toEqual([null, 'HTTP-NO-5XX']);
});

test('a consent longer than servers read may be answered with a status of their own', () => {
  const unlisted: Accusation = {
    clause: 'HTTP-LISTED',
    judgement: { held: false, expected: 'a listed status', received: 'HTTP 431', place: null },
  };
  const found = [16_000, 5000].map((length) => findAccusation('consent', 'any', withHeader(431, length), [unlisted], {})?.clause);
  expect(found).toEqual([undefined, 'HTTP-LISTED']);
});
