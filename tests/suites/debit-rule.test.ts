import { describe, expect, test } from 'vitest';
import { balanceAfterFailed, balanceAfterRefusal } from '../../suites/rules/balances.ts';
import { debitRule } from '../../suites/rules/debits.ts';
import { refused } from '../judge/recorded-exchange.ts';
import { callsOf, judgeLast, type At } from './money-calls.ts';

const { shows, hasSession, names, asks, accepts, says, ends, pays } = callsOf('b');

const start = [hasSession, names('wallet')];

describe('behind completed wallet transfers alone', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast(debitRule, [...start, ...calls]);

  test('an unchanged balance raises a doubt, and a second one accuses', () => {
    const first = [shows(500), ...pays('1'), shows(500)];
    expect(judge(...first)).toMatchObject({ held: false, suspicion: { about: 'the balance that x6 shows', times: 2 } });
    expect(judge(...first, ...pays('2'), shows(500))).toMatchObject({ held: false, suspicion: { times: 1, mayLag: true } });
  });

  test.each([
    ['a fall of the main account', shows(400)],
    ['a fall by another sum', shows(399.5)],
  ])('%s holds', (_, now) => {
    expect(judge(shows(500), ...pays('1'), now)).toMatchObject({ held: true });
  });

  test('a fee is open, but one above an amount of four digits is a question', () => {
    expect(judge(shows(5000), ...pays('1', 1234.56), shows(2600))).toMatchObject({ held: true });
    expect(judge(shows(5000), ...pays('1', 1234.56), shows(2500))).toMatchObject({ held: false, atMost: 'warn' });
    expect(judge(shows(5000), ...pays('1', 999), shows(2500))).toMatchObject({ held: true });
  });

  test('cashback may be spent first', () => {
    expect(judge(shows(500, 120), ...pays('1'), shows(500, 20))).toMatchObject({ held: true });
  });

  test.each([
    ['a rise of cashback', [shows(500), ...pays('1'), shows(500, 10)]],
    ['a rise of the main account', [shows(500), ...pays('1'), shows(501)]],
    ['a transfer whose status is not known', [shows(500), accepts('1'), ends('1'), shows(500)]],
    ['a rejected one', [shows(500), accepts('1'), says('1', 'FAILED'), ends('1'), shows(500)]],
    ['a delayed one', [shows(500), accepts('1'), says('1', 'COMPLETED'), ends('1', 'COMPLETED', 'true'), shows(500)]],
    ['one that failed at the bank', [shows(500), accepts('1'), says('1', 'COMPLETED'), ends('1', 'FAILED'), shows(500)]],
    ['one that the bank took back', [shows(500), ...pays('1'), ends('1', 'FAILED'), shows(500)]],
    ['one from the bank', [names('bank'), shows(500), ...pays('1'), shows(500)]],
    ['another source in between', [shows(500), ...pays('1'), names('bank'), shows(500)]],
    ['another one that is open', [shows(500), ...pays('1'), accepts('2'), shows(500)]],
    ['an earlier one that may come back', [shows(600), accepts('2'), shows(500), ...pays('1'), shows(500)]],
    [
      'a failed one that may come back',
      [shows(600), accepts('2'), says('2', 'COMPLETED'), shows(500), ends('2', 'FAILED'), ...pays('1'), shows(500)],
    ],
    ['a second invoice of one correlationId', [shows(600), accepts('2', 100, 'c1'), ends('2'), shows(500), ...pays('1'), shows(500)]],
    ['a balance that doubles do not hold', [shows(9e16), ...pays('1', 1), shows(9e16)]],
    ['less than a paisa', [shows(500), ...pays('1', 0.001), shows(500)]],
  ] as const)('%s raises none', (_, calls) => {
    expect(judge(...calls)).toBeNull();
  });

  test('neither does a call off the record, or a transfer before any source was named', () => {
    const calls = [...start, shows(500), ...pays('1'), shows(500)];
    expect(judgeLast(debitRule, calls, [{ what: 'another sitting', senderId: null, after: 4 }])).toBeNull();
    expect(judgeLast(debitRule, [hasSession, shows(500), ...pays('1'), shows(500)])).toBeNull();
  });

  test('a failed transfer whose money is back hides no debit', () => {
    const failed = [shows(500), accepts('2'), says('2', 'COMPLETED'), ends('2', 'FAILED'), shows(500)];
    expect(judge(...failed, ...pays('1'), shows(500))).toMatchObject({ held: false });
  });

  test('a later answer that shows the debit takes the doubt back, and so does a bank that took it back', () => {
    const doubted = [shows(500), ...pays('1'), shows(500)];
    const dismisses = ['the balance that x6 shows'];
    expect(judge(...doubted, shows(400))).toMatchObject({ held: true, dismisses });
    expect(judge(...doubted, shows(450))).toMatchObject({ held: true, dismisses });
    expect(judge(...doubted, ends('1', 'FAILED'), shows(500))).toMatchObject({ held: true, dismisses });
    expect(judge(...doubted, ...pays('2', 30), shows(370))).toMatchObject({ held: true, dismisses });
    expect(judge(...doubted, ...pays('2', 30), shows(470))).toMatchObject({ held: true, dismisses: [] });
  });
});

describe('behind refused calls alone', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast(balanceAfterRefusal, [...start, ...calls]);
  const isRefused = asks(4, 'c9', refused(4160));

  test('a fall raises a doubt where the readings before agree, or differ by what was paid out', () => {
    expect(judge(shows(500), shows(500), isRefused, shows(496))).toMatchObject({ held: false });
    expect(judge(shows(500), ...pays('1'), shows(400), isRefused, shows(396))).toMatchObject({ held: false });
  });

  const suspicion = { times: 2, mayLag: true };

  test('what a refused transfer asked for is not gone twice by chance, nor is all there is; another sum may be', () => {
    expect(judge(shows(500), shows(500), isRefused, shows(496))).toMatchObject({ suspicion });
    expect(judge(shows(500), shows(500), isRefused, isRefused, shows(492))).toMatchObject({ suspicion });
    expect(judge(shows(500), shows(500), isRefused, shows(0))).toMatchObject({ suspicion });
    expect(judge(shows(500), shows(500), isRefused, shows(495))).toMatchObject({ atMost: 'warn' });
    expect(judge(shows(1), shows(1), isRefused, shows(0))).toMatchObject({ atMost: 'warn' });
  });

  test('what comes back takes the doubt back', () => {
    const doubted = [shows(500), shows(500), isRefused, shows(496)];
    expect(judge(...doubted, shows(500))).toMatchObject({ held: true, dismisses: [expect.any(String)] });
    expect(judge(...doubted, shows(499))).toBeNull();
  });

  test.each([
    ['a fee', [shows(500), ...pays('1'), shows(398), isRefused, shows(396)]],
    ['cashback', [shows(500), ...pays('1'), shows(390, 10), isRefused, shows(386, 10)]],
    ['a transfer that is open', [shows(500), accepts('1'), shows(400), isRefused, shows(396)]],
    ['a debit that does not show yet', [shows(500), ...pays('1'), shows(500), shows(500), isRefused, shows(400)]],
    ['an earlier debit that may come late', [shows(500), ...pays('2'), shows(500), ...pays('1'), shows(400), isRefused, shows(300)]],
    ['nothing that was read before', [shows(400), isRefused, shows(396)]],
  ] as const)('%s raises none', (_, calls) => {
    expect(judge(...calls)).toBeNull();
  });
});

describe('behind transfers that are FAILED', () => {
  const judge = (...calls: readonly At[]): unknown => judgeLast(balanceAfterFailed, [...start, ...calls]);
  const isFailed = [accepts('9', 600), says('9', 'FAILED')];

  test('a fall raises a doubt, at first and when OP-10 is asked again', () => {
    expect(judge(shows(500), shows(500), ...isFailed, shows(499))).toMatchObject({ held: false });
    expect(judge(shows(500), shows(500), ...isFailed, shows(500))).toMatchObject({ held: true });
    const later = [shows(500), shows(500), ...isFailed, shows(500), says('9', 'FAILED')];
    expect(judge(...later, shows(499))).toMatchObject({ held: false });
    expect(judgeLast(balanceAfterRefusal, [...start, ...later, shows(499)])).toBeNull();
  });

  test.each([
    ['one that is not known to be FAILED', [shows(500), shows(500), accepts('9', 600), shows(499)]],
    ['one that was asked for long before', [shows(500), shows(500), ...isFailed, shows(500), shows(499)]],
    ['another one that is open', [shows(500), shows(500), ...isFailed, accepts('2'), shows(400)]],
  ] as const)('%s raises none', (_, calls) => {
    expect(judge(...calls)).toBeNull();
  });
});
