import { API_CODES } from '../http/codes.ts';
import type { Variant } from '../catalog.ts';
import { refusalResponse } from '../http/responses.ts';
import { field } from '../http/json.ts';
import type { Twist } from '../http/exchange.ts';
import type { Challenge } from '../state/store.ts';
import { asText, withWrongValue } from '../twists/results.ts';
import { hasMpin, whenHistory } from '../twists/history.ts';
import { consentHeader, findSentChallenge, isWellFormed, requestedSession, userInPath, withValidConsent } from '../twists/requests.ts';
import { marked } from '../twists/wallets.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { apiCode, apiResult, changeRequest, changeResultField, combine, on, respondWith, succeeded } from '../twists/twists.ts';

const pauseMs = 150;

const sendAfterPause: Twist = (right) => {
  const sentAt = new Map<string, number>();
  return async (request) => {
    const now = request.clock.now();
    const mobile = JSON.stringify(field(request.body, 'object'));
    if (on('OP-3')(request) && isWellFormed(request) && now - (sentAt.get(mobile) ?? -Infinity) < pauseMs)
      return refusalResponse(request, API_CODES.validationFailed, 'wait a moment');
    const response = await right(request);
    if (on('OP-3')(request) && succeeded(response)) sentAt.set(mobile, now);
    return response;
  };
};

const resendMs = 2000;

/** For a while OP-3 sends the code of the same challenge again, until the code is used. */
const sendSameAgain: Twist = (right) => async (request) => {
  const mobile = asText(field(request.body, 'object'));
  const isOpen = ({ mobile: of, agent, revoked, issuedAt }: Challenge): boolean =>
    mobile === of && agent === request.agent && !revoked && request.clock.now() - issuedAt < resendMs;
  const open = on('OP-3')(request) ? [...request.store.challenges.values()].findLast(isOpen) : undefined;
  const response = await right(request);
  if (open === undefined || !succeeded(response)) return response;
  request.store.challenges.delete(asText(field(apiResult(response), 'state')).toLowerCase());
  return withWrongValue(response, 'state', open.state);
};

/** A known MPIN counts as verification enough for OP-6 and OP-7. */
const noneOnceMpinSet: Twist = whenHistory(
  hasMpin,
  combine(
    changeResultField('OP-5', 'scheme', () => 'NONE'),
    changeRequest((request) => on('OP-6', 'OP-7')(request) && request.headers['consent'] === 'NONE', withValidConsent),
  ),
);

const endSessionBehindWrongCode: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!on('OP-9')(request) || apiCode(response) !== API_CODES.wrongOtpOrMpin) return response;
  return request.store.sessions.delete(requestedSession(request)) ? marked(response, 'x-session-ended') : response;
};

/** It is looked at before anything else in the call. */
const takeBalanceSessionOnce: Twist = (right) => {
  const used = new Set<string>();
  return async (request) => {
    if (!on('OP-14')(request) || request.agent === undefined) return right(request);
    const session = requestedSession(request);
    if (used.has(session)) return refusalResponse(request, API_CODES.validationFailed, 'the session is over');
    const response = await right(request);
    if (succeeded(response)) used.add(session);
    return response;
  };
};

/** OP-8 ends the transfer sessions that were shown before it named the bank. */
const endSessionsBehindBank: Twist = (right) => async (request) => {
  const response = await right(request);
  if (!on('OP-8')(request) || !succeeded(response) || request.query.get('paymentSource') !== 'bank') return response;
  const { sessions } = request.store;
  const own = [...sessions].filter(([, { sender, kind }]) => sender === userInPath(request) && kind === 'fundTransfer');
  for (const [id] of own) sessions.delete(id);
  return own.length === 0 ? response : marked(response, 'x-session-ended');
};

export const consentVariants: Variant[] = [
  { id: 'otp-many-times', does: 'An OTP passes as often as it is sent.', policy: { consent: { singleUse: false } } },
  { id: 'otp-newest-only', does: 'A new OTP ends the older ones of that mobile.', policy: { consent: { newestOnly: true } } },
  { id: 'otp-after-a-pause', does: 'OP-3 sends a mobile its next code after 150 ms only.', twist: sendAfterPause },
  { id: 'otp-sent-again', does: 'OP-3 sends an unused code of a mobile again.', everywhere: true, twist: sendSameAgain },
  { id: 'otp-dies', does: 'An OTP ends on a wrong try.', policy: { consent: { diesOnWrongTry: true } } },
  { id: 'locks-after-three', does: 'Three wrong codes in a row lock a mobile.', policy: { consent: { locksAfter: 3 } } },
  { id: 'locks-after-five', does: 'Five wrong codes in a row lock a mobile.', policy: { consent: { locksAfter: 5 } } },
  { id: 'bad-consent-400', does: 'A malformed consent is HTTP 400.', policy: { refusals: { badConsent: 'http-400' } } },
  { id: 'bad-consent-401', does: 'A malformed consent is HTTP 401.', policy: { refusals: { badConsent: 'http-401' } } },
  { id: 'bad-consent-403', does: 'A malformed consent is HTTP 403.', policy: { refusals: { badConsent: 'http-403' } } },
  { id: 'bad-consent-4001', does: 'A malformed consent is code 4001.', policy: { refusals: { badConsent: API_CODES.notAuthorized } } },
  { id: 'bad-consent-4170', does: 'A malformed consent is code 4170.', policy: { refusals: { badConsent: API_CODES.wrongOtpOrMpin } } },
  { id: 'unknown-state-400', does: 'A state never issued is HTTP 400.', policy: { refusals: { unknownState: 'http-400' } } },
  { id: 'unknown-state-403', does: 'A state never issued is HTTP 403.', policy: { refusals: { unknownState: 'http-403' } } },
  { id: 'unknown-state-4040', does: 'A state never issued is code 4040.', policy: { refusals: { unknownState: API_CODES.notFound } } },
  {
    id: 'unknown-state-4160',
    does: 'A state never issued is code 4160.',
    policy: { refusals: { unknownState: API_CODES.validationFailed } },
  },
  { id: 'scheme-none', does: 'No consent is asked for.', policy: { consent: { senderScheme: 'NONE', transferScheme: 'NONE' } } },
  { id: 'scheme-none-once-mpin-set', does: 'OP-5 asks a sender with an MPIN for no code.', everywhere: true, twist: noneOnceMpinSet },
  { id: 'mpin-required', does: 'A sender that set an MPIN has to send it.', policy: { consent: { mpin: 'required-once-set' } } },
  {
    id: 'mpin-behind-a-blank',
    does: 'A sender that set an MPIN has to send it, with a blank behind the comma.',
    policy: { consent: { mpin: 'required-once-set' } },
    twist: respondWith(
      (request) => consentHeader(request).includes(',MPIN'),
      () => envelopeResponse(API_CODES.validationFailed, 'consent.malformed'),
    ),
  },
  {
    id: 'mpin-required-400',
    does: 'A consent without the MPIN that was set is HTTP 400.',
    policy: { consent: { mpin: 'required-once-set' }, refusals: { badConsent: 'http-400' } },
    checks: ['CONSENT-NONE-WHERE-OTP', 'CONSENT-MISSING', 'CODE-4170', 'OP4-SERVED'],
  },
  {
    id: 'consent-before-payload',
    does: 'OP-7 and OP-9 look at the code before they read the payload.',
    twist: respondWith(
      (request) =>
        on('OP-7', 'OP-9')(request) && request.malformed && request.agent !== undefined && findSentChallenge(request) === undefined,
      (request) => refusalResponse(request, API_CODES.wrongOtpOrMpin, 'wrong code'),
    ),
  },
  { id: 'mobile-as-text', does: 'OP-3 takes the mobile as text only.', policy: { consent: { otpMobile: 'text' } } },
  { id: 'mobile-as-number', does: 'OP-3 takes the mobile as a number only.', policy: { consent: { otpMobile: 'number' } } },
  { id: 'four-digit-codes', does: 'An OTP has four digits.', policy: { consent: { codeDigits: 4 } } },
  { id: 'tag-with-none', does: 'OP-4 takes NONE from anyone.', policy: { consent: { tagWithNone: 'always' } } },
  { id: 'tag-never-with-none', does: 'OP-4 never takes NONE.', policy: { consent: { tagWithNone: 'never' } } },
  { id: 'session-once', does: 'A transfer session serves one transfer.', policy: { session: { singleUse: true } } },
  { id: 'balance-session-once', does: 'A balance session serves once, and is looked at first.', twist: takeBalanceSessionOnce },
  {
    id: 'session-for-both',
    does: 'OP-6 names one session for transfers and balances.',
    policy: { session: { oneForBoth: true } },
  },
  { id: 'session-newest-only', does: 'OP-6 ends the older sessions of that sender.', policy: { session: { newestOnly: true } } },
  {
    id: 'session-ends-on-wrong-code',
    does: 'A wrong code on OP-9 ends its session.',
    everywhere: true,
    twist: endSessionBehindWrongCode,
  },
  {
    id: 'bank-needs-a-new-session',
    does: 'A transfer from the bank needs a session that was shown after OP-8 named it.',
    everywhere: true,
    twist: endSessionsBehindBank,
  },
  { id: 'query-form-refused', does: 'OP-9 knows only the path form.', policy: { session: { queryForm: 'refused' } } },
  {
    id: 'query-form-redirected',
    does: 'OP-9 redirects the query form to the path form.',
    policy: { session: { queryForm: 'redirected' } },
  },
];
