import { describe, expect, test } from 'vitest';
import { variants } from '../../sandbox/variants.ts';
import type { ServiceRequest, Twist } from '../../sandbox/http/exchange.ts';
import { field } from '../../sandbox/http/json.ts';
import { on } from '../../sandbox/twists/twists.ts';
import { describeEnded, judgeSandbox, withVerdict, type EndedCheck } from '../run/judged.ts';

const accusations = (ended: readonly EndedCheck[]): readonly string[] => describeEnded(withVerdict(ended, 'fail', 'warn', 'error'));

const reasonOf = (ended: readonly EndedCheck[], id: string): string | undefined => {
  const found = ended.find(({ check }) => check === id);
  return `${found?.verdict ?? 'not planned'}: ${found?.reason ?? ''}`;
};

/** Keeps what `read` finds in the requests of an operation. */
const keeping =
  (operation: string, kept: string[], read: (request: ServiceRequest) => unknown): Twist =>
  (right) =>
  (request) => {
    if (on(operation)(request)) kept.push(String(read(request)));
    return right(request);
  };

const lastSegment = ({ path }: ServiceRequest): string => path.split('/').at(-1) ?? '';

const several = ['OP11-AMOUNT-EXACT~several-transfers', 'OP11-AMOUNT-EXACT~four-digit'];

describe('transfers in circumstances', () => {
  test('are made by senders of their own, not by the configured customer', async () => {
    const payers: string[] = [];
    const ended = await judgeSandbox({ twist: keeping('OP-9', payers, ({ body }) => field(body, 'from')) }, {}, several);
    expect(accusations(ended)).toEqual([]);
    expect([payers.length, new Set(payers).size]).toEqual([3, 2]);
  });

  test('are made by the configured customer where no newcomer has money', async () => {
    const payers: string[] = [];
    const twist = keeping('OP-9', payers, ({ body }) => field(body, 'from'));
    const ended = await judgeSandbox({ policy: { sender: { newcomerShare: 0 } }, twist }, {}, several);
    expect(accusations(ended)).toEqual([]);
    expect(withVerdict(ended, 'pass').map(({ check }) => check)).toEqual(expect.arrayContaining(several));
    expect([payers.length, new Set(payers).size]).toEqual([3, 1]);
  });

  test('of newcomers are untried where newcomers have no money, and block nothing', async () => {
    const poor = { policy: { sender: { newcomerShare: 0 }, transfer: { overdrawnFailsIn: 'OP-9' } } } as const;
    const selection = ['OP9-SERVED', 'OP10-INVOICE-AGREES', 'OP11-AMOUNT-EXACT', 'OP14-DEBITED', 'AUTH-OTHER-AGENT~*-OP-10'];
    const ended = await judgeSandbox(poor, {}, selection);
    expect(describeEnded(withVerdict(ended, 'fail', 'warn', 'error', 'blocked'))).toEqual([]);
    expect(reasonOf(ended, 'OP9-SERVED~new-customer')).toMatch(/^untried: the new customer holds less than 100/);
    expect(withVerdict(ended, 'pass').map(({ check }) => check)).toContain('AUTH-OTHER-AGENT~their-sub-agent-OP-10');
  });

  test('are untried where nobody has the money, or the caps leave none', async () => {
    const poor = await judgeSandbox({ policy: { sender: { openingBalance: 1000 } } }, {}, several);
    expect(accusations(poor)).toEqual([]);
    expect(reasonOf(poor, 'OP11-AMOUNT-EXACT~four-digit')).toMatch(/^untried: no sender of ours holds .* in its wallet/);
    const capped = await judgeSandbox({}, { DMT_MAX_SPEND: '1000' }, several);
    expect(reasonOf(capped, 'OP11-AMOUNT-EXACT~four-digit')).toMatch(/^untried: .*DMT_MAX_SPEND/);
  });
});

test('where a sender without an eKYC may not pay, the reason says so', async () => {
  const ended = await judgeSandbox(variants.get('pays-after-ekyc') ?? {}, {}, ['OP9-SERVED']);
  expect(accusations(ended)).toEqual([]);
  expect(reasonOf(ended, 'OP9-SERVED~new-customer')).toMatch(/^blocked: .*complete its eKYC before the run/);
});

test('the first transfer is looked at five times, and every other three times', async () => {
  const statuses: string[] = [];
  const invoices: string[] = [];
  const twist: Twist = (right) => keeping('OP-10', statuses, lastSegment)(keeping('OP-11', invoices, lastSegment)(right));
  const ended = await judgeSandbox({ twist }, {}, ['OP11-AMOUNT-EXACT~later', ...several]);
  expect(accusations(ended)).toEqual([]);
  for (const looks of [statuses, invoices]) {
    const counts = [...Map.groupBy(looks, (id) => id).values()].map((each) => each.length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(3);
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(5);
  }
});

test('a sender has eleven beneficiaries where accounts allow', async () => {
  const accounts: string[] = [];
  const ended = await judgeSandbox({ twist: keeping('OP-7', accounts, ({ body }) => field(body, 'accountNo')) }, {}, [
    'OP7-LISTED-AS-SENT~many-beneficiaries',
  ]);
  expect(accusations(ended)).toEqual([]);
  expect(new Set(accounts).size).toBe(11);
});

test('what empties a wallet, or is paid from the bank, needs the word drain', async () => {
  const drained = ['OP9-SERVED~bank', 'OP9-AMOUNT-ABOVE-BALANCE~emptied'];
  const without = await judgeSandbox({}, { DMT_ALLOW: 'races' }, drained);
  for (const id of drained) expect(reasonOf(without, id)).toMatch(/^untried: .*drain/);
  const permitted = await judgeSandbox({}, {}, drained);
  expect(withVerdict(permitted, 'pass').map(({ check }) => check)).toEqual(drained);
});

test('without spare mobiles the circumstances of newcomers are untried, and nobody is accused', async () => {
  const ended = await judgeSandbox({}, { DMT_SPARE_MOBILES: '' });
  expect(accusations(ended)).toEqual([]);
  expect(reasonOf(ended, 'OP9-SERVED~bank')).toMatch(/^untried: no spare mobile .*DMT_SPARE_MOBILES/);
  expect(withVerdict(ended, 'pass').map(({ check }) => check)).toEqual(expect.arrayContaining(several));
});

// Each of the two would wait for what the other gives back, and for the other to leave.
test.each([
  ['money', { DMT_MAX_SPEND: '200000' }],
  ['transfers', { DMT_MAX_TRANSFERS: '1' }],
])('where a cap leaves %s for one of two calls at once, the run goes on', async (_, cap) => {
  const ended = await judgeSandbox({}, cap, ['OP9-INVOICES-DIFFER~at-once']);
  expect(accusations(ended)).toEqual([]);
  expect(ended.map(({ verdict }) => verdict)).toEqual([expect.stringMatching(/^(?:pass|untried)$/)]);
});
