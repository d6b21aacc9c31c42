import { API_CODES } from '../../http/codes.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field, type Json, type JsonObject } from '../../http/json.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { allOf, askedTransfer, isAnotherSender } from '../../twists/circumstances.ts';
import { findCustomer } from '../../twists/history.ts';
import { consentHeader, lastSegment } from '../../twists/requests.ts';
import { withJson } from '../../twists/results.ts';
import { apiCode, changeResponse, on, succeeded, type When } from '../../twists/twists.ts';
import { isWrongMpinOn, isWrongOtpOn } from '../consent/wrong-otp.ts';
import { faultTable } from '../table.ts';

type Data = (request: ServiceRequest) => Json | undefined;

/** Beside HTTP 200 in the result, beside another status at the top. */
const refusedWith = (when: When, data: Data): Twist =>
  changeResponse(when, (response, request) => {
    const shown = succeeded(response) ? undefined : data(request);
    if (shown === undefined) return response;
    if (response.status === 200) return withJson(response, { status: field(response.json, 'status') ?? {}, result: shown });
    return withJson(
      { ...response, headers: { ...response.headers, 'content-type': 'application/json' } },
      { error: 'refused', data: shown },
    );
  });

const wrongCodeWith = (when: When, data: Data): Twist =>
  changeResponse(when, (response, request) => {
    const shown = apiCode(response) === API_CODES.wrongOtpOrMpin ? data(request) : undefined;
    return shown === undefined ? response : withJson(response, { status: field(response.json, 'status') ?? {}, result: shown });
  });

const hasNoToken: When = ({ agent }) => agent === undefined;
const withoutTokenOn = (operation: string): When => allOf(on(operation), hasNoToken);
const lacksSubAgent: When = ({ query }) => !query.has('subAgentTagId');
const sendsNone: When = (request) => consentHeader(request) === 'NONE';

const nameOf: Data = (request) => {
  const sender = findCustomer(request);
  return sender && { senderName: sender.name, senderMobile: Number(sender.mobile), limitLeft: { MONTHLY: 199_000 } };
};

const findInvoice = ({ store, path }: ServiceRequest): ReturnType<typeof askedTransfer> =>
  store.invoices.get(path.split('/').at(-1) ?? '') ??
  [...store.invoices.values()].find(({ correlationId }) => correlationId === path.split('/').at(-1));

const invoiceOf: Data = (request) => {
  const transfer = findInvoice(request);
  return transfer && { amount: transfer.amount / 100, beneficiaryName: transfer.beneficiary.holderName };
};

const statusOf: Data = (request) => {
  const transfer = findInvoice(request);
  return transfer && { invoiceId: transfer.invoiceId, message: 'ok', status: 'COMPLETED' };
};

const tagOf: Data = (request) => {
  const tagged = [...request.store.users.values()].find(({ mobile }) => mobile === lastSegment(request));
  return tagged && { tagId: tagged.tagId, remark: 'x', userType: tagged.userType, status: true };
};

const listedId: Data = (request) => {
  const [first] = findCustomer(request)?.beneficiaries.keys() ?? [];
  return first === undefined ? undefined : { beneficiaryId: first };
};

const payeeOf: Data = (request) => {
  const [first] = findCustomer(request)?.beneficiaries.values() ?? [];
  return first === undefined ? undefined : { accountNumber: first.accountNumber };
};

const detailOf: Data = (request) => {
  const sender = findCustomer(request);
  if (sender === undefined) return undefined;
  const listed = [...sender.beneficiaries.values()].map(({ accountNumber, holderName }) => ({ accountNumber, holderName }));
  return { sender: { senderName: sender.name, senderMobile: Number(sender.mobile), beneficiaries: listed } };
};

const newState: Data = ({ store }) => ({ state: store.uuid() });
const url: JsonObject = { expire_on: '2030-01-01 00:00:00', url: 'https://ekyc.example/start?payload=a1&session=b2&authId=c3' };
const wallets: Json = [
  { walletType: 'CASHBACK_WALLET', walletBalance: 0 },
  { walletType: 'MAIN_WALLET', walletBalance: 100_000.5 },
];

export const shownBehindFaults = faultTable({ prefix: 'behind-', breaks: ['REFUSAL-SHOWS-NOTHING'] }, [
  { does: 'OP-4 answers a wrong code with 4170 and the tag.', twist: wrongCodeWith(isWrongOtpOn('OP-4'), tagOf) },
  { does: 'OP-6 answers a wrong code with 4170 and the name.', twist: wrongCodeWith(on('OP-6'), nameOf) },
  { does: 'OP-6 answers a wrong MPIN with the name.', twist: wrongCodeWith(isWrongMpinOn('OP-6'), nameOf) },
  { does: 'OP-6 refuses NONE and shows the name.', twist: refusedWith(allOf(on('OP-6'), sendsNone), nameOf) },
  { does: 'OP-7 answers a wrong code with 4170 and an id.', twist: wrongCodeWith(on('OP-7'), listedId) },
  { does: 'OP-9 answers a wrong code with 4170 and an invoice.', twist: wrongCodeWith(on('OP-9'), () => ({ invoiceId: '70001' })) },
  {
    does: 'OP-11 refuses a call without sub-agent and shows amount and payee.',
    twist: refusedWith(allOf(on('OP-11'), lacksSubAgent), invoiceOf),
  },
  {
    does: 'OP-11 without a token shows amount and payee.',
    checks: ['REFUSAL-SHOWS-NOTHING', 'Access'],
    twist: refusedWith(withoutTokenOn('OP-11'), invoiceOf),
  },
  {
    does: 'OP-10 without a token shows the invoice.',
    checks: ['REFUSAL-SHOWS-NOTHING', 'Access'],
    twist: refusedWith(withoutTokenOn('OP-10'), statusOf),
  },
  { does: 'OP-1 without a token tells old users.', twist: refusedWith(withoutTokenOn('OP-1'), () => ({ isOldUser: 'true' })) },
  { does: 'OP-3 without a token shows a challenge.', twist: refusedWith(withoutTokenOn('OP-3'), newState) },
  { does: 'OP-4 without a token shows a tag.', twist: refusedWith(withoutTokenOn('OP-4'), ({ store }) => ({ tagId: store.uuid() })) },
  {
    does: 'OP-12 without a token shows a mobile.',
    twist: refusedWith(withoutTokenOn('OP-12'), () => ({ mobile: 9_990_000_002 })),
  },
  { does: 'OP-15 without a token shows the balances.', twist: refusedWith(withoutTokenOn('OP-15'), () => wallets) },
  { does: 'OP-16 without a token shows the address of a process.', twist: refusedWith(withoutTokenOn('OP-16'), () => url) },
  { does: 'OP-5 without a token shows name, mobile and list.', twist: refusedWith(withoutTokenOn('OP-5'), detailOf) },
  { does: 'OP-8 without a token shows an account of the list.', twist: refusedWith(withoutTokenOn('OP-8'), payeeOf) },
  { does: 'OP-14 without a token shows name, mobile and list.', twist: refusedWith(withoutTokenOn('OP-14'), detailOf) },
  {
    does: 'OP-13 refuses the second agent and shows an account of the list.',
    checks: ['REFUSAL-SHOWS-NOTHING', 'Second agent'],
    twist: refusedWith(allOf(on('OP-13'), isOtherAgent), payeeOf),
  },
  {
    does: 'OP-6 refuses another sender and shows the name.',
    twist: refusedWith(allOf(on('OP-6'), isAnotherSender), nameOf),
  },
]);
