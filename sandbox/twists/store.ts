import { API_CODES } from '../http/codes.ts';
import { requestedAmount, consentHeader, withBody, findPayer } from './requests.ts';
import type { User } from '../state/store.ts';
import type { ServiceResponse, ServiceRequest, Twist } from '../http/exchange.ts';
import { field, type Json } from '../http/json.ts';
import { changeResponse, changeRequest, combine, apiCode, on, apiResult, succeeded, withResult } from './twists.ts';
import { wrongResult, asText, withWrongValue } from './results.ts';

/** What became of a transfer just requested: `rejected` is what OP-10 calls FAILED. */
const transferOutcome = (request: ServiceRequest, response: ServiceResponse): string =>
  request.store.invoices.get(asText(field(apiResult(response), 'invoiceId')))?.outcome ?? `code ${Number(apiCode(response))}`;

/** Does something to the sender after a transfer of that fate; amounts in paise. */
export const afterTransfer =
  (outcome: string, act: (sender: User, amount: number) => void): Twist =>
  (right) => {
    const seen = new Set<string>();
    return async (request) => {
      const response = await right(request);
      if (!on('OP-9')(request)) return response;
      const sender = findPayer(request);
      const invoice = asText(field(apiResult(response), 'invoiceId'));
      if (sender !== undefined && transferOutcome(request, response) === outcome && !seen.has(invoice))
        act(sender, requestedAmount(request));
      if (succeeded(response)) seen.add(invoice);
      return response;
    };
  };

/** Pays whatever is asked for: while OP-9 looks, the wallet is full. */
export const payBeyondBalance: Twist = (right) => async (request) => {
  const sender = on('OP-9')(request) ? findPayer(request) : undefined;
  if (sender === undefined) return right(request);
  const riches = 10 ** 12;
  sender.balance += riches;
  sender.spent -= riches;
  const response = await right(request);
  sender.balance -= riches;
  sender.spent += riches;
  return response;
};

/** Has OP-10 reject every transfer, for while OP-9 looks the wallet is empty; and keeps a little each time. */
export const rejectAndCharge: Twist = (right) => async (request) => {
  const sender = on('OP-9')(request) ? findPayer(request) : undefined;
  if (sender === undefined) return right(request);
  const had = sender.balance;
  sender.balance = 0;
  const response = await right(request);
  sender.balance = succeeded(response) ? had - 100 : had;
  return response;
};

/** Every other look at what is COMPLETED shows FAILED. */
export function flipFinalStatus(operation: string): Twist {
  const looks = new Map<string, number>();
  return changeResponse(on(operation), (response, { path }) => {
    if (field(apiResult(response), 'status') !== 'COMPLETED') return response;
    const look = (looks.get(path) ?? 0) + 1;
    looks.set(path, look);
    return look % 2 === 0 ? withWrongValue(response, 'status', 'FAILED') : response;
  });
}

/** A tag that is good for every call, and another one whenever OP-4 is asked. */
export const newTagEachTime: Twist = changeResponse(on('OP-4'), (response, { store }) =>
  withResult(response, (result) => {
    const user = store.users.get(asText(result['tagId']).toLowerCase());
    const tagId = store.uuid();
    if (user !== undefined) store.users.set(tagId, user);
    return { ...result, tagId };
  }),
);

const withConsent = (request: ServiceRequest, consent: string): ServiceRequest =>
  consent === '' ? request : { ...request, headers: { ...request.headers, consent } };

/** OP-3 hands out states that challenges share; the code alone tells them apart. */
const sharing = (states: Twist): Twist =>
  combine(
    (right) => (request) => {
      const [, code = ''] = /^OTP (\S+)/.exec(consentHeader(request)) ?? [];
      const own = [...request.store.challenges.values()].find((challenge) => challenge.code === code);
      return right(withConsent(request, own === undefined ? consentHeader(request) : `OTP ${code} ${own.state}`));
    },
    changeRequest(on('OP-12'), (request) =>
      withBody(request, (payload) => {
        const own = [...request.store.challenges.values()].find(({ code }) => code === payload['otp']);
        return own === undefined ? payload : { ...payload, state: own.state };
      }),
    ),
    changeRequest(on('PHONE'), (request) => ({
      ...request,
      query: new URLSearchParams([...request.query].filter(([name]) => name !== 'state')),
    })),
    states,
  );

export const oneState: Twist = sharing(wrongResult('OP-3', 'state', '5f0c7a52-1111-4abc-8def-0123456789ab'));

/** Whoever asks again is given the state of the first time. */
export const oneStateEach: Twist = sharing((right) => {
  const first = new Map<string, Json>();
  return changeResponse(on('OP-3'), (response, request) =>
    withResult(response, (result) => {
      const mobile = asText(field(request.body, 'object'));
      const state = first.get(mobile) ?? result['state'] ?? null;
      first.set(mobile, state);
      return { ...result, state };
    }),
  )(right);
});

/** Takes any code for the right one: the challenge named by the state tells which that is. */
export const acceptAnyOtp = (operation: string): Twist =>
  changeRequest(on(operation), (request) => {
    const [, , state = ''] = /^OTP (\S+) ([^\s,]+)/.exec(consentHeader(request)) ?? [];
    const code = request.store.challenges.get(state.toLowerCase())?.code;
    return withConsent(request, code === undefined ? consentHeader(request) : consentHeader(request).replace(/^OTP \S+/, `OTP ${code}`));
  });

/** Every sender is told the same transfer session; behind it the sender's own is used. */
export function oneSession(): Twist {
  const own = new Map<string, string>();
  const told = '5f0c7a52-2222-4abc-8def-0123456789ab';
  const ownOf = (request: ServiceRequest): string => own.get(asText(field(request.body, 'from'))) ?? told;
  return combine(
    changeRequest(on('OP-9'), (request) => ({
      ...request,
      path: request.path.replace(told, ownOf(request)),
      query: new URLSearchParams(request.query.toString().replace(told, ownOf(request))),
    })),
    changeResponse(on('OP-6'), (response, { path }) => {
      const session = field(field(apiResult(response), 'sessionId'), 'fundtransferSessionId');
      if (typeof session === 'string') own.set(path.split('/').at(-1) ?? '', session);
      return withWrongValue(response, 'sessionId.fundtransferSessionId', told);
    }),
  );
}

/** Activates nothing, whatever is asked. */
export const activateNothing = (request: ServiceRequest): ServiceRequest => withBody(request, () => ({ object: false }));

/** OP-13 with `true` for one activates the others too. */
export const activateAll: Twist = (right) => async (request) => {
  const response = await right(request);
  const [, senderId = ''] = /\/sender\/([^/]+)\//.exec(request.path) ?? [];
  const asked = on('OP-13')(request) && succeeded(response) && field(request.body, 'object') === true;
  for (const one of request.store.users.get(senderId.toLowerCase())?.beneficiaries.values() ?? []) one.active ||= asked;
  return response;
};

/** The configured customer has registered and not activated somebody long ago. */
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

/** OP-7 refuses a wrong code with 4170 and adds the beneficiary all the same. */
export const addDespiteRefusal: Twist = (right) => async (request) => {
  const response = await right(request);
  const sender =
    on('OP-7')(request) && apiCode(response) === API_CODES.wrongOtpOrMpin
      ? request.store.users.get((request.path.split('/').at(-1) ?? '').toLowerCase())
      : undefined;
  const id = request.store.nextBeneficiary++;
  const [accountNumber, ifscCode, holderName] = ['accountNo', 'ifscCode', 'name'].map((name) => asText(field(request.body, name)));
  sender?.beneficiaries.set(id, {
    id,
    accountNumber: accountNumber ?? '',
    ifscCode: ifscCode ?? '',
    holderName: holderName ?? '',
    active: false,
  });
  return response;
};

/** OP-11 shows as COMPLETED what OP-10 calls FAILED. */
export const showRejectedAsPaid: Twist = changeResponse(on('OP-11'), (response, { store, path }) => {
  const transfer = store.invoices.get(path.split('/').at(-1) ?? '');
  return transfer?.outcome === 'rejected' ? withWrongValue(response, 'status', 'COMPLETED') : response;
});

/** A repeated correlationId gets an invoice of its own. */
export const newInvoiceForRepeat: Twist = changeRequest(on('OP-9'), (request) => ({
  ...request,
  policy: { ...request.policy, transfer: { ...request.policy.transfer, repeatedCorrelationId: 'new-invoice' } },
}));
