import { describe, expect, test } from 'vitest';
import { judgePassively, type JudgedAgain } from '../../helpers/bundle/contradictions.ts';
import { createEvidence } from '../../helpers/core/records/evidence.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { createFactStore } from '../../helpers/judge/facts/facts.ts';
import { rule, type PassiveCheck } from '../../helpers/runner/check.ts';
import { buildPassiveOutcome } from '../../helpers/runner/outcomes.ts';
import { addReply, newPassiveResult } from '../../helpers/runner/passive-result.ts';
import { paymentSources } from '../../specs/operations.ts';
import { envelope, reply } from '../judge/replies.ts';

const timing = { startedAt: '2026-01-31T12:00:00.000Z', durationMs: 1 };

/** A rule of one situation that judges each answer by its id. */
const ruleOf = (judgements: Readonly<Record<string, Judgement>>): PassiveCheck =>
  rule('CODE-LISTED', 'later', 'a fact', {
    operation: 'OP-2',
    circumstance: 'later',
    exercise: () => Promise.resolve(),
    judge: ({ exchange }) => judgements[exchange.id] ?? null,
  });

const answers = (ids: readonly string[]): readonly JudgedAgain[] =>
  ids.map((id) => {
    const read = reply(paymentSources, { body: envelope(2000, ['bank', 'wallet']) });
    const exchange = { ...read.exchange, id };
    return [{ ...read, exchange }, createFactStore().momentOf(exchange)];
  });

/** As a run ends it. `asked` are the answers of its situation. */
function conducted(check: PassiveCheck, replies: readonly JudgedAgain[], asked: readonly string[]): Outcome {
  const result = newPassiveResult(check);
  for (const [answer, moment] of replies) addReply(result, answer, moment);
  const evidence = createEvidence();
  for (const id of asked) evidence.exchanges.add(id);
  return buildPassiveOutcome(result, undefined, evidence, timing);
}

const held: Judgement = { held: true };
const broken: Judgement = { held: false, expected: 'COMPLETED', received: 'FAILED', place: null, beside: ['x2'] };
const doubted: Judgement = { ...broken, suspicion: { about: 'a list', times: 2 } };

describe('a rule of one situation ends alike in a run and in its bundle', () => {
  const replies = answers(['x1', 'x2', 'x3', 'x4']);

  test('where an answer of another situation established what was expected', () => {
    const check = ruleOf({ x1: held, x2: held, x3: held, x4: broken });
    const outcome = conducted(check, replies, ['x3', 'x4']);
    expect(outcome).toMatchObject({ seen: '1 of 2', evidence: ['x4', 'x3', 'x2'], beside: ['x2'] });
    expect(judgePassively(check, outcome, replies)).toMatchObject({ seen: '1 of 2', evidence: outcome.evidence });
  });

  test('where an answer of its own established what was expected', () => {
    const check = ruleOf({ x1: held, x2: held, x3: held, x4: broken });
    const outcome = conducted(check, replies, ['x2', 'x3', 'x4']);
    expect(outcome).toMatchObject({ seen: '1 of 3', evidence: ['x4', 'x2', 'x3'] });
    expect(outcome).not.toHaveProperty('beside');
    expect(judgePassively(check, outcome, replies)).toMatchObject({ seen: '1 of 3', evidence: outcome.evidence });
  });

  test('where it saw something once, which comes last, as a single answer that decides does', () => {
    const check = ruleOf({ x1: held, x2: held, x3: doubted, x4: held });
    const outcome = conducted(check, replies, ['x3', 'x4']);
    expect(outcome).toMatchObject({ verdict: 'warn', seen: null, evidence: ['x4', 'x2', 'x3'], beside: ['x2'] });
    expect(judgePassively(check, outcome, replies)).toMatchObject({ verdict: 'warn', seen: null, evidence: outcome.evidence });
  });
});
