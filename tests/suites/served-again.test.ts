import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import {
  onboardingStatus,
  requestTransfer,
  senderDetail,
  tagUser,
  transferSecurityScheme,
  transactionStatus,
} from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { servedCalls } from '../../suites/envelope/served-calls.ts';
import { recordedExchange, refused, served } from '../judge/recorded-exchange.ts';

const ruleOf = (id: string) => servedCalls.checks.find((each) => each.id === `${id}~every-answer`);
const ids = { senderId: '5f0c7a52-0000-4abc-8def-00000000000b', subAgentTagId: '5f0c7a52-0000-4abc-8def-00000000000a' };

const askScheme = (id: string, after: number, answer: unknown, status = 200): Exchange =>
  recordedExchange(transferSecurityScheme, { id, values: { ...ids, paymentSource: 'wallet' }, after, answer, status });
const wrongCode = recordedExchange(senderDetail, {
  id: 'x2',
  values: { ...ids, consent: 'OTP 111111 x' },
  after: 1,
  answer: refused(4170),
});

function judgeAt(place: number, exchanges: readonly Exchange[], operation: Operation, clause: string): unknown {
  const rule = ruleOf(clause);
  const judged = exchanges.at(place);
  if (rule?.kind !== 'passive' || judged === undefined) throw new Error('expected a rule and an answer');
  return rule.judge(readReply(operation, judged, true), foldRecord(exchanges).momentOf(judged));
}

const judgeLast = (exchanges: readonly Exchange[], operation: Operation = transferSecurityScheme, clause = 'OP8-SERVED'): unknown =>
  judgeAt(-1, exchanges, operation, clause);

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

describe('a status that was served and is not found later', () => {
  const correlationId = '5f0c7a52-0000-4abc-8def-0000000000c1';
  const transfer = { ...ids, sessionId: ids.senderId, correlationId, amount: 1, from: ids.senderId, to: '21', type: 'imps', options: {} };
  const pay = (id: string, after: number): Exchange =>
    recordedExchange(requestTransfer, { id, form: 'path', values: transfer, after, answer: served({ invoiceId: '5001' }) });
  const ask = (id: string, after: number, answer: unknown): Exchange =>
    recordedExchange(transactionStatus, { id, values: { ...ids, correlationId }, after, answer });
  const known = [pay('x1', 0), ask('x2', 1, served({ status: 'PENDING' }))];

  test('accuses', () => {
    expect(judgeLast([...known, ask('x3', 2, refused(4040))], transactionStatus, 'OP10-SERVED')).toMatchObject({ held: false });
  });

  test('accuses nobody where the correlationId was sent again, which may start anew', () => {
    expect(judgeLast([...known, pay('x3', 2), ask('x4', 3, refused(4040))], transactionStatus, 'OP10-SERVED')).toBeNull();
  });

  test.each([
    ['accuses nobody where that was under way', 2, null],
    ['accuses where it is sent again later', 3, { held: false }],
  ])('%s', (_, after, judgement) => {
    const record = [...known, ask('x3', 2, refused(4040)), pay('x4', after)];
    const judged = judgeAt(2, record, transactionStatus, 'OP10-SERVED');
    if (judgement === null) expect(judged).toBeNull();
    else expect(judged).toMatchObject(judgement);
  });
});

describe('OP-1 that was served long ago and finds nothing', () => {
  const person = { userType: 'customer', mobile: 9000000001 };
  const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 31, 12) + seconds * 1000).toISOString();
  const look = (id: string, after: number, answer: unknown, startedAt: string): Exchange =>
    recordedExchange(onboardingStatus, { id, form: 'customer', values: person, after, answer, startedAt });
  const tag = (mobile: number): Exchange =>
    recordedExchange(tagUser, {
      id: 'x2',
      form: 'customer',
      values: { ...person, mobile },
      after: 1,
      answer: served({ tagId: ids.senderId }),
      startedAt: at(60),
    });
  const first = look('x1', 0, served({ isOldUser: 'false' }), at(0));
  const judgeBehind = (...between: readonly Exchange[]): unknown =>
    judgeLast([first, ...between, look('x3', 1 + between.length, refused(4040), at(61))], onboardingStatus, 'OP1-SERVED');

  test('accuses', () => {
    const judgement = judgeBehind();
    expect(judgement).toMatchObject({ held: false });
    expect(judgement).not.toHaveProperty('suspicion');
  });

  test('may lag behind a tag', () => {
    expect(judgeBehind(tag(person.mobile))).toMatchObject({ suspicion: { mayLag: true } });
  });

  test('does not lag behind the tag of somebody else', () => {
    const judgement = judgeBehind(tag(9000000002));
    expect(judgement).toMatchObject({ held: false });
    expect(judgement).not.toHaveProperty('suspicion');
  });
});
