import { describe, expect, test } from 'vitest';
import { paymentSources } from '../../specs/operations.ts';
import { readCallback, type Callback } from '../../helpers/judge/callback.ts';
import { createFactStore } from '../../helpers/judge/facts/facts.ts';
import { callbackRule, rule } from '../../helpers/runner/check.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import { addReply, addCallback, newPassiveResult, type PassiveResult } from '../../helpers/runner/passive-result.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { envelope, reply, type Answered } from '../judge/replies.ts';

const nothing = (): Promise<void> => Promise.resolve();
const held: Judgement = { held: true };
const broken: Judgement = { held: false, expected: 'this', received: 'that', place: null };

/** The result of a passive check after these answers; the first is exchange `x1`. */
function tallied(judge: (reply: Reply) => Judgement | null, ...answers: readonly Answered[]): PassiveResult {
  const tally = newPassiveResult(rule('CODE-LISTED', 'a', 'a fact', { operation: 'OP-2', exercise: nothing, judge }));
  for (const [at, answered] of answers.entries()) {
    const read = reply(paymentSources, answered);
    const answer = { ...read, exchange: { ...read.exchange, id: `x${at + 1}` } };
    addReply(tally, answer, createFactStore().momentOf(answer.exchange));
  }
  return tally;
}

const many = (length: number): Answered[] => Array.from({ length }, () => ({ body: envelope(2000, ['bank', 'wallet']) }));

describe('the result of a passive check', () => {
  test('is empty at first', () => {
    expect(tallied(() => held)).toMatchObject({ judged: 0, broken: 0, breaches: [], samples: [], hiddenBy: null });
  });

  test('holds the number of kept answers and the first three', () => {
    expect(tallied(() => held, ...many(5))).toMatchObject({ judged: 5, broken: 0, breaches: [], samples: ['x1', 'x2', 'x3'] });
  });

  test('holds the number of broken answers and the first ten', () => {
    const { judged, broken: count, breaches, samples } = tallied(() => broken, ...many(12));
    expect({ judged, count, samples }).toEqual({ judged: 12, count: 12, samples: ['x1', 'x2', 'x3'] });
    expect(breaches).toHaveLength(10);
    expect(breaches[0]).toEqual({ exchange: 'x1', judgement: broken });
  });

  const late: Judgement = { ...broken, suspicion: { about: 'an entry', times: 3, mayLag: true } };
  const shown: Judgement = { held: true, dismisses: ['an entry'] };
  const inOrder = (...judgements: readonly Judgement[]): PassiveResult => {
    const next = judgements.values();
    return tallied(() => next.next().value ?? null, ...many(judgements.length));
  };
  const repeat = (judgement: Judgement, length: number): readonly Judgement[] => Array.from({ length }, () => judgement);

  test('holds the first breach that may be taken back, and the number of all', () => {
    const { broken: count, breaches } = inOrder(...repeat(late, 14));
    expect({ count, breaches }).toEqual({ count: 12, breaches: [{ exchange: 'x3', judgement: late }] });
  });

  test('keeps a breach that stays, when many others are taken back', () => {
    const { broken: count, breaches } = inOrder(...repeat(late, 14), broken, shown);
    expect({ count, breaches }).toEqual({ count: 1, breaches: [{ exchange: 'x15', judgement: broken }] });
  });

  test('is empty again when all is taken back', () => {
    expect(inOrder(...repeat(late, 14), shown)).toMatchObject({ broken: 0, breaches: [] });
  });

  test('holds the first breach of another clause when the answers had nothing to judge', () => {
    const answers = [{ body: envelope(2000, ['bank', 'wallet']) }, { body: envelope(2000, 'wallet') }, { body: {} }];
    expect(tallied(() => null, ...answers)).toMatchObject({ judged: 0, samples: [], hiddenBy: { clause: 'ENVELOPE-RESULT' } });
    expect(tallied(() => null, { body: envelope(2000, [17]) }).hiddenBy).toMatchObject({ clause: 'OP2-RESULT', place: 'result[0]' });
    expect(tallied(() => null, ...many(1)).hiddenBy).toBeNull();
    expect(tallied(() => held, { body: {} }).hiddenBy).toBeNull();
  });
});

describe('the result of a callback check', () => {
  const received = {
    receivedAt: '2026-01-31T12:00:00.000Z',
    method: 'POST',
    url: '/',
    headers: [],
    truncated: false,
    answered: 200,
  };
  const callback = (text: string): Callback =>
    readCallback({ received: { ...received, body: { text, encoding: 'utf8' } }, exchange: 'c1', about: null, age: 'fresh' });
  const seen = (judgement: Judgement | null, ...texts: readonly string[]): PassiveResult => {
    const tally = newPassiveResult(callbackRule('CODE-LISTED', 'a', 'a fact', { exercise: nothing, judge: () => judgement }));
    for (const text of texts) addCallback(tally, callback(text), []);
    return tally;
  };

  test('is counted like answers', () => {
    expect(seen(held, '{}')).toMatchObject({ judged: 1, broken: 0, samples: ['c1'] });
    expect(seen(broken, '{}')).toMatchObject({ judged: 1, broken: 1, breaches: [{ exchange: 'c1' }] });
  });

  test('holds the first breach that left nothing to judge', () => {
    expect(seen(null, '[]', '{}').hiddenBy).toMatchObject({ clause: 'CALLBACK-ENVELOPE', received: '[] (an array)' });
  });
});
