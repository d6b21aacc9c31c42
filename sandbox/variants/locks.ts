import { API_CODES } from '../http/codes.ts';
import { field } from '../http/json.ts';
import type { ServiceResponse, Twist } from '../http/exchange.ts';
import { httpError } from '../http/responses.ts';
import type { Variant } from '../catalog.ts';
import type { User } from '../state/store.ts';
import { afterSuccess } from '../twists/history.ts';
import { findSender, isWellFormed, lastSegment, sentOtp } from '../twists/requests.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { apiCode, changeResponse, isBusiness, on, succeeded } from '../twists/twists.ts';

const mostWrongMpins = 2;

const isLocked = ({ json }: ServiceResponse): boolean => field(field(json, 'status'), 'message') === 'sender.locked';

/** Stands for a lock of a few seconds. */
const codesRefusedByLock = 2;

const locksForAWhile: Twist = (right) => {
  const left = new Map<string, number>();
  return async (request) => {
    const mobile = lastSegment(request);
    if (!on('OP-4')(request) || sentOtp(request) === undefined) return right(request);
    const refused = left.get(mobile) ?? 0;
    if (refused > 0) {
      left.set(mobile, refused - 1);
      return envelopeResponse(API_CODES.validationFailed, 'user.locked');
    }
    const response = await right(request);
    if (field(field(response.json, 'status'), 'message') === 'otp.invalid') left.set(mobile, codesRefusedByLock);
    return response;
  };
};

const mostWrongCodes = 3;

/** Wrong codes in a row lock a customer, whatever the operation. The lock refuses so many codes, and then ends. */
const locksFor =
  (codes: number): Twist =>
  (right) => {
    const [wrong, left] = [new Map<User, number>(), new Map<User, number>()];
    return async (request) => {
      const sender = sentOtp(request) === undefined ? undefined : findSender(request);
      if (sender === undefined) return right(request);
      const refused = left.get(sender) ?? 0;
      left.set(sender, refused - 1);
      if (refused > 0) return envelopeResponse(API_CODES.validationFailed, 'user.locked');
      const response = await right(request);
      const inRow = apiCode(response) === API_CODES.wrongOtpOrMpin ? (wrong.get(sender) ?? 0) + 1 : 0;
      wrong.set(sender, inRow);
      if (inRow >= mostWrongCodes) left.set(sender, codes);
      return response;
    };
  };

const pauseMs = 300;

/** Slows down who tries codes: behind a wrong one, every code of that customer is refused for a moment. */
const pausesBehindWrongCodes: Twist = (right) => {
  const until = new Map<User, number>();
  return async (request) => {
    const isRead = request.agent !== undefined && isWellFormed(request) && sentOtp(request) !== undefined;
    const sender = isRead ? findSender(request) : undefined;
    if (sender === undefined) return right(request);
    if (request.clock.now() < (until.get(sender) ?? 0)) return envelopeResponse(API_CODES.validationFailed, 'user.locked');
    const response = await right(request);
    if (apiCode(response) === API_CODES.wrongOtpOrMpin) until.set(sender, request.clock.now() + pauseMs);
    return response;
  };
};

/** After two wrong ones in a row an MPIN is wrong for good, until OP-12 sets one. */
const lockedMpin: Twist = (right) => {
  const wrong = new Map<User, number>();
  const set = afterSuccess('OP-12', (_request, sender) => wrong.delete(sender))(right);
  return async (request) => {
    const sent = sentOtp(request)?.mpin;
    const sender = sent === undefined ? undefined : findSender(request);
    if (sender?.mpin === undefined) return set(request);
    const before = wrong.get(sender) ?? 0;
    if (before >= mostWrongMpins) return envelopeResponse(API_CODES.wrongOtpOrMpin, 'mpin.locked');
    const response = await set(request);
    if (apiCode(response) === API_CODES.wrongOtpOrMpin && sent !== sender.mpin) wrong.set(sender, before + 1);
    else if (succeeded(response)) wrong.delete(sender);
    return response;
  };
};

export const lockVariants: readonly Variant[] = [
  {
    id: 'locks-after-two-with-403',
    does: 'Two wrong codes in a row lock a mobile, and a locked one is refused with HTTP 403.',
    ends: 'blocked',
    cause: { name: 'sender-locked', owner: 'test-data' },
    policy: { consent: { locksAfter: 2 } },
    twist: changeResponse(isBusiness, (response, request) => (isLocked(response) ? httpError(request, 403) : response)),
  },
  { id: 'locks-for-a-while', does: 'A wrong code locks a mobile of OP-4 for the next two codes.', everywhere: true, twist: locksForAWhile },
  {
    id: 'pauses-behind-wrong-codes',
    does: 'Behind a wrong code, every code of its sender is refused for a moment.',
    everywhere: true,
    mayBlock: 'sender-locked',
    twist: pausesBehindWrongCodes,
  },
  {
    id: 'locks-briefly-after-three',
    does: 'Three wrong codes in a row, a state never issued among them, lock a sender for its next two codes.',
    twist: locksFor(codesRefusedByLock),
  },
  {
    id: 'locks-for-good-after-three',
    does: 'Three wrong codes in a row, a state never issued among them, lock a sender.',
    everywhere: true,
    ends: 'blocked',
    cause: { name: 'sender-locked', owner: 'test-data' },
    twist: locksFor(Infinity),
  },
  {
    id: 'otp-dies-and-locks-after-three',
    does: 'An OTP ends on a wrong try, and three wrong codes in a row lock a mobile.',
    policy: { consent: { diesOnWrongTry: true, locksAfter: 3 } },
  },
  { id: 'mpin-locks-after-two', does: 'Two wrong MPINs in a row lock an MPIN.', ends: 'blocked', twist: lockedMpin },
];
