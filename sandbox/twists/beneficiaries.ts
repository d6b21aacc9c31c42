import { API_CODES } from '../http/codes.ts';
import { withBody } from './requests.ts';
import type { ServiceRequest, Twist } from '../http/exchange.ts';
import { field } from '../http/json.ts';
import { changeResponse, changeRequest, apiCode, on, succeeded } from './twists.ts';
import { withWrongValue } from './results.ts';
import type { User } from '../state/store.ts';

export const activateNothing = (request: ServiceRequest): ServiceRequest => withBody(request, () => ({ object: false }));

/** OP-13 with `true` for one beneficiary also activates the others. */
export const activateAll: Twist = (right) => async (request) => {
  const response = await right(request);
  const [, senderId = ''] = /\/sender\/([^/]+)\//.exec(request.path) ?? [];
  const asked = on('OP-13')(request) && succeeded(response) && field(request.body, 'object') === true;
  for (const one of request.store.users.get(senderId.toLowerCase())?.beneficiaries.values() ?? []) one.active ||= asked;
  return response;
};

/** Gives the configured customer an old beneficiary that was never activated. */
export const withOldBeneficiary: Twist = changeRequest(on('OP-6'), (request) => {
  const old = { id: 999, accountNumber: '000111999999', ifscCode: 'ZZZZ0000001', holderName: 'Testcase Other', active: false };
  for (const { mobile, beneficiaries } of request.store.users.values())
    if (mobile === '9990000002' && !beneficiaries.has(old.id)) beneficiaries.set(old.id, old);
  return request;
});

export const listAllBeneficiaries: Twist = changeResponse(on('OP-6'), (response, { store }) => {
  const all = [...store.users.values()].flatMap(({ beneficiaries }) => [...beneficiaries.values()]);
  const listed = all.map(({ accountNumber, ifscCode, holderName: accountHolderName, id, active }) => ({
    accountNumber,
    ifscCode,
    accountHolderName,
    beneficiaryId: String(id),
    status: String(active),
  }));
  return withWrongValue(response, 'beneficiaries', listed);
});

/** Adds what the request asks for, as far as it can be read, and returns the new id. */
export function addAskedBeneficiary(user: User, { store, body }: ServiceRequest): number {
  const [accountNumber = '', ifscCode = '', holderName = ''] = ['accountNo', 'ifscCode', 'name'].map((name) => {
    const value = field(body, name);
    return typeof value === 'string' ? value : '000';
  });
  const id = store.nextBeneficiary++;
  user.beneficiaries.set(id, { id, accountNumber, ifscCode, holderName, active: false });
  return id;
}

/** OP-7 refuses a wrong code with 4170, and adds the beneficiary. */
export const addDespiteRefusal: Twist = (right) => async (request) => {
  const response = await right(request);
  const sender =
    on('OP-7')(request) && apiCode(response) === API_CODES.wrongOtpOrMpin
      ? request.store.users.get((request.path.split('/').at(-1) ?? '').toLowerCase())
      : undefined;
  if (sender !== undefined) addAskedBeneficiary(sender, request);
  return response;
};
