import { faultTable, type FaultRow } from '../table.ts';
import { withValidConsent, headerText, findMobile, findSentChallenge, sentOtp, UUID_FORM } from '../../twists/requests.ts';
import type { Challenge } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { onQueryForm } from '../../twists/circumstances.ts';
import { changeRequest, on, type When } from '../../twists/twists.ts';

const trimmedConsent = (request: ServiceRequest): string => headerText(request, 'consent').trim();

/** Serves such a request as if its consent were right. */
export const acceptConsent = (operation: string, isTaken: (request: ServiceRequest) => boolean): Twist =>
  changeRequest((request) => on(operation)(request) && isTaken(request), withValidConsent);

const challenges = (request: ServiceRequest): Challenge[] => [...request.store.challenges.values()];

/** The mobile got this code, for any state. */
export const hasOwnCode: When = (request) =>
  challenges(request).some(({ mobile, code }) => mobile === findMobile(request) && code === sentOtp(request)?.otp);

const findNewestCode = (request: ServiceRequest): string | undefined =>
  challenges(request).findLast(({ mobile }) => mobile === findMobile(request))?.code;

export const hasUnknownState: When = (request) => {
  const state = sentOtp(request)?.state ?? '';
  return UUID_FORM.test(state) && !request.store.challenges.has(state.toLowerCase());
};

const hasForeignState: When = (request) => {
  const challenge = findSentChallenge(request);
  return challenge !== undefined && findMobile(request) !== undefined && challenge.mobile !== findMobile(request);
};

const isOfNewCustomer: When = ({ path, store }) =>
  path.includes('/customer/') &&
  ![...store.users.values()].some(({ mobile, userType }) => userType === 'customer' && path.endsWith(mobile));

const isRightForeign: When = (request) => hasForeignState(request) && findSentChallenge(request)?.code === sentOtp(request)?.otp;

const perOperation = (operations: Record<string, string>, row: (operation: string, what: string) => FaultRow): FaultRow[] =>
  Object.entries(operations).map(([operation, what]) => row(operation, what));

const OPERATION_WORDS = {
  'OP-4': 'Tagging a user',
  'OP-6': 'Sender detail',
  'OP-7': 'Adding a beneficiary',
  'OP-9': 'A transfer',
  'OP-12': 'Setting an MPIN',
};

const stateFaults = [
  ...faultTable(
    {},
    perOperation(OPERATION_WORDS, (operation, what) => ({
      id: `unknown-state-taken-${operation.toLowerCase()}`,
      does: `${what} takes any code of the mobile with a state never issued.`,
      breaks: ['CONSENT-STATE-UNKNOWN'],
      twist: acceptConsent(operation, (request) => hasUnknownState(request) && hasOwnCode(request)),
    })),
  ),
  ...faultTable(
    {},
    perOperation(OPERATION_WORDS, (operation, what) => ({
      id: `foreign-state-taken-${operation.toLowerCase()}`,
      does: `${what} takes the right code of another mobile.`,
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      twist: acceptConsent(operation, isRightForeign),
    })),
  ),
  ...faultTable({}, [
    {
      id: 'foreign-state-with-own-code',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'A transfer takes any code of the mobile with the state of another mobile.',
      twist: acceptConsent('OP-9', (request) => hasForeignState(request) && hasOwnCode(request)),
    },
    {
      id: 'foreign-state-sets-an-mpin',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'Setting an MPIN takes any code of the mobile with the state of another mobile.',
      twist: acceptConsent('OP-12', (request) => hasForeignState(request) && hasOwnCode(request)),
    },
    {
      id: 'foreign-state-tags-a-sub-agent',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'Tagging a sub-agent takes any code of the mobile with the state of another mobile.',
      twist: acceptConsent('OP-4', (request) => request.path.includes('/subAgent/') && hasForeignState(request) && hasOwnCode(request)),
    },
    {
      id: 'unknown-state-tags-a-new-customer',
      breaks: ['CONSENT-STATE-UNKNOWN'],
      does: 'Tagging a new customer takes any code of the mobile with a state never issued.',
      twist: acceptConsent('OP-4', (request) => isOfNewCustomer(request) && hasUnknownState(request) && hasOwnCode(request)),
    },
    {
      id: 'foreign-state-tags-a-new-customer',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'Tagging a new customer takes any code of the mobile with the state of another mobile.',
      twist: acceptConsent('OP-4', (request) => isOfNewCustomer(request) && hasForeignState(request) && hasOwnCode(request)),
    },
    {
      id: 'newest-code-pays-by-query-with-any-state',
      breaks: ['CONSENT-STATE-UNKNOWN'],
      does: 'A transfer in the query form takes the newest code of the mobile with a state never issued.',
      twist: acceptConsent(
        'OP-9',
        (request) => onQueryForm(request) && hasUnknownState(request) && findNewestCode(request) === sentOtp(request)?.otp,
      ),
    },
    {
      id: 'state-not-looked-at',
      breaks: ['CONSENT-STATE-OTHER-MOBILE', 'CONSENT-STATE-UNKNOWN'],
      does: 'Sender detail takes any code of the mobile and never looks at the state.',
      twist: acceptConsent('OP-6', (request) => (hasForeignState(request) || hasUnknownState(request)) && hasOwnCode(request)),
    },
  ]),
];

const HEADER_OPERATIONS = { 'OP-4': 'Tagging a user', 'OP-6': 'Sender detail', 'OP-7': 'Adding a beneficiary', 'OP-9': 'A transfer' };

const SCHEME_OPERATIONS = { 'OP-6': 'Sender detail', 'OP-7': 'Adding a beneficiary', 'OP-9': 'A transfer' };

const absentFaults: Fault[] = [
  ...faultTable(
    {},
    perOperation(HEADER_OPERATIONS, (operation, what) => ({
      id: `consent-not-needed-${operation.toLowerCase()}`,
      does: `${what} needs no Consent header.`,
      breaks: ['CONSENT-MISSING'],
      twist: acceptConsent(operation, ({ headers }) => !('consent' in headers)),
    })),
  ),
  ...faultTable(
    {},
    perOperation(SCHEME_OPERATIONS, (operation, what) => ({
      id: `none-taken-${operation.toLowerCase()}`,
      does: `${what} takes NONE where the scheme is OTP.`,
      breaks: ['CONSENT-NONE-WHERE-OTP'],
      twist: acceptConsent(operation, (request) => trimmedConsent(request) === 'NONE'),
    })),
  ),
];

/** The consent is one word: a code or state of a challenge of this mobile. */
const isChallengePart = (request: ServiceRequest, part: 'code' | 'state'): boolean =>
  challenges(request).some((challenge) => challenge.mobile === findMobile(request) && challenge[part] === trimmedConsent(request));

const isRightPair = (request: ServiceRequest, [otp = '', state = '']: string[]): boolean => {
  const challenge = request.store.challenges.get(state.toLowerCase());
  return challenge?.code === otp && challenge.mobile === findMobile(request);
};

const isMisspelled =
  (pattern: RegExp, order: (first: string, second: string) => string[]): When =>
  (request) => {
    const [, one = '', two = ''] = pattern.exec(trimmedConsent(request)) ?? [];
    return isRightPair(request, order(one, two));
  };

const isOtpForm = (request: ServiceRequest): boolean => sentOtp(request) !== undefined;

const isEmpty: When = (request) => request.headers['consent'] === '';

/** The right code, with a second part that is no MPIN. */
const hasWordBehind: When = isMisspelled(/^OTP (\d+) ([^\s,]+),word$/, (otp, state) => [otp, state]);

const formFaults = faultTable({ breaks: ['CONSENT-MALFORMED'] }, [
  ...['OP-6', 'OP-7', 'OP-9'].flatMap((operation) => [
    { does: `${operation} takes an empty consent.`, twist: acceptConsent(operation, isEmpty) },
    { does: `${operation} takes a code with a word behind it.`, twist: acceptConsent(operation, hasWordBehind) },
  ]),
  {
    id: 'code-alone-taken',
    does: 'A transfer takes the code alone.',
    twist: acceptConsent('OP-9', (request) => isChallengePart(request, 'code')),
  },
  {
    id: 'state-alone-taken',
    does: 'Sender detail takes the state alone.',
    twist: acceptConsent('OP-6', (request) => isChallengePart(request, 'state')),
  },
  {
    id: 'keyword-not-needed',
    does: 'Adding a beneficiary takes code and state without the word OTP.',
    twist: acceptConsent(
      'OP-7',
      isMisspelled(/^(\d+) (\S+)$/, (otp, state) => [otp, state]),
    ),
  },
  {
    id: 'otp-without-state-taken',
    does: 'Tagging a user takes the word OTP and a code, and no state.',
    twist: acceptConsent(
      'OP-4',
      (request) =>
        /^OTP \d+$/.test(trimmedConsent(request)) &&
        challenges(request).some(({ code, mobile }) => trimmedConsent(request) === `OTP ${code}` && mobile === findMobile(request)),
    ),
  },
  {
    id: 'parts-in-any-order',
    does: 'Sender detail takes state and code in the wrong order.',
    twist: acceptConsent(
      'OP-6',
      isMisspelled(/^OTP (\S+) (\d+)$/, (state, otp) => [otp, state]),
    ),
  },
  {
    id: 'any-words-taken',
    does: 'A transfer takes any Consent header that is neither the OTP form nor NONE.',
    twist: acceptConsent(
      'OP-9',
      (request) => trimmedConsent(request) !== '' && !isOtpForm(request) && !/^NONE$/i.test(trimmedConsent(request)),
    ),
  },
  {
    id: 'any-keyword-taken',
    does: 'Adding a beneficiary takes any word in place of OTP.',
    twist: acceptConsent(
      'OP-7',
      (request) => !isOtpForm(request) && isMisspelled(/^[A-Za-z]+ (\d+) (\S+)$/, (otp, state) => [otp, state])(request),
    ),
  },
]);

export const consentHeaderFaults: Fault[] = [...stateFaults, ...absentFaults, ...formFaults];
