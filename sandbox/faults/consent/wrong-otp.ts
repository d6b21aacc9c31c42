import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { httpError, refusalResponse } from '../../http/responses.ts';
import {
  findPayer,
  requestedAmount,
  withValidConsent,
  findMobile,
  findSender,
  findSentChallenge,
  sentOtp,
  withOtp,
  type SentOtp,
} from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import type { Refusal } from '../../service/policy.ts';
import { changeRequest, apiCode, everyNth, on, type When } from '../../twists/twists.ts';

/** The state is right for this sender, and the code that is sent is wrong. */
export const isWrongOtpOn =
  (...operations: string[]): When =>
  (request) => {
    const challenge = on(...operations)(request) ? findSentChallenge(request) : undefined;
    const code = sentOtp(request)?.otp ?? '';
    return challenge !== undefined && challenge.mobile === findMobile(request) && code !== '' && challenge.code !== code;
  };

/** The sender has another MPIN than the one that was sent. */
export const isWrongMpinOn =
  (...operations: string[]): When =>
  (request) => {
    const [set, sent] = on(...operations)(request) ? [findSender(request)?.mpin, sentOtp(request)?.mpin] : [];
    return set !== undefined && sent !== undefined && set !== sent;
  };

export const changeOtp = (request: ServiceRequest, change: (sent: SentOtp) => SentOtp): ServiceRequest => {
  const sent = sentOtp(request);
  return sent === undefined ? request : withOtp(request, change(sent));
};

export const acceptAnyCode = (...operations: string[]): Twist =>
  changeRequest(isWrongOtpOn(...operations), (request) =>
    changeOtp(request, (sent) => ({ ...sent, otp: findSentChallenge(request)?.code ?? sent.otp })),
  );

export const acceptAnyMpin = (...operations: string[]): Twist =>
  changeRequest(isWrongMpinOn(...operations), (request) => changeOtp(request, (sent) => ({ ...sent, mpin: findSender(request)?.mpin })));

/** Refuses a wrong code in another form, after the honest service has handled it. */
export const refuseWith =
  (when: When, form: Refusal): Twist =>
  (right) =>
  async (request) => {
    const wrong = when(request);
    const response = await right(request);
    return wrong && apiCode(response) === API_CODES.wrongOtpOrMpin ? refusalResponse(request, form, 'consent.refused') : response;
  };

/** Refuses a wrong code with 4170, and then does what the request says. */
export const doneDespiteRefusal =
  (operation: string): Twist =>
  (right) =>
  async (request) => {
    const wrong = isWrongOtpOn(operation)(request);
    const response = await right(request);
    if (wrong && apiCode(response) === API_CODES.wrongOtpOrMpin) await right(withValidConsent(request));
    return response;
  };

const CONSENTING = ['OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'];

const acceptedFaults = faultTable({ breaks: ['CODE-4170'] }, [
  { id: 'any-otp-op-4', does: 'Any code will do to tag a user, as long as the state is known.', twist: acceptAnyCode('OP-4') },
  { id: 'any-otp-op-6', does: 'Any code will do to see a sender, as long as the state is known.', twist: acceptAnyCode('OP-6') },
  { id: 'any-otp-op-7', does: 'Any code will do to add a beneficiary, as long as the state is known.', twist: acceptAnyCode('OP-7') },
  { id: 'any-otp-op-12', does: 'Any code will do to set an MPIN, as long as the state is known.', twist: acceptAnyCode('OP-12') },
  { id: 'any-otp-pays', does: 'Any code will do to pay, as long as the state is known.', twist: acceptAnyCode('OP-9') },
  { id: 'any-mpin-op-4', does: 'Any MPIN will do to tag a user.', twist: acceptAnyMpin('OP-4') },
  { id: 'any-mpin-op-6', does: 'Any MPIN will do to see a sender.', twist: acceptAnyMpin('OP-6') },
  { id: 'any-mpin-op-7', does: 'Any MPIN will do to add a beneficiary.', twist: acceptAnyMpin('OP-7') },
  { id: 'any-mpin-op-9', does: 'Any MPIN will do to pay.', twist: acceptAnyMpin('OP-9') },
  {
    id: 'any-otp-sometimes',
    does: 'Every third wrong code is taken for the right one.',
    twist: everyNth(3, isWrongOtpOn(...CONSENTING), acceptAnyCode(...CONSENTING)),
  },
]);

const otherRefusalFaults = [
  ...faultTable({ breaks: ['CODE-4170'] }, [
    {
      id: 'wrong-otp-is-4160',
      does: 'OP-9 answers a wrong code with 4160.',
      twist: refuseWith(isWrongOtpOn('OP-9'), API_CODES.validationFailed),
    },
    {
      id: 'wrong-otp-is-4001',
      does: 'OP-7 answers a wrong code with 4001.',
      twist: refuseWith(isWrongOtpOn('OP-7'), API_CODES.notAuthorized),
    },
    {
      id: 'wrong-otp-is-4040',
      does: 'OP-12 answers a wrong code with 4040.',
      twist: refuseWith(isWrongOtpOn('OP-12'), API_CODES.notFound),
    },
    { id: 'wrong-otp-is-401', does: 'OP-6 answers a wrong code with HTTP 401.', twist: refuseWith(isWrongOtpOn('OP-6'), 'http-401') },
    { id: 'wrong-otp-is-403', does: 'OP-4 answers a wrong code with HTTP 403.', twist: refuseWith(isWrongOtpOn('OP-4'), 'http-403') },
    { id: 'wrong-otp-is-400', does: 'OP-12 answers a wrong code with HTTP 400.', twist: refuseWith(isWrongOtpOn('OP-12'), 'http-400') },
    {
      id: 'wrong-mpin-is-4001',
      does: 'OP-6 answers a wrong MPIN with 4001.',
      twist: refuseWith(isWrongMpinOn('OP-6'), API_CODES.notAuthorized),
    },
  ]),
  ...faultTable({}, [
    {
      id: 'wrong-otp-is-404',
      breaks: ['CODE-4170'],
      warns: ['HTTP-LISTED'],
      does: 'OP-6 answers a wrong code with HTTP 404.',
      twist: refuseWith(isWrongOtpOn('OP-6'), 'http-404'),
    },
    {
      id: 'wrong-otp-is-500',
      breaks: ['CODE-4170', 'HTTP-NO-5XX'],
      does: 'OP-4 stumbles over a wrong code.',
      twist: (right) => async (request) => (isWrongOtpOn('OP-4')(request) ? httpError(request, 500) : right(request)),
    },
  ]),
];

const refusedMpinFaults = faultTable({ breaks: ['CODE-4170'] }, [
  {
    id: 'wrong-mpin-op-4-http-403',
    does: 'OP-4 answers a wrong MPIN with http-403.',
    twist: refuseWith(isWrongMpinOn('OP-4'), 'http-403'),
  },
  {
    id: 'wrong-mpin-op-7-4001',
    does: 'OP-7 answers a wrong MPIN with 4001.',
    twist: refuseWith(isWrongMpinOn('OP-7'), API_CODES.notAuthorized),
  },
  {
    id: 'wrong-mpin-op-9-http-400',
    does: 'OP-9 answers a wrong MPIN with http-400.',
    twist: refuseWith(isWrongMpinOn('OP-9'), 'http-400'),
  },
]);

/** Refuses a wrong code with 4170, and then sets the MPIN of the request. */
const setMpinDespiteRefusal: Twist = (right) => async (request) => {
  const wrong = isWrongOtpOn('OP-12')(request);
  const response = await right(request);
  if (wrong && apiCode(response) === API_CODES.wrongOtpOrMpin) await acceptAnyCode('OP-12')(right)(request);
  return response;
};

/** The OTP is right, so nothing but the MPIN is wrong. */
const debitDespiteWrongMpin: Twist = (right) => async (request) => {
  const sender =
    on('OP-9')(request) && sentOtp(request)?.mpin !== undefined && !isWrongOtpOn('OP-9')(request) ? findPayer(request) : undefined;
  const response = await right(request);
  if (sender !== undefined && apiCode(response) === API_CODES.wrongOtpOrMpin) sender.balance -= requestedAmount(request);
  return response;
};

const effectFaults = faultTable({ breaks: ['CONSENT-WRONG-NO-EFFECT'] }, [
  { id: 'wrong-otp-adds', does: 'OP-7 refuses a wrong code with 4170 and adds the beneficiary.', twist: doneDespiteRefusal('OP-7') },
  { id: 'wrong-otp-tags', does: 'OP-4 refuses a wrong code with 4170 and tags the user.', twist: doneDespiteRefusal('OP-4') },
  { id: 'wrong-otp-sets-mpin', does: 'OP-12 refuses a wrong code with 4170 and sets the MPIN.', twist: setMpinDespiteRefusal },
  { id: 'wrong-mpin-debits', does: 'OP-9 refuses a wrong MPIN with 4170, and the money is gone.', twist: debitDespiteWrongMpin },
  { id: 'wrong-otp-pays', does: 'OP-9 refuses a wrong code with 4170 and pays.', twist: doneDespiteRefusal('OP-9') },
]);

export const wrongOtpFaults: Fault[] = [...acceptedFaults, ...otherRefusalFaults, ...refusedMpinFaults, ...effectFaults];
