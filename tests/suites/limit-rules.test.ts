import { describe, expect, test } from 'vitest';
import { invoice, requestTransfer, senderDetail, transactionStatus, transferSecurityScheme } from '../../specs/operations.ts';
import type { Exchange } from '../../helpers/core/exchange.ts';
import { foldRecord } from '../../helpers/judge/facts/facts.ts';
import { readReply } from '../../helpers/judge/reply.ts';
import { limitRules } from '../../suites/rules/limits.ts';
import { recordedExchange, refused, served } from '../judge/recorded-exchange.ts';

const senderId = '5f0c7a52-0000-4abc-8def-00000000000b';
const subAgentTagId = '5f0c7a52-0000-4abc-8def-00000000000a';
const ids = { senderId, subAgentTagId };
const options = { userAgent: 'a', sourceAddress: 'b', geoTag: '1.0,2.0' };

type At = (after: number) => Exchange;

const shows =
  (left: number): At =>
  (after) =>
    recordedExchange(senderDetail, {
      id: `x${after}`,
      values: { ...ids, consent: 'NONE' },
      answer: served({ limitLeft: { MONTHLY: left } }),
      after,
    });
const names =
  (form: string): At =>
  (after) =>
    recordedExchange(transferSecurityScheme, { id: `x${after}`, form, values: ids, answer: served({ scheme: 'OTP' }), after });
const asks =
  (amount: number, answer: unknown): At =>
  (after) =>
    recordedExchange(requestTransfer, {
      id: `x${after}`,
      values: { ...ids, sessionId: senderId, from: senderId, to: '17', type: 'imps', options, amount, correlationId: `c${after}` },
      answer,
      after,
    });
const pays = (amount: number, invoiceId: string): At => asks(amount, served({ invoiceId }));
const isRefused: At = asks(900, refused(4160));
const isWrong: At = asks(100, refused(4170));
const ends =
  (invoiceId: string, isDelayed = 'false'): At =>
  (after) =>
    recordedExchange(invoice, {
      id: `x${after}`,
      values: { invoiceId, subAgentTagId },
      answer: served({ status: 'COMPLETED', isDelayed }),
      after,
    });

/** The transfer asked for at this place. */
const isFailed =
  (place: number): At =>
  (after) =>
    recordedExchange(transactionStatus, {
      id: `x${after}`,
      values: { correlationId: `c${place}`, subAgentTagId },
      answer: served({ invoiceId: 1, status: 'FAILED' }),
      after,
    });

/** What the rule says of the last answer. */
function judgeLast(clause: string, calls: readonly At[], offRecord: Parameters<typeof foldRecord>[1] = []): unknown {
  const rule = limitRules.find((each) => each.clause === clause);
  const exchanges = calls.map((call, after) => call(after));
  const last = exchanges.at(-1);
  if (rule === undefined || last === undefined) throw new Error('expected a rule and an answer');
  return rule.judge(readReply(senderDetail, last, true), foldRecord(exchanges, offRecord).momentOf(last));
}

const wallet = names('wallet');

describe('behind a completed transfer', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast('LIMIT-FALLS', calls);

  test.each([
    ['a fall', [shows(500), pays(100, '1'), ends('1'), shows(399)]],
    ['no transfer', [shows(500), shows(500)]],
    ['a transfer that is not paid yet', [shows(500), pays(100, '1'), shows(500)]],
    ['the invoice of an earlier one', [pays(100, '1'), ends('1'), shows(400), pays(100, '1'), shows(400)]],
    ['a delayed one', [shows(500), pays(100, '1'), ends('1', 'true'), shows(500)]],
    ['a period that rolled over', [shows(500), pays(100, '1'), ends('1'), shows(400), pays(50, '2'), ends('2'), shows(450)]],
  ] as const)('%s raises no doubt', (_, calls) => {
    expect(judge(wallet, ...calls)).not.toMatchObject({ held: false });
  });

  test('an unchanged limit raises a doubt, and so does a rise beyond all that was shown', () => {
    const unchanged = [wallet, shows(600), shows(500), pays(100, '1'), ends('1'), shows(500)];
    expect(judge(...unchanged)).toMatchObject({ held: false, received: 'MONTHLY 500' });
    expect(judge(wallet, shows(500), pays(100, '1'), ends('1'), shows(600))).toMatchObject({ held: false });
  });

  test('a limit as full as ever may be of a new period: a second transfer has to show it too', () => {
    const first = [wallet, shows(500), pays(100, '1'), ends('1'), shows(500)];
    expect(judge(...first)).toBeNull();
    expect(judge(...first, pays(100, '2'), ends('2'), shows(500))).toMatchObject({ held: false });
  });

  test('a transfer from bank raises none', () => {
    expect(judge(names('bank'), shows(500), pays(100, '1'), ends('1'), shows(500))).toBeNull();
  });

  test('a limit that shows late takes the doubt back', () => {
    const late = [wallet, shows(600), shows(500), pays(100, '1'), ends('1'), shows(500)];
    expect(judge(...late, shows(400))).toMatchObject({ held: true, dismisses: ['the limits that x5 shows'] });
    expect(judge(...late, pays(30, '2'), ends('2'), shows(470))).not.toMatchObject({ dismisses: ['the limits that x5 shows'] });
    expect(judge(...late, pays(30, '2'), ends('2'), shows(370))).toMatchObject({ dismisses: ['the limits that x5 shows'] });
  });
});

describe('a limit that rises behind a completed transfer', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast('LIMIT-NOT-RAISED', calls);
  const paidBetween = (place: string, left: number): readonly At[] => [pays(100, place), ends(place), shows(left)];

  test('is a doubt about that sender, as a period may roll over once', () => {
    const first = judge(wallet, shows(500), ...paidBetween('1', 600));
    const second = judge(wallet, shows(500), ...paidBetween('1', 600), ...paidBetween('2', 700));
    const suspicion = { about: 'the limit MONTHLY of the sender that x1 shows', times: 2, mayLag: true };
    expect([first, second]).toMatchObject([
      { held: false, suspicion },
      { held: false, suspicion },
    ]);
  });

  test.each([
    ['no rise', [wallet, shows(500), ...paidBetween('1', 400)], { held: true }],
    ['no transfer', [wallet, shows(500), shows(600)], null],
    ['money that comes back', [wallet, shows(500), ...paidBetween('1', 400), ...paidBetween('2', 500)], null],
  ])('%s is no doubt', (_, calls, judged) => {
    if (judged === null) expect(judge(...calls)).toBeNull();
    else expect(judge(...calls)).toMatchObject(judged);
  });
});
describe('behind refused transfers alone', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast('REFUSAL-NOTHING-CHANGED', [wallet, ...calls]);

  test('a limit that falls raises a doubt, which its return takes back', () => {
    const fallen = [shows(500), isRefused, shows(490)];
    const about = 'limits behind refused calls alone';
    const expected: unknown = expect.stringContaining('MONTHLY 500');
    expect(judge(...fallen)).toMatchObject({ held: false, expected, suspicion: { about, times: 2 } });
    expect(judge(...fallen, shows(500))).toMatchObject({ held: true, dismisses: [about] });
  });

  test('a fall where nothing was asked for takes the doubt back', () => {
    expect(judge(shows(500), isRefused, shows(490), shows(480))).toMatchObject({
      held: true,
      dismisses: ['limits behind refused calls alone'],
    });
  });

  test('a transfer that OP-10 calls FAILED is refused', () => {
    expect(judge(shows(500), pays(900, '1'), isFailed(2), shows(490))).toMatchObject({ held: false });
    expect(judge(shows(500), pays(900, '1'), isFailed(2), shows(500))).toMatchObject({ held: true });
    expect(judge(shows(500), pays(900, '1'), shows(490), isFailed(2), shows(490))).toBeNull();
  });

  test('the same after transfers whose amounts show already', () => {
    expect(judge(shows(500), pays(100, '1'), ends('1'), shows(400), isRefused, shows(390))).toMatchObject({ held: false });
  });

  test.each([
    ['a limit that stays', [shows(500), isRefused, shows(500)]],
    ['a fall without a refused transfer', [shows(500), shows(490)]],
    ['an accepted transfer beside it', [shows(500), isRefused, pays(100, '1'), shows(390)]],
    ['a transfer without an answer beside it', [shows(500), isRefused, asks(100, null), shows(390)]],
    ['an earlier transfer that does not show yet', [shows(500), pays(100, '1'), ends('1'), shows(500), isRefused, shows(400)]],
  ] as const)('%s raises no doubt', (_, calls) => {
    expect(judge(...calls)).not.toMatchObject({ held: false });
  });

  test('a call off the record may have used it up', () => {
    const calls = [wallet, shows(500), isRefused, shows(490)];
    expect(judgeLast('REFUSAL-NOTHING-CHANGED', calls, [{ after: 2, senderId, what: 'OP-9' }])).toBeNull();
  });
});

describe('behind wrong codes alone', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast('CONSENT-WRONG-NO-EFFECT', [wallet, ...calls]);
  const doubt = { about: 'limits behind wrong codes alone', times: 2, mayLag: true };

  test('a fall raises a doubt that any sender may share, and a return takes it back', () => {
    expect(judge(shows(500), isWrong, shows(400))).toMatchObject({ held: false, suspicion: doubt });
    expect(judge(shows(500), isWrong, shows(400), isWrong, shows(300))).toMatchObject({ held: false, suspicion: doubt });
    expect(judge(shows(500), isWrong, shows(400), shows(500))).toMatchObject({ held: true, dismisses: [doubt.about] });
  });

  test('where nothing was asked for, a fall takes the doubt back: others use the sender', () => {
    expect(judge(shows(500), shows(400))).toMatchObject({ held: true, dismisses: [doubt.about] });
  });

  test.each([
    ['a limit that stays', [shows(500), isWrong, shows(500)]],
    ['another refusal beside it', [shows(500), isWrong, isRefused, shows(400)]],
    ['an accepted transfer beside it', [shows(500), isWrong, pays(100, '1'), shows(400)]],
    ['a transfer that no two readings follow', [shows(500), pays(100, '1'), ends('1'), shows(400), isWrong, shows(399)]],
  ] as const)('%s raises none', (_, calls) => {
    expect(judge(...calls)).not.toMatchObject({ held: false });
  });

  test('a transfer that two equal readings follow explains nothing', () => {
    expect(judge(shows(500), pays(100, '1'), ends('1'), shows(400), shows(400), isWrong, shows(399))).toMatchObject({ held: false });
  });
});
