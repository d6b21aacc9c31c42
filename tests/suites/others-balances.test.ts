import { describe, expect, test } from 'vitest';
import { balanceAfterRefusal } from '../../suites/rules/balances.ts';
import { othersBalancesRule } from '../../suites/rules/others-balances.ts';
import { refused } from '../judge/recorded-exchange.ts';
import { callsOf, judgeLast, type At } from './money-calls.ts';

const payer = callsOf('a');
const one = callsOf('b');
const two = callsOf('c');
const ofOtherAgent = callsOf('d', 'other');
const start = [...payer.start, ...one.start, ...two.start, ...ofOtherAgent.start];

const judge = (...calls: readonly At[]): unknown => judgeLast(othersBalancesRule, [...start, ...calls]);

/** One rupee less where another sender has paid. */
const fallsOf = ({ shows }: typeof one, invoiceId: string): At[] => [shows(500), ...payer.pays(invoiceId), shows(499)];

describe('where other senders alone paid', () => {
  test('a balance that stays holds', () => {
    expect(judge(one.shows(500), ...payer.pays('1'), one.shows(500))).toMatchObject({ held: true });
  });

  test('a fall raises a doubt, and one of another sender accuses', () => {
    expect(judge(...fallsOf(one, '1'))).toMatchObject({ held: false, suspicion: { times: 2, mayLag: true } });
    expect(judge(...fallsOf(one, '1'), ...fallsOf(two, '2'))).toMatchObject({ held: false, suspicion: { times: 1, mayLag: true } });
  });

  test('so does one of the same sender, whose balance stays where nobody pays', () => {
    const again = [...payer.pays('2'), one.shows(498)];
    expect(judge(...fallsOf(one, '1'), ...again)).toMatchObject({ held: false, suspicion: { times: 2 } });
    expect(judge(...fallsOf(one, '1'), one.shows(499), ...again)).toMatchObject({ held: false, suspicion: { times: 1 } });
  });

  test('cashback is doubted, and never accused', () => {
    const cashbackOf = ({ shows }: typeof one, invoiceId: string): At[] => [shows(500, 9), ...payer.pays(invoiceId), shows(500, 8)];
    expect(judge(...cashbackOf(one, '1'), ...cashbackOf(two, '2'))).toMatchObject({ held: false, suspicion: { times: 2 } });
  });

  test('a fall where nobody paid takes every doubt back, and leaves none', () => {
    const doubted = [...fallsOf(one, '1'), ...fallsOf(two, '2')];
    expect(judge(...doubted, one.shows(499), one.shows(490))).toMatchObject({
      held: true,
      dismisses: [expect.any(String), expect.any(String)],
    });
    expect(judge(one.shows(501), one.shows(500), ...payer.pays('1'), one.shows(499))).toBeNull();
    expect(judge(one.shows(500), payer.asks(100, 'c1', refused(4160)), one.shows(499))).toMatchObject({ held: true, dismisses: [] });
  });

  test('a sender that paid itself is accused once another one shows that no fee comes late', () => {
    const paid = [payer.shows(900), ...payer.pays('5'), one.shows(500), ...one.pays('7'), one.shows(400)];
    const doubted = [...paid, ...payer.pays('1'), one.shows(399), ...fallsOf(two, '2')];
    expect(judge(...doubted)).toMatchObject({ suspicion: { times: 2 } });
    expect(judge(...doubted, payer.shows(600))).toMatchObject({ held: false, suspicion: { times: 1, mayLag: true } });
    expect(judge(...doubted, payer.shows(600), payer.shows(600))).toBeNull();
    expect(judge(...doubted, payer.shows(597))).toBeNull();
  });

  test('so it is where the falls are what others paid', () => {
    const paid = [one.shows(500), ...one.pays('7'), one.shows(400), ...payer.pays('1'), one.shows(300)];
    expect(judge(...paid, two.shows(500), ...payer.pays('2', 7), two.shows(493))).toMatchObject({ suspicion: { times: 1 } });
  });

  describe('a sender that paid meanwhile too', () => {
    const free = [payer.shows(900), ...payer.pays('5'), payer.shows(800)];
    const lossOf = (sender: typeof one, own: string, others: string, amount: number, lost = amount): At[] => [
      sender.shows(500),
      ...sender.pays(own),
      ...payer.pays(others, amount),
      sender.shows(400 - lost),
    ];

    test('is doubted where what is gone beyond that is what another paid, and accused where it comes twice', () => {
      const first = lossOf(one, '7', '1', 7.5);
      expect(judge(...free, ...first)).toMatchObject({
        held: false,
        expected: 'mainAccount 500, cashbackAccount 0 less 100, which the sender has paid itself',
        suspicion: { times: 2 },
      });
      expect(judge(...free, ...first, ...lossOf(two, '8', '2', 3.25))).toMatchObject({ held: false, suspicion: { times: 1 } });
    });

    test.each([
      ['no transfer without a fee was seen', lossOf(one, '7', '1', 7.5)],
      ['what is gone is another amount, as a fee', [...free, ...lossOf(one, '7', '1', 7.5, 7)]],
      ['what is gone is as much as its own transfer', [...free, ...lossOf(one, '7', '1', 100)]],
      ['nothing more is gone', [...free, ...lossOf(one, '7', '1', 7.5, 0)]],
    ])('is not where %s', (_, calls) => {
      expect(judge(...calls)).toBeNull();
    });
  });

  test('two falls at one moment are one', () => {
    const together = [one.shows(500), two.shows(500), ...payer.pays('1'), one.shows(499), two.shows(499)];
    expect(judge(...together)).toMatchObject({ suspicion: { times: 2 } });
  });

  test('a code may cost, until one was seen that does not', () => {
    const costs = [one.shows(500), one.getsCode, ...payer.pays('1'), one.shows(499)];
    expect(judge(...costs)).toBeNull();
    expect(judge(two.shows(500), two.getsCode, two.shows(500), ...costs)).toMatchObject({ held: false });
  });

  test.each([
    ['a transfer of its own', [one.shows(500), ...one.pays('7'), ...payer.pays('1'), one.shows(399)]],
    ['a debit of its own that may show late', [one.shows(500), ...one.pays('7'), one.shows(500), ...payer.pays('1'), one.shows(400)]],
    ['a debit of its own from before the first answer', [...one.pays('7'), ...fallsOf(one, '1')]],
    ['what came in before', [one.shows(499), one.shows(500), ...payer.pays('1'), one.shows(499)]],
    ['cashback that came in before', [one.shows(500), one.shows(500, 10), ...payer.pays('1'), one.shows(500)]],
    ['what another agent asked for', [one.shows(500), ...ofOtherAgent.pays('1'), one.shows(499)]],
    ['a balance that doubles do not hold', [one.shows(9e16), ...payer.pays('1'), one.shows(8e16)]],
    ['a rise', [one.shows(500), ...payer.pays('1'), one.shows(501)]],
  ] as const)('%s raises no doubt', (_, calls) => {
    expect(judge(...calls)).toBeNull();
  });

  test('neither does a call off the record', () => {
    const calls = [...start, ...fallsOf(one, '1')];
    expect(judgeLast(othersBalancesRule, calls, [{ what: 'another sitting', senderId: null, after: start.length + 2 }])).toBeNull();
  });

  test('a doubt about refused calls names what others paid', () => {
    const calls = [one.shows(500), one.shows(500), one.asks(4, 'c9', refused(4160)), ...payer.pays('1'), one.shows(496)];
    const expected = 'mainAccount 500, cashbackAccount 0, as before refused calls and what other senders paid';
    expect(judgeLast(balanceAfterRefusal, [...start, ...calls])).toMatchObject({ held: false, expected });
  });
});
