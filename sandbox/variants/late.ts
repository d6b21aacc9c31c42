import { API_CODES } from '../http/codes.ts';
import { field, type Json } from '../http/json.ts';
import type { Twist } from '../http/exchange.ts';
import type { Variant } from '../catalog.ts';
import type { Beneficiary, User } from '../state/store.ts';
import { findCustomer } from '../twists/history.ts';
import { bodyText, findPayer, findSentChallenge, isWellFormed, lastSegment, requestedSession } from '../twists/requests.ts';
import { failLater } from '../faults/access/second-agent.ts';
import { codesOneByOne, codesPaced, refusedAtFirst, sessionsKnownLate, unknownBehindTag } from '../twists/lags.ts';
import { creditOnce, delayedBackAfter, delayedBackLater, refundDecimalsLate, raisedLimits } from '../twists/wallets.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { withWrongValue } from '../twists/results.ts';
import { apiResult, changeSuccess, combine, on, succeeded } from '../twists/twists.ts';

/** For so long OP-6 shows the list as it was before OP-7 or OP-13. */
const lateListMs = 300;

const lateList: Twist = (right) => {
  const shown = new Map<User, Json>();
  const lateUntil = new Map<User, number>();
  return async (request) => {
    const response = await right(request);
    const sender = findCustomer(request);
    if (sender === undefined || !succeeded(response)) return response;
    const now = request.clock.now();
    if (on('OP-7', 'OP-13')(request)) lateUntil.set(sender, now + lateListMs);
    if (!on('OP-6')(request)) return response;
    if ((lateUntil.get(sender) ?? 0) > now) return withWrongValue(response, 'beneficiaries', shown.get(sender) ?? []);
    shown.set(sender, field(apiResult(response), 'beneficiaries') ?? []);
    return response;
  };
};

/** For so long OP-9 takes nothing to a beneficiary after its activation, and under a session after OP-6. */
const tooNewMs = 600;

/** A right code is used up by such a refusal, or serves again. */
const coolDown =
  (codes: 'used-up' | 'kept'): Twist =>
  (right) => {
    const activeSince = new Map<Beneficiary, number>();
    return async (request) => {
      const payee = findPayer(request)?.beneficiaries.get(Number(bodyText(request, 'to')));
      const isNew = payee !== undefined && (activeSince.get(payee) ?? 0) + tooNewMs > request.clock.now();
      if (on('OP-9')(request) && isWellFormed(request) && isNew) {
        const challenge = findSentChallenge(request);
        if (challenge?.revoked === true) return envelopeResponse(API_CODES.wrongOtpOrMpin, 'otp.used');
        if (codes === 'used-up' && challenge !== undefined) challenge.revoked = true;
        return envelopeResponse(API_CODES.validationFailed, 'beneficiary.cooling');
      }
      const response = await right(request);
      const activated = on('OP-13')(request) ? findCustomer(request)?.beneficiaries.get(Number(lastSegment(request))) : undefined;
      if (activated?.active === true && succeeded(response)) activeSince.set(activated, request.clock.now());
      return response;
    };
  };

/** OP-9 takes the next transfer of a sender only a while after the last one. */
const pacedTransfers: Twist = (right) => {
  const paidAt = new Map<User, number>();
  return async (request) => {
    const payer = on('OP-9')(request) && isWellFormed(request) ? findPayer(request) : undefined;
    if (payer === undefined) return right(request);
    if ((paidAt.get(payer) ?? 0) + tooNewMs > request.clock.now()) return envelopeResponse(API_CODES.validationFailed, 'transfer.too.soon');
    const response = await right(request);
    if (succeeded(response)) paidAt.set(payer, request.clock.now());
    return response;
  };
};

/** A copy that lags: OP-9 finds no session that OP-6 gave just now. */
const sessionsPayLate: Twist = (right) => {
  const knownFrom = new Map<string, number>();
  return async (request) => {
    const isNew = (knownFrom.get(requestedSession(request)) ?? 0) > request.clock.now();
    if (on('OP-9')(request) && isWellFormed(request) && isNew) return envelopeResponse(API_CODES.notFound, 'session.not.known');
    const response = await right(request);
    const session = field(field(apiResult(response), 'sessionId'), 'fundtransferSessionId');
    if (on('OP-6')(request) && typeof session === 'string') knownFrom.set(session.toLowerCase(), request.clock.now() + tooNewMs);
    return response;
  };
};

const lateLooks = 2;

/** OP-1 knows mobiles, whatever the user type, and shows a tag of one only after some looks. */
const oldByMobileLate: Twist = (right) => {
  const looks = new Map<string, number>();
  return async (request) => {
    const response = await right(request);
    const mobile = lastSegment(request);
    if (on('OP-4')(request) && succeeded(response) && !looks.has(mobile)) looks.set(mobile, 0);
    const before = looks.get(mobile);
    if (!on('OP-1')(request) || !succeeded(response) || before === undefined) return response;
    looks.set(mobile, before + 1);
    return withWrongValue(response, 'isOldUser', String(before >= lateLooks));
  };
};

const endSessionsAfter = (operation: 'OP-9' | 'OP-12'): Twist =>
  changeSuccess(on(operation), (response, request) => {
    const sender = findCustomer(request);
    for (const session of request.store.sessions.values()) if (session.sender === sender) session.revoked = true;
    return { ...response };
  });

const endSessions = endSessionsAfter('OP-12');

/** Found by judging services written from the specification alone. */
export const lateVariants: readonly Variant[] = [
  { id: 'list-late', does: 'OP-6 shows a new or changed beneficiary a moment later, however often it is asked.', twist: lateList },
  {
    id: 'transfers-forbidden-at-first',
    does: 'OP-10 and OP-11 answer 4001 at the first look.',
    twist: combine(refusedAtFirst('OP-10', API_CODES.notAuthorized), refusedAtFirst('OP-11', API_CODES.notAuthorized)),
  },
  {
    id: 'second-agent-fails-later-not-known-at-first',
    does: 'A transfer of a second agent is accepted and then fails, and OP-10 answers 4001 at the first look.',
    checks: ['AUTH-OTHER-AGENT'],
    twist: combine(failLater, refusedAtFirst('OP-10', API_CODES.notAuthorized)),
  },
  {
    id: 'declined-decimals-refunded-late',
    does: 'The bank declines decimals, and sends them back a moment later.',
    twist: refundDecimalsLate,
  },
  {
    id: 'delayed-back-later',
    does: 'Every transfer from a wallet is delayed, and its amount comes back a look later.',
    everywhere: true,
    twist: delayedBackLater,
  },
  {
    id: 'delayed-back-late-less-fee',
    does: 'Every transfer is delayed, and its amount comes back after most of a deadline, without the fee.',
    everywhere: true,
    policy: { transfer: { fee: 2.5 } },
    twist: delayedBackAfter(800),
  },
  { id: 'rupee-behind-a-refusal', does: 'A rupee comes in behind a refused transfer of a negative amount, once.', twist: creditOnce },
  {
    id: 'limits-raised-behind-a-refusal',
    does: 'Limits are raised behind refused transfers of a negative amount.',
    everywhere: true,
    twist: raisedLimits,
  },
  {
    id: 'old-by-mobile-late',
    does: 'OP-4 takes NONE, and OP-1 knows mobiles, whatever the user type, two looks late.',
    everywhere: true,
    policy: { consent: { tagWithNone: 'always' } },
    twist: oldByMobileLate,
  },
  {
    id: 'payees-cool-down',
    does: 'OP-9 refuses a beneficiary for a while after its activation.',
    everywhere: true,
    twist: coolDown('kept'),
  },
  {
    id: 'payees-cool-down-and-codes-go',
    does: 'OP-9 refuses a beneficiary for a while after its activation, and uses up the code.',
    everywhere: true,
    twist: coolDown('used-up'),
  },
  {
    id: 'paced-transfers',
    does: 'OP-9 refuses a further transfer of a sender for a while.',
    everywhere: true,
    twist: pacedTransfers,
  },
  { id: 'sessions-pay-late', does: 'OP-9 does not know a session for a while after OP-6.', everywhere: true, twist: sessionsPayLate },
  { id: 'codes-one-by-one', does: 'OP-3 refuses each mobile its next code twice, once any mobile has one.', twist: codesOneByOne },
  {
    id: 'codes-paced',
    does: 'OP-3 sends the next code of anybody only a moment after the last one.',
    checks: ['OP7-SERVED', 'OP9-SERVED'],
    twist: codesPaced,
  },
  { id: 'senders-known-late', does: 'OP-6 does not know a sender at the first look.', twist: refusedAtFirst('OP-6') },
  { id: 'user-unknown-behind-tag', does: 'OP-1 does not know a user at the first look behind the tag.', twist: unknownBehindTag },
  { id: 'sessions-known-late', does: 'OP-14 does not know a session at the first look.', twist: sessionsKnownLate },
  {
    id: 'sessions-end-with-a-transfer',
    does: 'An accepted OP-9 ends the sessions of its sender, those for OP-14 too.',
    twist: endSessionsAfter('OP-9'),
  },
  { id: 'sessions-end-with-an-mpin', does: 'An OP-12 ends the sessions of its sender.', twist: endSessions },
  {
    id: 'personality-late-and-locked',
    does: 'Lists show late, and an OP-12 ends sessions.',
    twist: combine(lateList, endSessions),
  },
];
