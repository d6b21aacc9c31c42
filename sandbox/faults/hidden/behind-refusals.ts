import { API_CODES } from '../../http/codes.ts';
import { field, type Json } from '../../http/json.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { allOf, onQueryForm } from '../../twists/circumstances.ts';
import { changeDeliveries, withCallbackResult } from '../../twists/callbacks.ts';
import { findCustomer } from '../../twists/history.ts';
import {
  bodyText,
  consentHeader,
  findPayer,
  findSender,
  hasOwnSubAgent,
  isWellFormed,
  lastSegment,
  requestedSession,
  sentOtp,
  userInPath,
} from '../../twists/requests.ts';
import { envelopeResponse } from '../../twists/responses.ts';
import { withJson } from '../../twists/results.ts';
import { apiCode, changeResponse, changeSuccess, on, succeeded, withResult, type When } from '../../twists/twists.ts';
import type { ServiceRequest, ServiceResponse, Twist } from '../../http/exchange.ts';
import type { Agent, Beneficiary, Challenge, User } from '../../state/store.ts';
import { isWrongMpinOn } from '../consent/wrong-otp.ts';
import { faultTable } from '../table.ts';

/** What the service refuses, it does all the same. */
const despiteRefusal = (when: When, doIt: (request: ServiceRequest) => void): Twist =>
  changeResponse(when, (response, request) => {
    if (!succeeded(response)) doIt(request);
    return response;
  });

const hasNoToken: When = ({ agent }) => agent === undefined;
const hasUnknownToken: When = ({ agent, headers }) => agent === undefined && 'authorization' in headers;
const hasForeignSubAgent: When = (request) => isWellFormed(request) && !isOtherAgent(request) && !hasOwnSubAgent(request);
const lacksOtp: When = ({ body }) => field(body, 'otp') === undefined;

/** Sets the MPIN of the sender in the path, although the call is refused. */
function setDespite(request: ServiceRequest): void {
  const sender = userInPath(request);
  const mpin = bodyText(request, 'mpin');
  if (sender?.mpin !== undefined && mpin !== '') sender.mpin = mpin;
}

const findListed = (request: ServiceRequest): Beneficiary | undefined =>
  [...request.store.users.values()]
    .map(({ beneficiaries }) => beneficiaries.get(Number(lastSegment(request))))
    .find((found) => found !== undefined);

function switchDespite(request: ServiceRequest): void {
  const listed = findListed(request);
  const on = field(request.body, 'object');
  if (listed !== undefined && typeof on === 'boolean') listed.active = on;
}

const isForeignBeneficiary: When = (request) => isWellFormed(request) && !isOtherAgent(request) && hasOwnSubAgent(request);

function addDespite(request: ServiceRequest): void {
  const sender = findSender(request);
  const [account, ifsc, name] = ['accountNo', 'ifscCode', 'name'].map((each) => bodyText(request, each));
  if (
    sender === undefined ||
    account === undefined ||
    [...sender.beneficiaries.values()].some(({ accountNumber }) => accountNumber === account)
  )
    return;
  const id = 800_000 + sender.beneficiaries.size;
  sender.beneficiaries.set(id, { id, accountNumber: account, ifscCode: ifsc ?? '', holderName: name ?? '', active: false });
}

const effects = faultTable({ prefix: 'behind-', breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
  {
    breaks: ['OP13-ACTIVATES', 'REFUSAL-NOTHING-CHANGED'],
    does: 'OP-5 without a token switches off all beneficiaries of the sender.',
    twist: despiteRefusal(allOf(on('OP-5'), hasNoToken), (request) => {
      for (const each of userInPath(request)?.beneficiaries.values() ?? []) each.active = false;
    }),
  },
  { does: 'OP-12 without a token sets the MPIN.', twist: despiteRefusal(allOf(on('OP-12'), hasNoToken), setDespite) },
  { does: 'OP-7 with an unknown token adds the account.', twist: despiteRefusal(allOf(on('OP-7'), hasUnknownToken), addDespite) },
  { does: 'OP-12 without otp is refused and sets the MPIN.', twist: despiteRefusal(allOf(on('OP-12'), lacksOtp), setDespite) },
  {
    does: 'OP-12 under an unknown sub-agent is refused and sets the MPIN.',
    twist: despiteRefusal(allOf(on('OP-12'), hasForeignSubAgent), setDespite),
  },
  { does: 'OP-12 of the second agent is refused and sets the MPIN.', twist: despiteRefusal(allOf(on('OP-12'), isOtherAgent), setDespite) },
  {
    does: 'OP-12 of the second agent under its own sub-agent is refused and sets the MPIN.',
    twist: despiteRefusal(allOf(on('OP-12'), isOtherAgent, hasOwnSubAgent), setDespite),
  },
  {
    does: 'OP-13 of the second agent is refused and switches.',
    checks: ['Refusals without effect', 'Second agent'],
    twist: despiteRefusal(allOf(on('OP-13'), isOtherAgent), switchDespite),
  },
  {
    does: 'OP-13 under an unknown sub-agent is refused and activates.',
    twist: despiteRefusal(allOf(on('OP-13'), hasForeignSubAgent), switchDespite),
  },
  {
    does: "OP-13 refuses another sender's beneficiary and switches it.",
    twist: despiteRefusal(allOf(on('OP-13'), isForeignBeneficiary), switchDespite),
  },
  {
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    does: 'OP-7 refuses a wrong MPIN and adds the account.',
    twist: despiteRefusal(isWrongMpinOn('OP-7'), addDespite),
  },
]);

/** The answer of the service to the same call with everything right. */
const withData =
  (data: (request: ServiceRequest) => Json) =>
  (response: ServiceResponse, request: ServiceRequest): ServiceResponse =>
    succeeded(response) ? response : withJson(response, { status: field(response.json, 'status') ?? {}, result: data(request) });

const isRefusedForCode = (response: ServiceResponse): boolean => apiCode(response) === API_CODES.wrongOtpOrMpin;

const listOf = (request: ServiceRequest): Json =>
  [...(findCustomer(request)?.beneficiaries.values() ?? [])].map(({ accountNumber, holderName }) => ({ accountNumber, holderName }));

/** Every request is on record, and whatever is on record was accepted. */
const completeRefused =
  (counts: (response: ServiceResponse) => boolean, when: When = isWellFormed, status = 'COMPLETED'): Twist =>
  (right) => {
    const refused = new Set<string>();
    return async (request) => {
      const response = await right(request);
      if (on('OP-9')(request) && when(request) && counts(response)) refused.add(bodyText(request, 'correlationId'));
      const isAsked = on('OP-10')(request) && request.agent !== undefined && refused.has(lastSegment(request));
      return isAsked && !succeeded(response)
        ? envelopeResponse(API_CODES.success, 'success', { invoiceId: 990_001, message: 'Accepted', status })
        : response;
    };
  };

const listOwners = (request: ServiceRequest): readonly User[] =>
  [...request.store.users.values()].filter(({ beneficiaries }) => beneficiaries.has(Number(bodyText(request, 'to'))));
const isOwnedByAnotherAlone: When = (request) => {
  const owners = listOwners(request);
  return owners.length > 0 && owners.every((owner) => owner !== findPayer(request));
};
const hasSessionOfAnother: When = (request) => {
  const session = request.store.sessions.get(requestedSession(request));
  return session !== undefined && session.sender !== findPayer(request);
};

const statuses = faultTable({ prefix: 'behind-', breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
  { does: 'OP-10 calls a refused request COMPLETED.', twist: completeRefused((response) => !succeeded(response)) },
  { does: 'OP-10 calls a request with a wrong OTP COMPLETED.', twist: completeRefused(isRefusedForCode) },
  {
    does: 'OP-10 calls a request with a wrong OTP PENDING for good.',
    breaks: [],
    warns: ['REFUSAL-NOTHING-CHANGED'],
    twist: completeRefused(isRefusedForCode, isWellFormed, 'PENDING'),
  },
  ...(
    [
      ['without a token', hasNoToken],
      ['without a consent', allOf(isWellFormed, (request) => consentHeader(request) === '')],
      ['to an unknown beneficiary', allOf(isWellFormed, (request) => listOwners(request).length === 0)],
      ["to another sender's beneficiary", allOf(isWellFormed, isOwnedByAnotherAlone)],
      ["to another sender's beneficiary in the query form", allOf(isWellFormed, isOwnedByAnotherAlone, onQueryForm)],
      ["with another sender's session", allOf(isWellFormed, hasSessionOfAnother)],
      ['of a negative amount', allOf(isWellFormed, ({ body }) => Number(field(body, 'amount')) < 0)],
    ] satisfies [string, When][]
  ).map(([what, when]) => ({
    does: `OP-10 calls a request ${what} COMPLETED.`,
    twist: completeRefused((response) => !succeeded(response), when),
  })),
]);

const shown = faultTable({ prefix: 'behind-', breaks: ['REFUSAL-SHOWS-NOTHING'] }, [
  {
    does: 'OP-6 answers a wrong code with 4170 and the list.',
    twist: changeResponse(on('OP-6'), (response, request) =>
      isRefusedForCode(response) ? withData((asked) => ({ beneficiaries: listOf(asked) }))(response, request) : response,
    ),
  },
  {
    does: 'OP-6 answers a wrong code with 4170 and a session.',
    twist: changeResponse(on('OP-6'), (response, request) =>
      isRefusedForCode(response)
        ? withData(({ store }) => ({ sessionId: { fundtransferSessionId: store.uuid() } }))(response, request)
        : response,
    ),
  },
  {
    does: 'OP-14 refuses an unknown session and shows the balance.',
    twist: changeResponse(
      on('OP-14'),
      withData((request) => ({ mainAccount: (findCustomer(request)?.balance ?? 0) / 100, cashbackAccount: 0 })),
    ),
  },
  {
    does: 'OP-6 answers the second agent with 403 and the list.',
    checks: ['Refusals without effect', 'Second agent'],
    twist: changeResponse(allOf(on('OP-6'), isOtherAgent), (response, request) =>
      response.status === 403 ? withJson(response, { error: 'forbidden', beneficiaries: listOf(request) }) : response,
    ),
  },
]);

/** Each sandbox has agents of its own. */
const newestCodes = new WeakMap<Agent, string>();
const allCodes = new WeakMap<Agent, readonly Challenge[]>();
const listCodes = (agent: Agent, mobile: string): string[] =>
  (allCodes.get(agent) ?? []).flatMap((challenge) => (challenge.mobile === mobile ? challenge.code : []));

const leaks = faultTable({ prefix: 'behind-', breaks: ['NO-LEAK'] }, [
  {
    does: 'A callback tells an OTP.',
    callbackTwist: changeDeliveries('both', (right, { agent }) => [
      withCallbackResult(right, (result) => ({ ...result, verifiedWith: newestCodes.get(agent) ?? '' })),
    ]),
    twist: changeSuccess(on('OP-3'), (response, { agent, store }) => {
      if (agent !== undefined) newestCodes.set(agent, [...store.challenges.values()].at(-1)?.code ?? '');
      return response;
    }),
  },
  {
    does: 'A callback tells the password of the agent.',
    callbackTwist: changeDeliveries('both', (right, { agent }) => [
      withCallbackResult(right, (result) => ({ ...result, key: agent.password })),
    ]),
  },
  {
    does: 'OP-4 remarks by which code it registered somebody.',
    twist: changeSuccess(on('OP-4'), (response, request) =>
      withResult(response, (result) => ({ ...result, remark: `registered by ${sentOtp(request)?.otp ?? 'nobody'}` })),
    ),
  },
  {
    does: 'A callback lists the codes of its mobile.',
    callbackTwist: changeDeliveries('both', (right, { agent, mobile }) => [
      withCallbackResult(right, (result) => ({ ...result, codes: listCodes(agent, mobile) })),
    ]),
    twist: changeSuccess(on('OP-3'), (response, { agent, store }) => {
      const newest = [...store.challenges.values()].at(-1);
      if (agent !== undefined && newest !== undefined) allCodes.set(agent, [...(allCodes.get(agent) ?? []), newest]);
      return response;
    }),
  },
  {
    does: 'OP-4 remarks by which code of eight digits it was asked.',
    policy: { consent: { codeDigits: 8 } },
    twist: changeSuccess(on('OP-4'), (response, request) =>
      withResult(response, (result) => ({ ...result, remark: `by ${sentOtp(request)?.otp ?? ''}` })),
    ),
  },
]);

export const behindRefusalFaults = [...effects, ...statuses, ...shown, ...leaks];
