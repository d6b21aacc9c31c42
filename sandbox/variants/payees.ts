import { API_CODES } from '../http/codes.ts';
import { field } from '../http/json.ts';
import type { Twist } from '../http/exchange.ts';
import type { Variant } from '../catalog.ts';
import type { Beneficiary } from '../state/store.ts';
import { findCustomer } from '../twists/history.ts';
import { lastSegment } from '../twists/requests.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { apiResult, on, succeeded } from '../twists/twists.ts';
import { marked } from '../twists/wallets.ts';

/** A bank has verified the account meanwhile. OP-13 with `false` keeps it inactive. */
const activatesItself: Twist = (right) => {
  const seen = new Set<Beneficiary>();
  return async (request) => {
    const response = await right(request);
    const listed = [...(findCustomer(request)?.beneficiaries.values() ?? [])];
    if (!succeeded(response)) return response;
    if (on('OP-13')(request) && field(request.body, 'object') === false)
      for (const one of listed) if (String(one.id) === lastSegment(request)) seen.add(one);
    if (!on('OP-6')(request)) return response;
    const verified = listed.filter((one) => !seen.has(one) && !one.active);
    for (const one of listed) seen.add(one);
    for (const one of verified) one.active = true;
    return verified.length === 0 ? response : marked(response, 'x-verified');
  };
};

/** A bank takes its time to verify an account. What OP-13 was served for is left alone. */
const activeAtSecondLook: Twist = (right) => {
  const listed = new Set<Beneficiary>();
  const named = new Set<Beneficiary>();
  return async (request) => {
    const own = [...(findCustomer(request)?.beneficiaries.values() ?? [])];
    if (on('OP-6')(request)) for (const one of own) one.active ||= listed.has(one) && !named.has(one);
    const response = await right(request);
    if (!succeeded(response)) return response;
    if (on('OP-6')(request)) for (const one of own) listed.add(one);
    if (on('OP-13')(request)) for (const one of own) if (String(one.id) === lastSegment(request)) named.add(one);
    return response;
  };
};

const switchedOffByBank: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!on('OP-11')(request) || field(apiResult(response), 'status') !== 'FAILED') return response;
  for (const { invoiceId, beneficiary } of request.store.transfers.values())
    if (String(invoiceId) === lastSegment(request)) beneficiary.active = false;
  return response;
};

/** OP-13 refuses `false`, and `true` for one that is active. */
const changesOnlyToActive: Twist = (right) => (request) => {
  const object = field(request.body, 'object');
  const own = findCustomer(request)?.beneficiaries;
  const named = [...(own?.values() ?? [])].find(({ id }) => String(id) === lastSegment(request));
  const isRefused = on('OP-13')(request) && named !== undefined && (object === false || (object === true && named.active));
  return isRefused ? Promise.resolve(envelopeResponse(API_CODES.validationFailed, 'no.such.change')) : right(request);
};

/** Beneficiaries whose status changes without OP-13, or that OP-13 does not change. */
export const payeeVariants: Variant[] = [
  {
    id: 'activates-itself',
    does: 'A beneficiary becomes active once it was listed, without OP-13.',
    checks: ['OP9-*', 'OP13-ACTIVATES'],
    ends: 'blocked',
    cause: { name: 'sender-in-use', owner: 'environment' },
    twist: activatesItself,
  },
  {
    id: 'active-at-second-look',
    does: 'A beneficiary that OP-13 has not named is active when it is listed a second time.',
    checks: ['REFUSAL-NOTHING-CHANGED~listed-later', 'Beneficiaries'],
    twist: activeAtSecondLook,
  },
  {
    id: 'only-activates-once',
    does: 'OP-13 refuses false, and refuses true for an active beneficiary.',
    everywhere: true,
    twist: changesOnlyToActive,
  },
  {
    id: 'switched-off-by-bank',
    does: 'A transfer beyond the balance fails at the bank, which ends the beneficiary.',
    policy: { transfer: { overdrawnFailsIn: 'OP-11' } },
    twist: switchedOffByBank,
  },
];
