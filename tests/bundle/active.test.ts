import { describe, expect, test } from 'vitest';
import { planRunChecks } from '../../cli/verify.ts';
import { findActiveProblem } from '../../helpers/bundle/active-contradictions.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { Outcome } from '../../helpers/core/records/outcome.ts';
import type { ActiveCheck } from '../../helpers/runner/check.ts';
import type { Operation } from '../../specs/operation.ts';
import { addBeneficiary, agentBalance, requestTransfer, senderDetail, transactionStatus } from '../../specs/operations.ts';
import { recordedExchange, refused, served } from '../judge/recorded-exchange.ts';

const active = planRunChecks({ selection: null, profile: 'full', safety: true, fuzz: false }).filter((check) => check.kind === 'active');

function activeCheck(id: string): ActiveCheck {
  const found = active.find((check) => check.id === id);
  if (found === undefined) throw new Error(`expected an active check ${id}, received none`);
  return found;
}

/** What is found in a recorded pass that rests on these exchanges. */
const problemOf = (id: string, ...evidence: readonly Exchange[]): string | null => {
  const recorded: Outcome = {
    ...{ check: id, verdict: 'pass', expected: null, received: null, place: null, seen: null, reason: null, cause: null, owner: null },
    ...{ evidence: evidence.map((each) => each.id), facts: [], startedAt: '2026-01-31T12:00:00.000Z', durationMs: 1 },
  };
  return findActiveProblem(activeCheck(id), recorded, evidence);
};

const values = {
  ...{ subAgentTagId: 'artificial-agent', senderId: 'artificial-sender', sessionId: 'artificial-session' },
  ...{ correlationId: 'ours', amount: 100, from: 'artificial-sender', to: '17', type: 'imps', options: {} },
  ...{ accountNo: '000111000110', ifscCode: 'ZZZZ0000001', name: 'Testcase' },
};

const answered = (operation: Operation, answer: unknown, status = 200, over: object = {}): Exchange =>
  recordedExchange(operation, { id: 'x1', answer, status, after: 0, values: { ...values, ...over } });

const paid = (): Exchange => answered(requestTransfer, served({}));
const ended = (correlationId: string, status: string): Exchange => answered(transactionStatus, served({ status }), 200, { correlationId });

describe('a pass with a refusal', () => {
  test.each([
    ['of another length, called malformed', 'CODE-4170~otp-continued-OP-9', answered(requestTransfer, refused(4160))],
    ['of another length, with HTTP 400', 'CODE-4170~mpin-cut-OP-9', answered(requestTransfer, {}, 400)],
    ['on OP-9, which may look at the session first', 'CODE-4170~mpin-first-digit-OP-9', answered(requestTransfer, refused(4001))],
    ['of the bank, where no right code is served', 'CODE-4170~bank-OP-9', answered(requestTransfer, refused(4160))],
    ['with 4170 where only that will do', 'CODE-4170~otp-last-four-OP-7', answered(addBeneficiary, refused(4170))],
    ['with HTTP 400 for a header that no service can read', 'AUTH-401~scheme-alone-OP-15', answered(agentBalance, {}, 400)],
    ['with HTTP 404 for another path', 'AUTH-401~slash-behind-OP-15', answered(agentBalance, {}, 404)],
  ])('%s agrees with its record', (_, id, exchange) => {
    expect(problemOf(id, exchange)).toBeNull();
  });

  test.each([
    ['another code where only 4170 will do', 'CODE-4170~otp-last-four-OP-7', answered(addBeneficiary, refused(4160))],
    ['another code to a plain wrong OTP', 'CODE-4170~wrong-otp-OP-9', answered(requestTransfer, refused(4160))],
    ['HTTP 400 for a token never issued', 'AUTH-401~unknown-token-OP-15', answered(agentBalance, {}, 400)],
    ['a wrong code served', 'CODE-4170~otp-continued-OP-9', paid()],
    ['a wrong code served, where the bank is to pay', 'CODE-4170~bank-OP-9', paid()],
    ['a header that no service can read served', 'AUTH-401~scheme-alone-OP-15', answered(agentBalance, served({}))],
    ['another path served', 'AUTH-401~slash-behind-OP-15', answered(agentBalance, served({}))],
  ])('is contradicted by %s', (_, id, exchange) => {
    expect(problemOf(id, exchange)).toContain('no exchange shows this refusal');
  });

  test('is contradicted by a wrong code served behind a call that was refused', () => {
    const [before, last] = [answered(senderDetail, refused(4160)), answered(senderDetail, served({}))];
    expect(problemOf('CODE-4170~otp-after-use-OP-6', before, last)).toContain('no exchange shows this refusal');
    expect(problemOf('CODE-4170~otp-after-use-OP-6', last, before)).toBeNull();
  });

  test('may rest on a transfer that OP-9 accepts and OP-10 calls FAILED, and on no other', () => {
    const id = 'CODE-4170~otp-continued-OP-9';
    expect(problemOf(id, paid(), ended('ours', 'FAILED'))).toBeNull();
    expect(problemOf(id, paid(), ended('ours', 'COMPLETED'))).toContain('no exchange shows this refusal');
    expect(problemOf(id, paid(), ended('another', 'FAILED'))).toContain('no exchange shows this refusal');
  });
});
