import { describe, expect, test } from 'vitest';
import { balanceAfterFailed, balanceAfterRefusal, balanceAfterWrongCode } from '../../suites/rules/balances.ts';
import { limitsBehindAnotherAgent } from '../../suites/rules/limits.ts';
import { refused } from '../judge/recorded-exchange.ts';
import { callsOf, judgeLast, type At } from './money-calls.ts';

type Sender = ReturnType<typeof callsOf>;

const one = callsOf('a');
const two = callsOf('b');
const three = callsOf('c');
const start = [...one.start, ...two.start, ...three.start];

const judge = (...calls: readonly At[]): unknown => judgeLast(balanceAfterRefusal, [...start, ...calls]);

/** What came in where that much was refused. */
const risesBy = ({ shows, asks }: Sender, amount: number, by = amount, code = 4160): At[] => [
  shows(500),
  asks(amount, `c${amount}`, refused(code)),
  shows(500 + by),
];

const limitRises = ({ shows, asks }: Sender, was: number, amount: number): At[] => [
  shows(500, 0, { MONTHLY: was }),
  asks(amount, `c${amount}`, refused(4160)),
  shows(500, 0, { MONTHLY: was + amount }),
];

const accused = { held: false, suspicion: { times: 1, mayLag: true } };
const about = 'rises of money behind transfers that took nothing';

describe('a rise by just what was refused', () => {
  test('is none by itself', () => {
    expect(judge(...risesBy(one, 100))).not.toMatchObject({ held: false });
  });

  test('accuses with one by another amount, of whichever sender', () => {
    expect(judge(...risesBy(one, 100), ...risesBy(two, 7.5))).toMatchObject(accused);
    expect(judge(...risesBy(one, 100), one.asks(7.5, 'c8', refused(4160)), one.shows(607.5))).toMatchObject(accused);
  });

  test.each([
    ['the same amount twice', [...risesBy(one, 100), ...risesBy(two, 100)]],
    [
      'twice the same amount, beside another one',
      [
        one.shows(0),
        one.asks(7, 'c7', refused(4160)),
        ...risesBy(one, 100).slice(1, 2),
        one.shows(100),
        two.asks(100, 'c1', refused(4160)),
        two.shows(500),
        two.asks(100, 'c2', refused(4160)),
        two.asks(100, 'c3', refused(4160)),
        two.shows(700),
      ],
    ],
    ['twice the same amount', [...risesBy(one, 100), two.asks(100, 'c1', refused(4160)), ...risesBy(two, 100, 200)]],
    ['another amount than was refused', [...risesBy(one, 100), ...risesBy(two, 7.5, 7)]],
    ['a rise elsewhere', [three.shows(500), three.shows(505), ...risesBy(one, 100), ...risesBy(two, 7.5)]],
    ['money that may come back', [...two.pays('1', 7.5), ...risesBy(one, 100), ...risesBy(two, 7.5)]],
    ['what two transfers come to, back at once', [...two.pays('1', 7), ...two.pays('2', 0.5), ...risesBy(one, 100), ...risesBy(two, 7.5)]],
    ['a transfer that is open', [...risesBy(one, 100), two.asks(7.5, 'c9', null), ...risesBy(two, 7.5)]],
    ['wrong codes beside refusals', [...risesBy(one, 100), ...risesBy(two, 7.5, 7.5, 4170)]],
  ])('is excused: %s', (_, calls) => {
    expect(judge(...calls)).not.toMatchObject({ held: false });
  });

  test('is taken back where a rise has another reason', () => {
    const doubted = [...risesBy(one, 100), ...risesBy(two, 7.5)];
    expect(judge(...doubted, two.shows(510))).toMatchObject({ held: true, dismisses: [about] });
  });

  test('calls off the record leave nothing to judge', () => {
    const calls = [...start, ...risesBy(one, 100), ...risesBy(two, 7.5)];
    expect(judgeLast(balanceAfterRefusal, calls, [{ after: 9, senderId: null, what: 'OP-9' }])).not.toMatchObject({ held: false });
  });

  describe('where it comes behind each refusal that is alike', () => {
    const stays = Array.from({ length: 21 }, () => three.shows(500));
    const twice = [one.shows(500, 0), one.asks(-100, 'c0', refused(4160)), one.shows(500, 100), one.asks(-100, 'c1', refused(4160))];

    test('accuses with the same amount, once enough readings stay', () => {
      expect(judge(...stays, ...twice, one.shows(500, 200))).toMatchObject(accused);
      expect(judge(...twice, one.shows(500, 200))).not.toMatchObject({ held: false });
    });

    test('but not where one stays without it', () => {
      expect(judge(...stays, two.shows(500), two.asks(-5, 'c7', refused(4160)), two.shows(500), ...twice, one.shows(500, 200))).toBeNull();
    });
  });

  test('of limits accuses too, above all that was shown', () => {
    expect(judge(...limitRises(one, 900, 100), ...limitRises(two, 900, 7.5))).toMatchObject({
      ...accused,
      received: expect.stringContaining('MONTHLY 907.5') as unknown,
    });
    const rolled = [two.shows(500, 0, { MONTHLY: 907.5 }), ...limitRises(one, 900, 100), ...limitRises(two, 900, 7.5)];
    expect(judge(...rolled)).not.toMatchObject({ held: false });
  });
});

test('wrong codes have their own clause', () => {
  const calls = [...start, ...risesBy(one, 100, 100, 4170), ...risesBy(two, 7.5, 7.5, 4170)];
  expect(judgeLast(balanceAfterWrongCode, calls)).toMatchObject(accused);
  expect(judgeLast(balanceAfterRefusal, calls)).not.toMatchObject({ held: false });
});

describe('behind a transfer that is FAILED', () => {
  const fails = ({ shows, accepts, says }: Sender, invoiceId: string, amount: number): At[] => [
    shows(500),
    accepts(invoiceId, amount),
    says(invoiceId, 'FAILED'),
    shows(500, amount),
  ];

  test('two rises by its amount accuse, and one does not', () => {
    expect(judgeLast(balanceAfterFailed, [...start, ...fails(one, '1', 900), ...fails(two, '2', 800)])).toMatchObject(accused);
    expect(judgeLast(balanceAfterFailed, [...start, ...fails(one, '1', 900)])).not.toMatchObject({ held: false });
  });

  test('cashback of what was paid may be late', () => {
    const calls = [...start, ...two.pays('3', 850), ...fails(one, '1', 900), ...fails(two, '2', 800)];
    expect(judgeLast(balanceAfterFailed, calls)).not.toMatchObject({ held: false });
  });
});

describe('limits behind refused calls of another agent', () => {
  const { asks } = callsOf('a', 'other');
  const shows = (left: number): At => one.shows(500, 0, { MONTHLY: left });
  const judgeLimits = (...calls: readonly At[]): unknown => judgeLast(limitsBehindAnotherAgent, [...start, ...calls]);

  test('are doubted where they fall', () => {
    const theirs = asks(10, 'c1', refused(4001));
    expect(judgeLimits(shows(900), theirs, shows(890))).toMatchObject({ held: false, suspicion: { times: 2, mayLag: true } });
    expect(judgeLimits(shows(900), theirs, shows(900))).toMatchObject({ held: true });
    expect(judgeLimits(shows(900), theirs, shows(890), shows(900))).toMatchObject({ held: true });
  });

  test.each([
    ['where its own agent was refused too', [shows(900), asks(10, 'c1', refused(4001)), one.asks(10, 'c2', refused(4160)), shows(890)]],
    ['where what was paid may show late', [shows(900), ...one.pays('1', 10), shows(900), asks(10, 'c1', refused(4001)), shows(890)]],
  ])('are not judged %s', (_, calls) => {
    expect(judgeLimits(...calls)).toBeNull();
  });
});
