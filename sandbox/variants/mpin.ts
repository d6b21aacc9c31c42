import { API_CODES } from '../http/codes.ts';
import type { Twist } from '../http/exchange.ts';
import type { User } from '../state/store.ts';
import { addUser } from '../state/users.ts';
import { firstAgent } from '../twists/agents.ts';
import { oldOnceVerified } from '../twists/lags.ts';
import {
  bodyText,
  findSender,
  findSentChallenge,
  hasOwnSubAgent,
  isWellFormed,
  isWellFormedOn,
  sentOtp,
  userInPath,
} from '../twists/requests.ts';
import { envelopeResponse } from '../twists/responses.ts';
import { apiCode, changeRequest, combine, on, respondWith, succeeded } from '../twists/twists.ts';
import type { Variant } from '../catalog.ts';
import { changeOtp } from '../faults/consent/wrong-otp.ts';

/** The spare mobiles are those of old users. */
const withOldSpares: Twist = (right) => {
  let done = false;
  return (request) => {
    const agent = done ? undefined : firstAgent(request.store);
    done = true;
    for (let at = 0; agent !== undefined && at < 40; at += 1)
      addUser(request.store, request.policy, agent, 'customer', String(9_990_000_101 + at), 'Testcase Sender');
    return right(request);
  };
};

/** The first MPIN that a sender sets in this run is the one that it has from a run before. */
const refuseStandingMpin: Twist = (right) => async (request) => {
  const sender = on('OP-12')(request) ? userInPath(request) : undefined;
  const standing = sender?.mpin ?? bodyText(request, 'mpin');
  const response = await right(request);
  return sender !== undefined && succeeded(response) && bodyText(request, 'mpin') === standing
    ? envelopeResponse(API_CODES.validationFailed, 'mpin.unchanged')
    : response;
};

/** Before the code is looked at, where an MPIN stands. */
const refuseSet = (isRefused: (standing: string, sent: string) => boolean): Twist =>
  respondWith(
    (request) => {
      const standing = isWellFormedOn('OP-12')(request) && hasOwnSubAgent(request) ? userInPath(request)?.mpin : undefined;
      return standing !== undefined && isRefused(standing, bodyText(request, 'mpin'));
    },
    () => envelopeResponse(API_CODES.validationFailed, 'mpin.set.already'),
  );

export const refuseEarlierMpin: Twist = (right) => {
  const before = new Map<User, Set<string>>();
  return async (request) => {
    const sender = isWellFormedOn('OP-12')(request) ? userInPath(request) : undefined;
    if (sender === undefined) return right(request);
    const mpin = bodyText(request, 'mpin');
    const had = before.get(sender) ?? new Set<string>();
    if (had.has(mpin) && sender.mpin !== mpin) return envelopeResponse(API_CODES.validationFailed, 'mpin.used.before');
    const response = await right(request);
    if (succeeded(response)) before.set(sender, had.add(mpin));
    return response;
  };
};

const strangeMpin = '777777';

const setStrangeMpins =
  (isMeant: (mobile: string) => boolean): Twist =>
  (right) => {
    let done = false;
    return (request) => {
      if (!done) for (const user of request.store.users.values()) if (isMeant(user.mobile)) user.mpin = strangeMpin;
      done = true;
      return right(request);
    };
  };

/** A right code alone is answered as one beside a wrong MPIN, while the MPIN of an earlier time stands. */
const requireStrangeMpin = (...operations: string[]): Twist =>
  changeRequest(
    (request) => on(...operations)(request) && sentOtp(request)?.mpin === undefined && findSender(request)?.mpin === strangeMpin,
    (request) => changeOtp(request, (sent) => ({ ...sent, mpin: 'none' })),
  );

/** A right code alone is refused with a code that tells why. */
const askForStrangeMpin: Twist = respondWith(
  (request) => {
    const sent = isWellFormed(request) ? sentOtp(request) : undefined;
    return sent !== undefined && sent.mpin === undefined && !on('OP-12')(request) && findSender(request)?.mpin === strangeMpin;
  },
  () => envelopeResponse(API_CODES.validationFailed, 'mpin.required'),
);

/** Whatever takes a code from the sender is refused from then on. */
const lockBehindWrongSet: Twist = (right) => {
  const locked = new Set<User>();
  return async (request) => {
    const sent = sentOtp(request);
    const sender = sent === undefined ? undefined : findSender(request);
    if (sender !== undefined && locked.has(sender) && isWellFormed(request)) return envelopeResponse(API_CODES.validationFailed, 'locked');
    const response = await right(request);
    const isWrong = on('OP-12')(request) && apiCode(response) === API_CODES.wrongOtpOrMpin;
    if (sender?.mpin !== undefined && isWrong && sent?.otp !== findSentChallenge(request)?.code) locked.add(sender);
    return response;
  };
};

/** A right code beside any MPIN is refused from then on. */
const lockWrongMpin: Twist = (right) => {
  const locked = new Set<User>();
  return async (request) => {
    const sent = sentOtp(request);
    const sender = sent?.mpin === undefined ? undefined : findSender(request);
    const isRight = sent !== undefined && sent.otp === findSentChallenge(request)?.code;
    if (sender === undefined || !isRight || !isWellFormed(request)) return right(request);
    if (locked.has(sender)) return envelopeResponse(API_CODES.validationFailed, 'mpin.locked');
    if (sender.mpin !== undefined && sent.mpin !== sender.mpin) locked.add(sender);
    return right(request);
  };
};

const strangeOfSpares = setStrangeMpins((mobile) => mobile.startsWith('99900001'));

const unknownMpin = { name: 'unknown-mpin', owner: 'test-data' };
const locksSender = { ends: 'blocked', cause: { name: 'sender-locked', owner: 'test-data' }, everywhere: true } as const;

export const mpinVariants: Variant[] = [
  { id: 'earlier-mpin-refused', does: 'OP-12 refuses an MPIN that the sender has had before.', twist: refuseEarlierMpin },
  {
    id: 'standing-mpin-refused',
    does: 'OP-12 refuses the MPIN that stands from a run before.',
    checks: ['OP-12', 'CODE-4170~wrong-mpin-*', 'CONSENT-MPIN-FORM', 'AUTH-SECOND-FACTOR'],
    twist: combine(withOldSpares, refuseStandingMpin),
  },
  {
    id: 'standing-mpin-of-new-users',
    does: 'OP-12 refuses the MPIN that stands from a run before, and OP-1 calls nobody old before an eKYC.',
    checks: ['OP-12', 'CODE-4170~wrong-mpin-*', 'CONSENT-MPIN-FORM', 'AUTH-SECOND-FACTOR'],
    twist: combine(withOldSpares, refuseStandingMpin, oldOnceVerified(2)),
  },
  {
    id: 'mpin-never-replaced',
    does: 'OP-12 refuses an MPIN other than the one that stands, whatever the code.',
    twist: refuseSet((standing, sent) => standing !== sent),
  },
  { id: 'one-mpin', does: 'OP-12 refuses a sender that has an MPIN, whatever the code.', twist: refuseSet(() => true) },
  {
    id: 'strange-mpin-of-spares',
    does: 'The spare mobiles are those of old users with an MPIN of another party, and OP-9 asks for it.',
    ends: 'blocked',
    cause: unknownMpin,
    everywhere: true,
    twist: combine(strangeOfSpares, withOldSpares, requireStrangeMpin('OP-9')),
  },
  {
    id: 'strange-mpin-of-spares-asked-for',
    does: 'The spare mobiles are those of old users with an MPIN of another party. A consent without it is refused with 4160.',
    ends: 'blocked',
    cause: unknownMpin,
    everywhere: true,
    twist: combine(strangeOfSpares, withOldSpares, askForStrangeMpin),
  },
  {
    id: 'strange-mpin-of-the-customer',
    does: 'The configured customer has an MPIN of another party, and OP-6, OP-7 and OP-9 ask for it.',
    ends: 'blocked',
    cause: unknownMpin,
    twist: combine(
      setStrangeMpins((mobile) => mobile === '9990000002'),
      requireStrangeMpin('OP-6', 'OP-7', 'OP-9'),
    ),
  },
  {
    id: 'strange-mpin-of-the-customer-asked-for',
    does: 'The configured customer has an MPIN of another party. A consent without it is refused with 4160.',
    ends: 'blocked',
    cause: unknownMpin,
    twist: combine(
      setStrangeMpins((mobile) => mobile === '9990000002'),
      askForStrangeMpin,
    ),
  },
  {
    id: 'wrong-set-locks',
    does: 'An OP-12 with a wrong code locks a sender that has an MPIN.',
    checks: ['OP7-SERVED', 'OP14-DEBITED', 'CODE-4170'],
    ...locksSender,
    twist: lockBehindWrongSet,
  },
  {
    id: 'wrong-mpin-locks',
    does: 'The first wrong MPIN locks the MPIN of its sender, and a locked one is refused with 4160.',
    ...locksSender,
    twist: lockWrongMpin,
  },
];
