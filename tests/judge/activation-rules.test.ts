import { describe, expect, test } from 'vitest';
import { activateBeneficiary, addBeneficiary, senderDetail } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import type { OffRecord } from '../../helpers/core/records/journal-lines.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { activationRules } from '../../suites/rules/activations.ts';
import { addedBeneficiaryRules } from '../../suites/rules/added-beneficiaries.ts';
import { recordedExchange, served } from './recorded-exchange.ts';

const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const ids = { senderId, subAgentTagId: '5f0c7a52-0000-4abc-8def-00000000000a' };
const payee = { accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee' };
const entry = { beneficiaryId: '17', accountNumber: payee.accountNo, ifscCode: payee.ifscCode, accountHolderName: payee.name };

const added = recordedExchange(addBeneficiary, {
  id: 'added',
  values: { ...ids, ...payee, consent: 'NONE' },
  answer: served({ beneficiaryId: 17 }),
  after: 0,
});

const activate = (after: number): Exchange =>
  recordedExchange(activateBeneficiary, { id: `activated-${after}`, values: { ...ids, id: '17' }, answer: served(null), after });

/** An OP-6 that shows the beneficiary with this status, or nobody. */
const list = (after: number, status: string | null): Exchange =>
  recordedExchange(senderDetail, {
    id: `listed-${after}`,
    values: { ...ids, consent: 'NONE' },
    answer: served({ beneficiaries: status === null ? [] : [{ ...entry, status }] }),
    after,
  });

const rules = [...activationRules, ...addedBeneficiaryRules];

/** What the rule says of the last list. */
function judgeLast(id: string, exchanges: readonly Exchange[], offRecord: readonly OffRecord[] = []): Judgement | null {
  const rule = rules.find((one) => one.id === id);
  const last = exchanges.at(-1);
  if (rule === undefined || last === undefined) throw new Error('expected a rule and a list');
  return rule.judge(readReply(senderDetail, last, true), foldRecord(exchanges, offRecord).momentOf(last));
}

const activates = 'OP13-ACTIVATES~every-answer';

describe('an activated beneficiary', () => {
  const turned = 'active beneficiaries that turned inactive';
  const judgeLists = (...statuses: readonly string[]): Judgement | null =>
    judgeLast(activates, [added, activate(1), ...statuses.map((status, at) => list(at + 2, status))]);

  test('that was shown as active and is inactive later accuses when a second list shows the like', () => {
    expect(judgeLists('true', 'false')).toMatchObject({ held: false, suspicion: { about: turned, times: 2, mayLag: true } });
  });

  test('that shows late accuses when four lists lack it', () => {
    expect(judgeLists('false')).toMatchObject({ held: false, suspicion: { times: 4, mayLag: true } });
  });

  test('that goes back and comes again takes the suspicion away, as a copy that lags would', () => {
    expect(judgeLists('true', 'false', 'true')?.dismisses).toContain(turned);
    expect(judgeLists('false', 'true')?.dismisses).not.toContain(turned);
  });

  test('that has come again is suspected of nothing when it goes back once more', () => {
    expect(judgeLists('true', 'false', 'true', 'false')).not.toMatchObject({ held: false });
    expect(judgeLists('true', 'false', 'true', 'false', 'false')).not.toMatchObject({ held: false });
    expect(judgeLists('true', 'false', 'false')).toMatchObject({ held: false });
  });
});

describe('a call off the record', () => {
  const lists = [activate(0), list(1, 'false'), list(2, 'false')];
  const offRecord: readonly OffRecord[] = [{ after: 1, senderId, what: 'OP-13' }];

  test('is needed: without it, a list that shows the beneficiary as inactive is suspected', () => {
    expect(judgeLast(activates, lists)).toMatchObject({ held: false, received: '"false"' });
  });

  test('may have switched the beneficiary off again, for every list from then on', () => {
    expect(judgeLast(activates, lists, offRecord)).not.toMatchObject({ held: false });
  });

  test('is outdated by an activation after it', () => {
    expect(judgeLast(activates, [...lists, activate(3), list(4, 'false')], offRecord)).toMatchObject({ held: false });
  });
});

test('an account that was listed and is missing later accuses when three lists lack it, as a copy may be behind', () => {
  const judged = judgeLast('OP7-LISTED-AS-SENT~every-answer', [added, list(1, 'false'), list(2, null)]);
  expect(judged).toMatchObject({ held: false, suspicion: { times: 3, mayLag: true } });
});
