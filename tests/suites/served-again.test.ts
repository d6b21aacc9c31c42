import { expect, test } from 'vitest';
import { senderDetail, transferSecurityScheme } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { servedCalls } from '../../suites/envelope/served-calls.ts';
import { recordedExchange, refused, served } from '../judge/recorded-exchange.ts';

const rule = servedCalls.checks.find(({ id }) => id === 'OP8-SERVED~every-answer');
const ids = { senderId: '5f0c7a52-0000-4abc-8def-00000000000b', subAgentTagId: '5f0c7a52-0000-4abc-8def-00000000000a' };

const askScheme = (id: string, after: number, answer: unknown, status = 200): Exchange =>
  recordedExchange(transferSecurityScheme, { id, values: { ...ids, paymentSource: 'wallet' }, after, answer, status });
const wrongCode = recordedExchange(senderDetail, {
  id: 'x2',
  values: { ...ids, consent: 'OTP 111111 x' },
  after: 1,
  answer: refused(4170),
});

function judgeLast(exchanges: readonly Exchange[]): unknown {
  const last = exchanges.at(-1);
  if (rule?.kind !== 'passive' || last === undefined) throw new Error('expected a rule and an answer');
  return rule.judge(readReply(transferSecurityScheme, last, true), foldRecord(exchanges).momentOf(last));
}

const before = askScheme('x1', 0, served({ scheme: 'OTP' }));

test('a call that was served once and is refused later accuses', () => {
  const judgement = judgeLast([before, askScheme('x3', 1, refused(4001))]);
  expect(judgement).toMatchObject({ held: false, beside: ['x1'] });
  expect(judgement).not.toHaveProperty('atMost');
});

test('behind a wrong code of its sender it raises a question, for that may have locked the sender', () => {
  expect(judgeLast([before, wrongCode, askScheme('x3', 2, refused(4001))])).toMatchObject({
    held: false,
    atMost: 'warn',
    beside: ['x1', 'x2'],
  });
});

test('no lock explains HTTP 404', () => {
  const judgement = judgeLast([before, wrongCode, askScheme('x3', 2, {}, 404)]);
  expect(judgement).toMatchObject({ held: false, beside: ['x1'] });
  expect(judgement).not.toHaveProperty('atMost');
});
