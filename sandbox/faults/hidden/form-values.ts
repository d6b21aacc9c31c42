import { API_CODES } from '../../http/codes.ts';
import { successResponse } from '../../http/responses.ts';
import { firstAgent, isOtherAgent } from '../../twists/agents.ts';
import { allOf, onBankForm, onFalseForm, onQueryForm, onSubAgentForm } from '../../twists/circumstances.ts';
import {
  bodyText,
  findOwner,
  findSentChallenge,
  hasOwnSubAgent,
  isWellFormed,
  isWellFormedOn,
  lastSegment,
  sentOtp,
  userInPath,
  withBody,
  withQuery,
  withValidConsent,
} from '../../twists/requests.ts';
import { envelopeResponse, urlWithout } from '../../twists/responses.ts';
import { wrongResult, withWrongValue, type WrongValue } from '../../twists/results.ts';
import { onlyWhen } from '../../twists/circumstances.ts';
import { changeRequest, changeSuccess, respondWith, type When } from '../../twists/twists.ts';
import type { User, UserType } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { issuedInvoice } from '../../twists/history.ts';
import { addAskedBeneficiary } from '../../twists/beneficiaries.ts';
import { faultTable } from '../table.ts';

const ownTag = ({ store, agent }: ServiceRequest, userType: UserType): string =>
  [...store.users.values()].find((user) => user.agent === agent && user.userType === userType)?.tagId ?? '';

const ownUser = ({ store, agent }: ServiceRequest, tag: string): User | undefined => {
  const user = store.users.get(tag.toLowerCase());
  return user?.agent === agent ? user : undefined;
};

const hasCustomerAsSubAgent: When = (request) => ownUser(request, request.query.get('subAgentTagId') ?? '')?.userType === 'customer';

/** Takes the tag of a customer for that of its sub-agent. */
const takeAnyTag = (operation: string): Twist =>
  changeRequest(allOf(isWellFormedOn(operation), hasCustomerAsSubAgent), (request) =>
    withQuery(request, 'subAgentTagId', ownTag(request, 'subAgent')),
  );

const hasSubAgentAsSender =
  (operation: string): When =>
  (request) =>
    isWellFormedOn(operation)(request) && userInPath(request)?.agent === request.agent && userInPath(request)?.userType === 'subAgent';

/** The sub-agent gets the beneficiary. No check reads the list of a sub-agent. */
const addToSubAgent = respondWith(hasSubAgentAsSender('OP-7'), (request) => {
  const subAgent = userInPath(request);
  return successResponse(request.policy, { beneficiaryId: subAgent === undefined ? 0 : addAskedBeneficiary(subAgent, request) });
});

/** Takes the tag of a sub-agent for that of a customer. */
const takeSubAgentAsSender = (operation: string): Twist =>
  changeRequest(hasSubAgentAsSender(operation), (request) =>
    withValidConsent({ ...request, path: request.path.replace(userInPath(request)?.tagId ?? '', ownTag(request, 'customer')) }),
  );

const hasOwnConsent: When = (request) => {
  const asked = findSentChallenge(request);
  return asked !== undefined && asked.code === sentOtp(request)?.otp && asked.mobile === userInPath(request)?.mobile;
};

const otherTypes = [
  ...faultTable(
    { prefix: 'form-', breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'] },
    ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14'].map((operation) => ({
      does: `${operation} takes the tag of a customer as subAgentTagId.`,
      twist: takeAnyTag(operation),
    })),
  ),
  ...faultTable({ prefix: 'form-', breaks: ['REFUSAL-UNKNOWN-SUB-AGENT'] }, [
    {
      does: 'OP-16 takes the tag of a customer as subAgentTag.',
      twist: changeRequest(
        (request) => isWellFormedOn('OP-16')(request) && ownUser(request, bodyText(request, 'subAgentTag'))?.userType === 'customer',
        (request) => withBody(request, (body) => ({ ...body, subAgentTag: ownTag(request, 'subAgent') })),
      ),
    },
  ]),
  ...faultTable(
    { prefix: 'form-', breaks: ['REFUSAL-UNKNOWN-SENDER'] },
    ['OP-5', 'OP-8', 'OP-13'].map((operation) => ({
      does: `${operation} takes the tag of a sub-agent as senderId.`,
      twist: takeSubAgentAsSender(operation),
    })),
  ),
  ...faultTable({ prefix: 'form-', breaks: ['REFUSAL-UNKNOWN-SENDER', 'OP6-SENDER-MOBILE-AGREES'] }, [
    { does: 'OP-6 takes the tag of a sub-agent as senderId.', twist: takeSubAgentAsSender('OP-6') },
    {
      does: 'OP-6 takes the tag of a sub-agent as senderId, with a consent of that sub-agent.',
      twist: changeRequest(allOf(hasSubAgentAsSender('OP-6'), hasOwnConsent), (request) =>
        withValidConsent({ ...request, path: request.path.replace(userInPath(request)?.tagId ?? '', ownTag(request, 'customer')) }),
      ),
    },
  ]),
  ...faultTable({ prefix: 'form-', breaks: ['REFUSAL-UNKNOWN-SENDER'] }, [
    { does: 'OP-7 takes the tag of a sub-agent as senderId.', twist: addToSubAgent },
  ]),
];

const activated = (form: When, known: When): Twist =>
  respondWith(
    (request) => isWellFormedOn('OP-13')(request) && form(request) && hasOwnSubAgent(request) && known(request),
    ({ policy }) => successResponse(policy, null, 'activate.beneficiary.success', true),
  );

const unknownIds = faultTable({ prefix: 'form-' }, [
  {
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'OP-13 switches off a beneficiary that the sender does not have.',
    twist: activated(
      onFalseForm,
      (request) => userInPath(request)?.agent === request.agent && !userInPath(request)?.beneficiaries.has(Number(lastSegment(request))),
    ),
  },
  {
    breaks: ['REFUSAL-UNKNOWN-SENDER'],
    does: 'OP-13 switches off a beneficiary of a sender never heard of.',
    twist: activated(onFalseForm, (request) => userInPath(request) === undefined),
  },
  {
    breaks: ['REFUSAL-UNKNOWN-SENDER'],
    does: 'OP-8 has a bank scheme for a sender never heard of.',
    twist: respondWith(
      (request) => onBankForm(request) && isWellFormed(request) && hasOwnSubAgent(request) && userInPath(request) === undefined,
      ({ policy }) => successResponse(policy, { scheme: 'OTP' }),
    ),
  },
  {
    breaks: ['AUTH-OTHER-AGENT'],
    does: "OP-8 tells the second agent the bank scheme of the first agent's sender.",
    twist: respondWith(
      (request) => onBankForm(request) && isOtherAgent(request) && findOwner(request) === firstAgent(request.store),
      ({ policy }) => successResponse(policy, { scheme: 'OTP' }),
    ),
  },
]);

const wrongOn = (form: When, operation: string, place: string, bad: WrongValue): Twist =>
  onlyWhen(form, wrongResult(operation, place, bad));

const values = faultTable({ prefix: 'form-' }, [
  {
    breaks: ['OP1-RESULT-IS-OLD-USER'],
    does: 'isOldUser of a sub-agent is a real boolean.',
    twist: wrongOn(onSubAgentForm('OP-1'), 'OP-1', 'isOldUser', true),
  },
  {
    breaks: ['OP4-RESULT-STATUS'],
    does: 'The status of a tagged sub-agent is text.',
    twist: wrongOn(onSubAgentForm('OP-4'), 'OP-4', 'status', 'true'),
  },
  {
    breaks: ['OP16-EXPIRES-IN-FUTURE'],
    does: 'The eKYC address of a sub-agent is over at once.',
    twist: wrongOn(onSubAgentForm('OP-16'), 'OP-16', 'expire_on', '2020-01-31 23:59:59'),
  },
  {
    breaks: ['OP16-URL-PARAMETERS'],
    does: 'The eKYC address of a sub-agent has no session.',
    checks: ['OP-16'],
    twist: onlyWhen(onSubAgentForm('OP-16'), urlWithout('session')),
  },
  {
    breaks: ['OP8-RESULT-SCHEME'],
    does: 'The scheme is null where the source is the bank.',
    twist: wrongOn(onBankForm, 'OP-8', 'scheme', null),
  },
  {
    breaks: ['OP13-RESULT'],
    does: 'OP-13 has a result where it switches off.',
    twist: changeSuccess(onFalseForm, (response) => withWrongValue(response, '', { changed: true })),
  },
  {
    breaks: ['OP9-RESULT-INVOICE-ID'],
    does: 'OP-9 yields a number where the session is in the query.',
    twist: changeSuccess(onQueryForm, (response) => withWrongValue(response, 'invoiceId', Number(issuedInvoice(response)))),
  },
  {
    warns: ['OP8-SERVED'],
    does: 'OP-8 lists the bank and refuses it with code 4001.',
    twist: changeSuccess(onBankForm, () => envelopeResponse(API_CODES.notAuthorized, 'bank.not.allowed')),
  },
]);

const unlisted = faultTable({ prefix: 'form-' }, [
  {
    warns: ['OP1-PATH-USER-TYPE'],
    does: 'OP-1 takes any userType for that of a customer.',
    twist: changeRequest(isWellFormedOn('OP-1'), (request) =>
      /\/(?:customer|subAgent)\//.test(request.path)
        ? request
        : { ...request, path: request.path.replace(/[^/]+(?=\/[^/]+$)/, 'customer') },
    ),
  },
  {
    warns: ['OP8-QUERY-PAYMENT-SOURCE'],
    does: 'OP-8 takes any paymentSource for the wallet.',
    twist: changeRequest(isWellFormedOn('OP-8'), (request) =>
      request.query.get('paymentSource') === 'bank' ? request : withQuery(request, 'paymentSource', 'wallet'),
    ),
  },
]);

export const formValueFaults = [...otherTypes, ...unknownIds, ...values, ...unlisted];
