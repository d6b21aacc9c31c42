import { expect, test } from 'vitest';
import { activateBeneficiary, addBeneficiary, senderDetail } from '../../specs/operations.ts';
import type { Judgement } from '../../helpers/core/records/judgement.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { activationRules } from '../../suites/rules/activations.ts';
import { addedBeneficiaryRules } from '../../suites/rules/added-beneficiaries.ts';
import { recordedExchange, served } from '../judge/recorded-exchange.ts';

const rule = activationRules.find(({ id }) => id === 'OP13-ACTIVATES~every-answer');
const ids = { senderId: '5f0c7a52-0000-4abc-8def-00000000000b', subAgentTagId: '5f0c7a52-0000-4abc-8def-00000000000a' };
const payee = { accountNo: '999917', ifscCode: 'AAAA0000001', name: 'Artificial Payee' };

const list = (id: string, after: number, status: string): Exchange =>
  recordedExchange(senderDetail, {
    id,
    values: { ...ids, consent: 'NONE' },
    answer: served({
      beneficiaries: [
        { beneficiaryId: '21', accountNumber: payee.accountNo, ifscCode: payee.ifscCode, accountHolderName: payee.name, status },
      ],
    }),
    after,
  });

const activated = [
  recordedExchange(addBeneficiary, {
    id: 'x1',
    values: { ...ids, ...payee, consent: 'NONE' },
    answer: served({ beneficiaryId: 21 }),
    after: 0,
  }),
  recordedExchange(activateBeneficiary, { id: 'x2', values: { ...ids, id: '21' }, answer: served(null), after: 1 }),
];

/** What the last of the lists shows, after an activation. */
function judgeLists(...statuses: readonly string[]): Judgement | null {
  const exchanges = [...activated, ...statuses.map((status, at) => list(`x${at + 3}`, at + 2, status))];
  const last = exchanges.at(-1);
  if (rule === undefined || last === undefined) throw new Error('expected a rule and a list');
  return rule.judge(readReply(senderDetail, last, true), foldRecord(exchanges).momentOf(last));
}

const turned = 'active beneficiaries that turned inactive';

test('a beneficiary that was shown as active and is inactive later accuses when a second list shows the like', () => {
  expect(judgeLists('true', 'false')).toMatchObject({ held: false, suspicion: { about: turned, times: 2, mayLag: true } });
});

test('an activation that shows late accuses when four lists lack it', () => {
  expect(judgeLists('false')).toMatchObject({ held: false, suspicion: { times: 4, mayLag: true } });
});

const dismissedBy = (...statuses: readonly string[]): unknown => judgeLists(...statuses)?.dismisses;

test('a list that goes back and comes again takes the suspicion away, as a copy that lags would', () => {
  expect(dismissedBy('true', 'false', 'true')).toContain(turned);
  expect(dismissedBy('false', 'true')).not.toContain(turned);
});

test('an account that was listed and is missing later accuses when three lists lack it, as a copy may be behind', () => {
  const missing = addedBeneficiaryRules.find(({ id }) => id === 'OP7-LISTED-AS-SENT~every-answer');
  const [added] = activated;
  const empty = recordedExchange(senderDetail, {
    id: 'x3',
    values: { ...ids, consent: 'NONE' },
    answer: served({ beneficiaries: [] }),
    after: 2,
  });
  if (missing === undefined || added === undefined) throw new Error('expected a rule and an OP-7');
  const exchanges = [added, list('x2', 1, 'false'), empty];
  const judged = missing.judge(readReply(senderDetail, empty, true), foldRecord(exchanges).momentOf(empty));
  expect(judged).toMatchObject({ held: false, suspicion: { times: 3, mayLag: true } });
});
