import { expect, test } from 'vitest';
import type { Twist } from '../../sandbox/http/exchange.ts';
import { faults } from '../../sandbox/faults.ts';
import { issuedInvoice } from '../../sandbox/twists/history.ts';
import { lastSegment } from '../../sandbox/twists/requests.ts';
import { wrongResult } from '../../sandbox/twists/results.ts';
import { delayedBackAfter } from '../../sandbox/twists/wallets.ts';
import { combine, on, respondWith, succeeded } from '../../sandbox/twists/twists.ts';
import { judgeSandbox } from '../run/judged.ts';

test('an OP-1 that is lost once an MPIN is set takes nothing from what the MPIN shows', async () => {
  const lost = respondWith(
    (request) =>
      on('OP-1')(request) &&
      [...request.store.users.values()].some((user) => user.mpin !== undefined && request.path.endsWith(`/customer/${user.mobile}`)),
    () => ({ status: 200, headers: {}, wire: { kind: 'reset' } }),
  );
  const ended = await judgeSandbox({ twist: lost }, {}, ['OP12-MOBILE-AGREES~own-sender']);
  expect(ended.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual(['OP12-MOBILE-AGREES~own-sender pass']);
});

/** Its money may come back at any time. */
const delayFirst: Twist = (right) => {
  let first: string | undefined;
  const delayed = wrongResult('OP-11', 'isDelayed', 'true')(right);
  return async (request) => {
    if (first !== undefined && lastSegment(request) === first) return delayed(request);
    const response = await right(request);
    if (on('OP-9')(request) && succeeded(response)) first ??= issuedInvoice(response);
    return response;
  };
};

test('a balance that stays behind a transfer in the query form accuses nobody where an earlier transfer is delayed', async () => {
  const undebited = faults.get('amount-a-transfer-whose-session-is-in-the-query-is-not-debited')?.twist;
  if (undebited === undefined) throw new Error('expected a fault with a twist, received none');
  const id = 'OP14-DEBITED~query-form';
  const judged = async (twist: Twist): Promise<string | undefined> =>
    (await judgeSandbox({ twist }, {}, [id])).find(({ check }) => check === id)?.verdict;
  expect(await judged(undebited)).toBe('fail');
  expect(await judged(combine(undebited, delayFirst))).toBe('not-applicable');
});

test('a delayed transfer whose fee is kept raises no question', async () => {
  const policy = { transfer: { isDelayed: true, fee: 2.5 } };
  const ended = await judgeSandbox({ policy }, {}, ['OP11-DELAYED-COMES-BACK']);
  expect(ended.map(({ check, verdict }) => `${check} ${verdict}`).sort()).toEqual([
    'OP11-DELAYED-COMES-BACK~after-ekyc pass',
    'OP11-DELAYED-COMES-BACK~below-one pass',
    'OP11-DELAYED-COMES-BACK~decimals pass',
    'OP11-DELAYED-COMES-BACK~four-digit pass',
    'OP11-DELAYED-COMES-BACK~new-customer pass',
    'OP11-DELAYED-COMES-BACK~second-beneficiary pass',
    'OP11-DELAYED-COMES-BACK~usual pass',
    'OP11-DELAYED-COMES-BACK~with-mpin pass',
  ]);
});

/** The first wait for the whole amount is in vain where a fee is kept, so later waits are shorter (reading 1). */
test('the amount of a delayed transfer that comes back behind a shorter wait raises no question', async () => {
  const late = { policy: { transfer: { fee: 2.5 } }, twist: delayedBackAfter(800) };
  const ended = await judgeSandbox(late, {}, ['OP11-DELAYED-COMES-BACK']);
  expect(new Set(ended.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'not-applicable']));
});
