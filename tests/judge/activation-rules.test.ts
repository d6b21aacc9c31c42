import { expect, test } from 'vitest';
import { activateBeneficiary, senderDetail } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import type { OffRecord } from '../../helpers/core/records/journal-lines.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { activationRules } from '../../suites/rules/activations.ts';
import { recordedExchange, served } from './recorded-exchange.ts';

const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const ids = { senderId, subAgentTagId };

const entry = { beneficiaryId: '17', accountNumber: '999917', ifscCode: 'AAAA0000001', accountHolderName: 'Artificial Payee' };
const list = (id: string, status: string, after: number): Exchange =>
  recordedExchange(senderDetail, {
    id,
    values: { ...ids, consent: 'NONE' },
    answer: served({ beneficiaries: [{ ...entry, status }] }),
    after,
  });
const activate = (id: string, after: number): Exchange =>
  recordedExchange(activateBeneficiary, { id, values: { ...ids, id: '17', object: true }, answer: served(null), after });

/** What the rule says of the last list, after a call off the record. */
function judgeLast(exchanges: readonly Exchange[], offRecord: readonly OffRecord[]): unknown {
  const rule = activationRules.find(({ clause }) => clause === 'OP13-ACTIVATES');
  const last = exchanges.at(-1);
  if (rule === undefined || last === undefined) throw new Error('expected a rule and a list');
  return rule.judge(readReply(senderDetail, last, true), foldRecord(exchanges, offRecord).momentOf(last));
}

const lists = [activate('x1', 0), list('x2', 'false', 1), list('x3', 'false', 2)];

test('an activated beneficiary that every later list shows as inactive is suspected', () => {
  expect(judgeLast(lists, [])).toMatchObject({ held: false, received: '"false"' });
});

test('a call off the record may have switched it off again, for every list from then on', () => {
  expect(judgeLast(lists, [{ after: 1, senderId, what: 'OP-13' }])).not.toMatchObject({ held: false });
});

test('an activation after that counts again', () => {
  const again = [...lists, activate('x4', 3), list('x5', 'false', 4)];
  expect(judgeLast(again, [{ after: 1, senderId, what: 'OP-13' }])).toMatchObject({ held: false });
});
