import { API_CODES } from '../../http/codes.ts';
import { httpError, refusalResponse } from '../../http/responses.ts';
import type { When } from '../../twists/twists.ts';
import type { ServiceResponse, Twist } from '../../http/exchange.ts';
import { allOf, isDocumentedTransfer, onBankForm, onFalseForm, onlyWhen, onQueryForm, onSubAgentForm } from '../../twists/circumstances.ts';
import { aboutTransfers } from '../../twists/transfers.ts';
import { envelopeResponse } from '../../twists/responses.ts';
import { findPayer, findSender, requestedSession, userInPath, withValidConsent } from '../../twists/requests.ts';
import { changeRequest, changeResponse, on, respondWith, changeSuccess } from '../../twists/twists.ts';
import { acceptWithoutToken, hasNoValidToken } from '../access/tokens.ts';
import { acceptConsent, hasOwnCode, hasUnknownState } from '../consent/consent-header.ts';
import { acceptAnyCode, doneDespiteRefusal } from '../consent/wrong-otp.ts';
import { acceptingSession, foreignPaid, hasForeignSession, hasUnknownSession, inactivePaid } from '../transfer/sessions-and-payees.ts';
import { faultTable } from '../table.ts';

const openTo = (form: When): Twist => acceptWithoutToken(allOf(form, hasNoValidToken));

/** Each shows in one form of an operation alone. */
const tokens = faultTable({ prefix: 'form-', breaks: ['AUTH-401'] }, [
  { does: 'OP-1 tells anybody about sub-agents.', twist: openTo(onSubAgentForm('OP-1')) },
  { does: 'OP-4 tags sub-agents without a token.', twist: openTo(onSubAgentForm('OP-4')) },
  {
    does: 'OP-14 asks for no token where the session is one of the sender.',
    twist: openTo(
      allOf(on('OP-14'), (request) => {
        const session = request.store.sessions.get(requestedSession(request));
        return session !== undefined && session.sender === userInPath(request);
      }),
    ),
  },
  {
    does: 'OP-4 asks for no token where the consent is NONE.',
    twist: openTo(allOf(on('OP-4'), ({ headers }) => headers['consent'] === 'NONE')),
  },
  { does: 'OP-16 onboards sub-agents without a token.', twist: openTo(onSubAgentForm('OP-16')) },
  { does: 'OP-9 asks for no token where the session is in the query.', twist: openTo(onQueryForm) },
  { does: 'OP-8 asks for no token where the source is the bank.', twist: openTo(onBankForm) },
  { does: 'OP-13 asks for no token to switch a beneficiary off.', twist: openTo(onFalseForm) },
  {
    does: 'OP-4 answers a sub-agent without a token with code 4001.',
    twist: respondWith(allOf(onSubAgentForm('OP-4'), hasNoValidToken), (request) =>
      refusalResponse(request, API_CODES.notAuthorized, 'token.missing'),
    ),
  },
  {
    does: 'OP-9 answers a missing token with HTTP 403 where the session is in the query.',
    twist: respondWith(allOf(onQueryForm, hasNoValidToken), (request) => httpError(request, 403)),
  },
]);

/** Reads GET as POST. */
const getIsPost = (form: When): Twist =>
  changeRequest(
    (request) => request.method === 'GET' && request.agent !== undefined && form(request),
    (request) => ({ ...request, method: 'POST' }),
  );

const methods = faultTable({ prefix: 'form-', breaks: ['HTTP-415'] }, [
  { does: 'GET tags a sub-agent.', twist: getIsPost(onSubAgentForm('OP-4')) },
  { does: 'GET on the query form of OP-9 is taken for POST.', twist: getIsPost(onQueryForm) },
  { does: 'GET on OP-8 is taken for POST where the source is the bank.', twist: getIsPost(onBankForm) },
  {
    does: 'POST with a payload is taken for GET.',
    twist: changeRequest(
      ({ method, raw, agent, operation }) => method === 'POST' && raw.length > 0 && agent !== undefined && operation === undefined,
      (request) => ({ ...request, method: 'GET' }),
    ),
  },
  {
    does: 'POST on OP-1 is HTTP 405 for sub-agents.',
    twist: respondWith(
      (request) => request.method === 'POST' && request.agent !== undefined && onSubAgentForm('OP-1')(request),
      (request) => httpError(request, 405),
    ),
  },
]);

const brokenIs4160 = (form: When): Twist =>
  respondWith(
    (request) => request.agent !== undefined && request.malformed && form(request),
    (request) => refusalResponse(request, API_CODES.validationFailed, 'payload.invalid'),
  );

const payloads = faultTable({ prefix: 'form-', breaks: ['HTTP-400'] }, [
  { does: 'OP-16 answers broken JSON of a sub-agent with code 4160.', twist: brokenIs4160(onSubAgentForm('OP-16')) },
  { does: 'OP-9 answers broken JSON with code 4160 where the session is in the query.', twist: brokenIs4160(onQueryForm) },
  { does: 'OP-13 answers broken JSON with code 4160 where it says false.', twist: brokenIs4160(onFalseForm) },
]);

const withoutConsent: When = ({ headers }) => !('consent' in headers);
const withNone: When = ({ headers }) => headers['consent'] === 'NONE';

const consents = [
  ...faultTable({ prefix: 'form-', breaks: ['CONSENT-MISSING'] }, [
    { does: 'OP-4 tags a sub-agent without a consent.', twist: acceptConsent('OP-4', allOf(onSubAgentForm('OP-4'), withoutConsent)) },
    {
      id: 'sub-agent-tagged-without-consent-and-never-with-none',
      does: 'OP-4 never takes NONE, and tags a sub-agent without a consent.',
      policy: { consent: { tagWithNone: 'never' } },
      twist: acceptConsent('OP-4', allOf(onSubAgentForm('OP-4'), withoutConsent)),
    },
    {
      does: 'OP-9 asks for no consent where the session is in the query.',
      twist: acceptConsent('OP-9', allOf(onQueryForm, withoutConsent)),
    },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['CONSENT-NONE-WHERE-OTP'] }, [
    { does: 'OP-9 takes NONE where the session is in the query.', twist: acceptConsent('OP-9', allOf(onQueryForm, withNone)) },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['CODE-4170'] }, [
    { does: 'OP-4 takes any code for a sub-agent.', twist: onlyWhen(onSubAgentForm('OP-4'), acceptAnyCode('OP-4')) },
    { does: 'OP-9 takes any code where the session is in the query.', twist: onlyWhen(onQueryForm, acceptAnyCode('OP-9')) },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['CONSENT-STATE-UNKNOWN'] }, [
    {
      does: 'OP-4 takes a state never issued for a sub-agent.',
      twist: acceptConsent('OP-4', allOf(onSubAgentForm('OP-4'), hasUnknownState, hasOwnCode)),
    },
    {
      does: 'OP-9 takes a state never issued where the session is in the query.',
      twist: acceptConsent('OP-9', allOf(onQueryForm, hasUnknownState, hasOwnCode)),
    },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['CONSENT-STATE-OTHER-MOBILE'] }, []),
];

const withCode = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  json: { status: { message: null, code: API_CODES.notAuthorized }, result: null },
});

const notFound = (operation: 'OP-10' | 'OP-11'): Twist =>
  aboutTransfers(
    onQueryForm,
    operation,
    changeSuccess(on(operation), () => envelopeResponse(API_CODES.notFound, 'transfer.not.found')),
  );

const unknownTransfers = faultTable({ prefix: 'form-' }, [
  { breaks: ['OP10-SERVED'], does: 'OP-10 does not find a transfer whose session was in the query.', twist: notFound('OP-10') },
  { breaks: ['OP11-SERVED'], does: 'OP-11 does not find a transfer whose session was in the query.', twist: notFound('OP-11') },
]);

const tagBehindUnknownState: Twist = (right) => async (request) => {
  const isUnknown = on('OP-4')(request) && hasUnknownState(request);
  const response = await right(request);
  if (isUnknown) await right(withValidConsent(request));
  return response;
};

const refusals = [
  ...unknownTransfers,
  ...faultTable({ prefix: 'form-', breaks: ['CONSENT-WRONG-NO-EFFECT'] }, [
    {
      does: 'OP-4 refuses a wrong code for a sub-agent, and tags it.',
      twist: onlyWhen(onSubAgentForm('OP-4'), doneDespiteRefusal('OP-4')),
    },
    {
      does: 'OP-4 takes NONE, refuses a wrong code for a sub-agent, and tags it.',
      policy: { consent: { tagWithNone: 'always' } },
      twist: onlyWhen(onSubAgentForm('OP-4'), doneDespiteRefusal('OP-4')),
    },
    {
      does: 'OP-4 takes NONE, refuses a state that was never issued, and tags.',
      policy: { consent: { tagWithNone: 'always' } },
      twist: tagBehindUnknownState,
    },
    {
      does: 'OP-9 refuses a wrong code where the session is in the query, and pays.',
      twist: onlyWhen(onQueryForm, doneDespiteRefusal('OP-9')),
    },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['REFUSAL-NOTHING-CHANGED'] }, []),
  ...faultTable({ prefix: 'form-', breaks: ['CODE-ONLY-WITH-200'] }, [
    {
      does: 'The 401 of OP-9 carries a code where the session is in the query.',
      twist: changeResponse(onQueryForm, (response) => (response.status === 401 ? withCode(response) : response)),
    },
    {
      does: 'The 415 of GET carries a code where it names a sub-agent.',
      twist: changeResponse(onSubAgentForm('OP-4'), (response) => (response.status === 415 ? withCode(response) : response)),
    },
    {
      does: 'The 400 of broken JSON of a sub-agent carries a code.',
      twist: changeResponse(onSubAgentForm('OP-16'), (response) => (response.status === 400 ? withCode(response) : response)),
    },
  ]),
];

const transfers = faultTable({ prefix: 'form-' }, [
  {
    breaks: ['OP9-UNKNOWN-SESSION'],
    does: 'OP-9 needs no session that was ever issued where it is in the query.',
    twist: onlyWhen(onQueryForm, acceptingSession('OP-9', hasUnknownSession)),
  },
  {
    breaks: ['OP9-FOREIGN-SESSION'],
    does: 'OP-9 takes the session of another sender where it is in the query.',
    twist: onlyWhen(onQueryForm, acceptingSession('OP-9', hasForeignSession)),
  },
  {
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'OP-9 pays an inactive beneficiary where the session is in the query.',
    twist: onlyWhen(onQueryForm, inactivePaid),
  },
  {
    breaks: ['OP9-FOREIGN-BENEFICIARY'],
    does: "OP-9 pays another sender's beneficiary where the session is in the query.",
    twist: onlyWhen(onQueryForm, foreignPaid),
  },
  {
    breaks: ['OP9-SERVED'],
    does: 'OP-9 answers a transfer from the bank with HTTP 400.',
    twist: respondWith(
      (request) => isDocumentedTransfer(request) && findPayer(request)?.paymentSource === 'bank',
      (request) => httpError(request, 400),
    ),
  },
  {
    breaks: ['OP9-SERVED'],
    does: 'OP-9 answers a transfer with HTTP 404 after OP-8 has named the bank and then the wallet.',
    twist: (right) => {
      const asked = new Set<string>();
      return (request) => {
        if (onBankForm(request)) asked.add(findSender(request)?.tagId ?? '');
        const refused = isDocumentedTransfer(request) && asked.has(findPayer(request)?.tagId ?? '');
        return refused ? Promise.resolve(httpError(request, 404)) : right(request);
      };
    },
  },
]);

const served = faultTable({ prefix: 'form-', breaks: ['OP8-SERVED'] }, [
  {
    does: 'OP-8 is HTTP 400 where the source is the bank.',
    twist: changeSuccess(onBankForm, (_response, request) => httpError(request, 400)),
  },
]);

export const formFaults = [...tokens, ...methods, ...payloads, ...consents, ...refusals, ...transfers, ...served];
