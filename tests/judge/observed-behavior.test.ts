import { describe, expect, test } from 'vitest';
import type { Operation } from '../../specs/operation.ts';
import { agentBalance, paymentSources, senderDetail, transactionStatus } from '../../specs/operations.ts';
import { openObservedBehavior, type ObservedClause } from '../../helpers/judge/observed-behavior.ts';
import { envelope, noReply, reply, type Answered } from './replies.ts';

function told(habit: ObservedClause, answers: readonly (readonly [Operation, Answered])[]): readonly string[] {
  const habits = openObservedBehavior();
  for (const [operation, answered] of answers) {
    const { exchange, body } = reply(operation, answered);
    habits.see(exchange, body);
  }
  return habits.facts(habit);
}

const of = (habit: ObservedClause, ...answers: readonly Answered[]): readonly string[] =>
  told(
    habit,
    answers.map((answered) => [senderDetail, answered]),
  );

describe('fields the document does not show', () => {
  test('are listed by place, each once, in order', () => {
    const body = envelope(2000, { zone: 1, beneficiaries: [{ note: 'a' }, { note: 'b' }], status: 'true' });
    expect(of('ENVELOPE-EXTRA-FIELDS', { body }, { body })).toEqual([
      'an answer has the further field "result.beneficiaries[].note" (text)',
      'an answer has the further field "result.zone" (text)',
    ]);
  });

  test('exclude free text, fields of other answers and keys of open maps', () => {
    const result = { Message: 'm', remark: 'r', invoiceId: 17, limitLeft: { DAILY: 1 }, LIMITS: { any: 1 }, counters: { any: 1 } };
    expect(of('ENVELOPE-EXTRA-FIELDS', { body: envelope(2000, result) })).toEqual([]);
  });

  test('are not listed without end', () => {
    const result = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`extra${at}`, at]));
    expect(of('ENVELOPE-EXTRA-FIELDS', { body: envelope(2000, result) })).toHaveLength(50);
  });

  test.each<readonly [string, Answered]>([
    ['an answer without a readable code', { body: { zone: 1 } }],
    ['a code that is text', { body: envelope('2000', { zone: 1 }) }],
    ['a code of no list', { body: envelope(9999, { zone: 1 }) }],
    ['a status the document does not list', { status: 404, body: envelope(2000, { zone: 1 }) }],
    ['another status than 200', { status: 400, body: envelope(2000, { zone: 1 }) }],
  ])('are not reported for %s', (_, answered) => {
    expect(of('ENVELOPE-EXTRA-FIELDS', answered)).toEqual([]);
    expect(of('CODE-MAPPING-NOT-SHOWN', answered)).toEqual([]);
  });
});

describe('the result of a refusal', () => {
  test.each<readonly [unknown, string]>([
    [{ status: { message: 'm', code: 4160 } }, 'absent'],
    [envelope(4160, null), 'null'],
    [envelope(4160, []), 'an array'],
    [envelope(4160, {}), 'an object'],
    [envelope(4160, 'none'), 'a value'],
  ])('of %j is %s', (body, kind) => {
    expect(of('ENVELOPE-RESULT-ON-REFUSAL', { body })).toEqual([`beside another code than 2000 the result is ${kind}`]);
  });

  test('is not observed with 2000', () => {
    expect(of('ENVELOPE-RESULT-ON-REFUSAL', { body: envelope(2000, null) })).toEqual([]);
  });
});

describe('the body of a refusing HTTP status', () => {
  test.each<readonly [Answered, string]>([
    [{ status: 401 }, 'no body'],
    [{ status: 403, body: 'no', mediaType: 'Text/Plain ; charset=utf-8' }, '"text/plain" (text)'],
    [{ status: 415, body: {} }, '"application/json" (text)'],
  ])('%j', (answered, kind) => {
    expect(of('HTTP-BODY-NOT-SHOWN', answered)).toEqual([`beside HTTP ${answered.status ?? 0} comes ${kind}`]);
  });

  test('may come without a media type', () => {
    const { exchange } = reply(senderDetail, { status: 400, body: 'no' });
    const habits = openObservedBehavior();
    if (exchange.response !== null) habits.see({ ...exchange, response: { ...exchange.response, headers: [] } }, undefined);
    expect(habits.facts('HTTP-BODY-NOT-SHOWN')).toEqual(['beside HTTP 400 comes a body without media type']);
  });

  test('is not observed with HTTP 200 or an unlisted status', () => {
    expect(of('HTTP-BODY-NOT-SHOWN', { body: 'text' }, { status: 404, body: 'text' })).toEqual([]);
  });
});

describe('the codes of each operation', () => {
  test('are listed in the order of the document, each once and sorted', () => {
    expect(
      told('CODE-MAPPING-NOT-SHOWN', [
        [agentBalance, { body: envelope(2000) }],
        [paymentSources, { body: envelope(4040) }],
        [paymentSources, { body: envelope(2000) }],
        [paymentSources, { body: envelope(4040) }],
      ]),
    ).toEqual(['OP-2 answers with the codes 2000, 4040', 'OP-15 answers with the codes 2000']);
  });
});

test('only answers of business operations show habits', () => {
  const habits = openObservedBehavior();
  const { exchange, body } = reply(transactionStatus, { body: envelope(2000, { zone: 1 }) });
  for (const operation of ['ACTUATOR', 'TOKEN', null] as const) habits.see({ ...exchange, operation }, body);
  habits.see(noReply(transactionStatus).exchange, undefined);
  expect([habits.facts('ENVELOPE-EXTRA-FIELDS'), habits.facts('CODE-MAPPING-NOT-SHOWN'), habits.facts('HTTP-BODY-NOT-SHOWN')]).toEqual([
    [],
    [],
    [],
  ]);
});
