import { plain, refused } from '../../http/responses.ts';
import { consented, mobileOf, senderOf, sentCode, withCode, type Sent } from '../../twists/requests.ts';
import type { Challenge } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import type { Form } from '../../service/policy.ts';
import { asking, codeOf, everyNth, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const challengeOf = (ask: Ask): Challenge | undefined => ask.bank.challenges.get(sentCode(ask)?.state.toLowerCase() ?? '');

/** The state is right for this sender, and the code is not. */
const wrongOtpOn =
  (...operations: string[]): When =>
  (ask) => {
    const challenge = on(...operations)(ask) ? challengeOf(ask) : undefined;
    return challenge !== undefined && challenge.mobile === mobileOf(ask) && challenge.code !== sentCode(ask)?.otp;
  };

/** The sender has an MPIN, and another one was sent. */
const wrongMpinOn =
  (...operations: string[]): When =>
  (ask) => {
    const [set, sent] = on(...operations)(ask) ? [senderOf(ask)?.mpin, sentCode(ask)?.mpin] : [];
    return set !== undefined && sent !== undefined && set !== sent;
  };

const changing = (ask: Ask, change: (sent: Sent) => Sent): Ask => {
  const sent = sentCode(ask);
  return sent === undefined ? ask : withCode(ask, change(sent));
};

/** Takes a wrong code for the right one. */
const anyOtp = (...operations: string[]): Twist =>
  asking(wrongOtpOn(...operations), (ask) => changing(ask, (sent) => ({ ...sent, otp: challengeOf(ask)?.code ?? sent.otp })));

const anyMpin = (...operations: string[]): Twist =>
  asking(wrongMpinOn(...operations), (ask) => changing(ask, (sent) => ({ ...sent, mpin: senderOf(ask)?.mpin })));

/** Refuses a wrong code, after the honest service has dealt with it, in another form. */
const otherwise =
  (when: When, form: Form): Twist =>
  (right) =>
  async (ask) => {
    const wrong = when(ask);
    const answer = await right(ask);
    return wrong && codeOf(answer) === 4170 ? refused(ask, form, 'consent.refused') : answer;
  };

/** Refuses a wrong code with 4170, and has done what was asked. */
const doneAnyway =
  (operation: string): Twist =>
  (right) =>
  async (ask) => {
    const wrong = wrongOtpOn(operation)(ask);
    const answer = await right(ask);
    if (wrong && codeOf(answer) === 4170) await right(consented(ask));
    return answer;
  };

const CONSENTING = ['OP-4', 'OP-6', 'OP-7', 'OP-9', 'OP-12'];

const taken = (operation: string, what: string, id = `any-otp-${operation.toLowerCase()}`): Fault => ({
  id,
  story: `Any code will do ${what}, as long as the state is known.`,
  breaks: ['CODE-4170'],
  twist: anyOtp(operation),
});

const mpinTaken = (operation: string, what: string): Fault => ({
  id: `any-mpin-${operation.toLowerCase()}`,
  story: `Any MPIN will do ${what}.`,
  breaks: ['CODE-4170'],
  twist: anyMpin(operation),
});

const accepted: Fault[] = [
  taken('OP-4', 'to tag a user'),
  taken('OP-6', 'to see a sender'),
  taken('OP-7', 'to add a beneficiary'),
  taken('OP-12', 'to set an MPIN'),
  taken('OP-9', 'to pay', 'any-otp-pays'),
  mpinTaken('OP-4', 'to tag a user'),
  mpinTaken('OP-6', 'to see a sender'),
  mpinTaken('OP-7', 'to add a beneficiary'),
  mpinTaken('OP-9', 'to pay'),
  {
    id: 'any-otp-sometimes',
    story: 'Every third wrong code is taken for the right one.',
    breaks: ['CODE-4170'],
    twist: everyNth(3, wrongOtpOn(...CONSENTING), anyOtp(...CONSENTING)),
  },
];

const refusal = (id: string, story: string, operation: string, form: Form, more: Partial<Fault> = {}): Fault => ({
  id,
  story,
  breaks: ['CODE-4170'],
  twist: otherwise(wrongOtpOn(operation), form),
  ...more,
});

const refusedOtherwise: Fault[] = [
  refusal('wrong-otp-is-4160', 'OP-9 answers a wrong code with 4160.', 'OP-9', 4160),
  refusal('wrong-otp-is-4001', 'OP-7 answers a wrong code with 4001.', 'OP-7', 4001),
  refusal('wrong-otp-is-4040', 'OP-12 answers a wrong code with 4040.', 'OP-12', 4040),
  refusal('wrong-otp-is-401', 'OP-6 answers a wrong code with HTTP 401.', 'OP-6', 'http-401'),
  refusal('wrong-otp-is-403', 'OP-4 answers a wrong code with HTTP 403.', 'OP-4', 'http-403'),
  refusal('wrong-otp-is-400', 'OP-12 answers a wrong code with HTTP 400.', 'OP-12', 'http-400'),
  refusal('wrong-otp-is-404', 'OP-6 answers a wrong code with HTTP 404.', 'OP-6', 'http-404', { warns: ['HTTP-LISTED'] }),
  {
    id: 'wrong-otp-is-500',
    story: 'OP-4 stumbles over a wrong code.',
    breaks: ['CODE-4170', 'HTTP-NO-5XX'],
    twist: (right) => async (ask) => (wrongOtpOn('OP-4')(ask) ? plain(ask, 500) : right(ask)),
  },
  {
    id: 'wrong-mpin-is-4001',
    story: 'OP-6 answers a wrong MPIN with 4001.',
    breaks: ['CODE-4170'],
    twist: otherwise(wrongMpinOn('OP-6'), 4001),
  },
];

const mpinRefusal = (operation: string, form: Form): Fault => ({
  id: `wrong-mpin-${operation.toLowerCase()}-${form}`,
  story: `${operation} answers a wrong MPIN with ${form}.`,
  breaks: ['CODE-4170'],
  twist: otherwise(wrongMpinOn(operation), form),
});

const mpinRefused: Fault[] = [mpinRefusal('OP-4', 'http-403'), mpinRefusal('OP-7', 4001), mpinRefusal('OP-9', 'http-400')];

/** Refuses a wrong code with 4170, and has set the MPIN that was sent with it. */
const setAnyway: Twist = (right) => async (ask) => {
  const wrong = wrongOtpOn('OP-12')(ask);
  const answer = await right(ask);
  if (wrong && codeOf(answer) === 4170) await anyOtp('OP-12')(right)(ask);
  return answer;
};

const done = (id: string, story: string, operation: string): Fault => ({
  id,
  story,
  breaks: ['CONSENT-WRONG-NO-EFFECT'],
  twist: doneAnyway(operation),
});

const effects: Fault[] = [
  done('wrong-otp-adds', 'OP-7 refuses a wrong code with 4170 and adds the beneficiary.', 'OP-7'),
  done('wrong-otp-tags', 'OP-4 refuses a wrong code with 4170 and tags the user.', 'OP-4'),
  {
    id: 'wrong-otp-sets-mpin',
    story: 'OP-12 refuses a wrong code with 4170 and sets the MPIN.',
    breaks: ['CONSENT-WRONG-NO-EFFECT'],
    twist: setAnyway,
  },
  done('wrong-otp-pays', 'OP-9 refuses a wrong code with 4170 and pays.', 'OP-9'),
];

/** Wrong codes that pass, are refused otherwise than with 4170, or are refused and have their effect. */
export const consentFaults: Fault[] = [...accepted, ...refusedOtherwise, ...mpinRefused, ...effects];
