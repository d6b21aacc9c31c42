import { describe, expect, test } from 'vitest';
import { clauseById, type ClauseId } from '../../specs/clauses.ts';
import { blocked, createViolationStop, notApplicable, untried, type Stop, type ViolationDetails } from '../../helpers/judge/stop.ts';
import { callbackRule, check, rule, type CheckOptions } from '../../helpers/runner/check.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import { buildActiveOutcome, buildPassiveOutcome } from '../../helpers/runner/outcomes.ts';
import { newPassiveResult, type PassiveResult } from '../../helpers/runner/passive-result.ts';
import { createEvidence, type Evidence } from '../../helpers/core/records/evidence.ts';

const timing = { startedAt: '2026-01-31T12:00:00.000Z', durationMs: 1 };
const nothing = (): Promise<void> => Promise.resolve();

const clauses = {
  stated: 'OP9-SERVED',
  implied: 'OP14-DEBITED',
  exemplified: 'HTTP-LISTED',
  ambiguous: 'OP9-QUERY-FORM',
  silent: 'OP6-LIMIT-LEFT-KEYS-NOT-SHOWN',
} as const;

function trailWith(...doubts: readonly ClauseId[]): Evidence {
  const evidence = createEvidence();
  evidence.exchanges.add('x1');
  for (const doubt of doubts) evidence.doubts.add(doubt);
  return evidence;
}

const violation = (clause: ClauseId, details: Partial<ViolationDetails> = {}): Stop =>
  createViolationStop({ expected: 'this', received: 'that', ...details, clause });

const ended = (clause: ClauseId, error?: unknown, evidence = trailWith(), options: CheckOptions = {}): Outcome =>
  buildActiveOutcome(check(clause, 'a', 'a fact', options, nothing), error, evidence, timing);

describe('the verdict of a broken clause is no harder than the certainty of the specification', () => {
  test.each([
    ['stated', 'fail', 'service'],
    ['implied', 'fail', 'service'],
    ['exemplified', 'warn', 'specification'],
    ['ambiguous', 'fail', 'service'],
    ['silent', 'observed', null],
  ] as const)('%s: %s', (certainty, verdict, owner) => {
    const clause = clauses[certainty];
    expect(ended(clause, violation(clause, { place: 'there' }))).toMatchObject({
      verdict,
      owner,
      expected: 'this',
      received: 'that',
      place: 'there',
      evidence: ['x1'],
    });
  });

  test('the reason is the text of the clause, and its effect on a partner where there is one', () => {
    const { text } = clauseById('OP9-SERVED');
    expect(ended('OP9-SERVED', violation('OP9-SERVED')).reason).toBe(text);
    const effect = violation('OP9-SERVED', { effect: 'Money may move twice.' });
    expect(ended('OP9-SERVED', effect)).toMatchObject({
      verdict: 'fail',
      reason: `${text} Money may move twice.`,
      seen: null,
      cause: null,
    });
  });

  test('the exchange that decided comes last in the evidence, if the check made it', () => {
    const evidence = trailWith();
    for (const id of ['x2', 'x3']) evidence.exchanges.add(id);
    const at = (exchange: string | null): unknown => ended('OP9-SERVED', violation('OP9-SERVED', { exchange }), evidence).evidence;
    expect(at('x2')).toEqual(['x1', 'x3', 'x2']);
    expect(at('x9')).toEqual(['x1', 'x2', 'x3']);
    expect(at(null)).toEqual(['x1', 'x2', 'x3']);
    expect(ended('OP9-SERVED', blocked('otp-source', 'no code', 'configuration'), evidence).evidence).toEqual(['x1', 'x2', 'x3']);
    expect(ended('OP9-SERVED', new Error('oops'), evidence).evidence).toEqual(['x1', 'x2', 'x3']);
  });

  test('what established the expected value stands before it, and is named', () => {
    const evidence = trailWith();
    for (const id of ['x2', 'x3', 'x4']) evidence.exchanges.add(id);
    const compared = ended('OP9-SERVED', violation('OP9-SERVED', { exchange: 'x3', beside: ['x1', 'x2', 'x9'] }), evidence);
    expect(compared).toMatchObject({ evidence: ['x4', 'x1', 'x2', 'x3'], beside: ['x1', 'x2'] });
    expect(ended('OP9-SERVED', violation('OP9-SERVED', { exchange: 'x3' }), evidence)).not.toHaveProperty('beside');
  });

  test('a check may be milder than its clause', () => {
    const outcome = ended('OP9-QUERY-FORM', violation('OP9-QUERY-FORM'), trailWith(), { hardest: 'warn' });
    expect(outcome).toMatchObject({ verdict: 'warn', owner: 'specification' });
  });
});

describe('no cascade', () => {
  test('a violation of another clause blocks', () => {
    expect(ended('OP11-AMOUNT-EXACT', violation('OP9-SERVED'))).toMatchObject({
      verdict: 'blocked',
      cause: 'OP9-SERVED',
      owner: 'service',
      expected: null,
      reason: 'OP9-SERVED: expected this, received that',
    });
  });

  test('a violation after a doubtful value is blocked by that value', () => {
    const evidence = trailWith('OP6-RESULT-SESSION-ID');
    expect(ended('OP9-SERVED', violation('OP9-SERVED'), evidence)).toMatchObject({
      verdict: 'blocked',
      cause: 'OP6-RESULT-SESSION-ID',
      owner: 'service',
      reason: 'OP6-RESULT-SESSION-ID is broken, and this check used its value',
    });
  });

  test('a violation of the doubted clause is blocked for its own reason', () => {
    const evidence = trailWith('OP3-RESULT-STATE');
    expect(ended('OP4-SERVED', violation('OP3-RESULT-STATE'), evidence)).toMatchObject({
      verdict: 'blocked',
      cause: 'OP3-RESULT-STATE',
      reason: 'OP3-RESULT-STATE: expected this, received that',
    });
  });

  test("a doubt about the check's own clause does not excuse it", () => {
    const evidence = trailWith('OP9-RESULT-INVOICE-ID');
    expect(ended('OP9-RESULT-INVOICE-ID', violation('OP9-SERVED'), evidence).cause).toBe('OP9-SERVED');
    expect(ended('OP9-RESULT-INVOICE-ID', violation('OP9-RESULT-INVOICE-ID'), evidence)).toMatchObject({ verdict: 'fail' });
  });

  test('a refusal after a doubtful value is due to that value, unless the environment caused it', () => {
    const evidence = trailWith('OP3-RESULT-STATE');
    expect(ended('OP4-SERVED', blocked('otp-source', 'no code', 'configuration'), evidence)).toMatchObject({
      verdict: 'blocked',
      cause: 'OP3-RESULT-STATE',
      owner: 'service',
    });
    expect(ended('OP4-SERVED', blocked('environment', 'cut', 'environment'), evidence)).toMatchObject({
      cause: 'environment',
      owner: 'environment',
    });
    expect(ended('OP4-SERVED', blocked('token-refused', 'no token', 'configuration'), evidence).cause).toBe('token-refused');
  });

  test('a doubt alone does not change a pass', () => {
    expect(ended('OP4-SERVED', undefined, trailWith('OP3-RESULT-STATE'))).toMatchObject({ verdict: 'pass', cause: null });
  });
});

const deep = [
  'TypeError: oops',
  '    at parse (file:///house/node_modules/other/helpers/parse.js:1:2)',
  '    at async openSession (file:///house/suites/transfer/session.ts:12:5)',
  '    at run (/house/helpers/runner/conduct.ts:30:1)',
].join('\n');

describe('the other ways a check ends', () => {
  test.each([
    [
      'blocked',
      blocked('otp-source', 'no code', 'configuration'),
      { verdict: 'blocked', cause: 'otp-source', reason: 'no code', owner: 'configuration' },
    ],
    ['not applicable', notApplicable('no such thing'), { verdict: 'not-applicable', cause: null, reason: 'no such thing', owner: null }],
    ['untried', untried('no means', 'configuration'), { verdict: 'untried', cause: null, reason: 'no means', owner: 'configuration' }],
    ['an error of the suite', new TypeError('oops'), { verdict: 'error', owner: 'suite', cause: null }],
    [
      'an error in a file of the suite',
      Object.assign(new TypeError('oops'), { stack: deep }),
      { verdict: 'error', reason: expect.stringMatching(/^TypeError: oops \(at suites\/transfer\/session\.ts:12\)\n/) as string },
    ],
    ['something thrown that is no error', 'oops', { verdict: 'error', owner: 'suite', reason: 'oops' }],
    ['kept', undefined, { verdict: 'pass', reason: null, owner: null, evidence: ['x1'] }],
  ])('%s', (_, error, outcome) => {
    expect(ended('OP9-SERVED', error)).toMatchObject(outcome);
  });

  test('without an exchange it has judged nothing', () => {
    expect(ended('OP9-SERVED', undefined, createEvidence())).toMatchObject({
      check: 'OP9-SERVED~a',
      verdict: 'error',
      owner: 'suite',
      reason: 'the check ended without judging an exchange',
    });
  });

  test('an error of the suite is reported with its line, if it has one', () => {
    const error = new TypeError('oops');
    expect(ended('OP9-SERVED', error)).toMatchObject({ reason: error.stack, evidence: ['x1'], ...timing });
    delete error.stack;
    expect(ended('OP9-SERVED', error).reason).toBe('oops');
  });

  test('a check that can at most be observed is observed', () => {
    const { text } = clauseById('OP9-SERVED');
    expect(ended('OP9-SERVED', undefined, trailWith(), { hardest: 'observed' })).toMatchObject({ verdict: 'observed', reason: text });
    expect(ended('OP9-SERVED', undefined, trailWith(), { hardest: 'warn' })).toMatchObject({ verdict: 'pass', reason: null });
  });

  test('a silent clause is observed, with what was seen', () => {
    const evidence = trailWith();
    evidence.facts.add('periods: MONTHLY');
    expect(ended(clauses.silent, undefined, evidence)).toMatchObject({ verdict: 'observed', facts: ['periods: MONTHLY'], owner: null });
  });
});

describe('a clause judged on every answer', () => {
  const finding = {
    clause: 'ENVELOPE-BODY',
    way: 'object',
    place: 'body',
    expected: 'an object',
    received: 'null',
    deviation: 'type-null',
  } as const;
  const buildPassiveResult = (seen: Partial<PassiveResult>): PassiveResult => ({
    ...newPassiveResult(rule('CODE-LISTED', 'a', 'a fact', { operation: 'OP-2', exercise: nothing, judge: () => null })),
    ...seen,
  });
  const told = (seen: Partial<PassiveResult>, error?: unknown): Outcome =>
    buildPassiveOutcome(buildPassiveResult(seen), error, trailWith(), timing);
  const breach = { exchange: 'x7', judgement: { held: false, expected: 'this', received: 'that', place: null } } as const;

  test.each([
    [
      'one breach among many fails, with its evidence',
      { judged: 7, broken: 1, breaches: [breach] },
      undefined,
      { verdict: 'fail', seen: '1 of 7', evidence: ['x7'] },
    ],
    [
      'a breach counts even when the exercise stopped',
      { judged: 1, broken: 1, breaches: [breach] },
      violation('OP2-SERVED'),
      { verdict: 'fail' },
    ],
    ['judged and never broken is a pass', { judged: 3, samples: ['x1', 'x2'] }, undefined, { verdict: 'pass', evidence: ['x1', 'x2'] }],
    [
      'hidden by a broken clause is blocked by it',
      { hiddenBy: finding },
      undefined,
      { verdict: 'blocked', cause: 'ENVELOPE-BODY', owner: 'service', reason: 'ENVELOPE-BODY: body holds null' },
    ],
    [
      'hidden by a breach of the very clause has nothing to judge',
      { hiddenBy: { ...finding, clause: 'CODE-LISTED' } },
      undefined,
      { verdict: 'not-applicable', cause: null },
    ],
    [
      'hidden by a broken clause is blocked by it even when the exercise stopped',
      { hiddenBy: finding },
      violation('OP2-SERVED'),
      { verdict: 'blocked', cause: 'ENVELOPE-BODY' },
    ],
    ['nothing to judge because the exercise stopped', {}, violation('OP2-SERVED'), { verdict: 'blocked', cause: 'OP2-SERVED' }],
    [
      'nothing of the kind was answered',
      {},
      undefined,
      { verdict: 'not-applicable', owner: null, reason: 'no answer held anything to judge', evidence: ['x1'] },
    ],
  ] as const)('%s', (_, seen, error, outcome) => {
    expect(
      told({ ...seen, breaches: 'breaches' in seen ? [...seen.breaches] : [], samples: 'samples' in seen ? [...seen.samples] : [] }, error),
    ).toMatchObject(outcome);
  });

  test('without such a callback, the reason says callback', () => {
    const listening = newPassiveResult(callbackRule('CALLBACK-ENVELOPE', 'a', 'a fact', { exercise: nothing, judge: () => null }));
    expect(buildPassiveOutcome(listening, undefined, createEvidence(), timing)).toMatchObject({
      verdict: 'not-applicable',
      reason: 'no callback held anything to judge',
    });
  });
});
