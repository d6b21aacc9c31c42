import { faultTable, type FaultRow } from '../table.ts';
import { consented, headerOf, mobileOf, sentCode } from '../../twists/requests.ts';
import type { Challenge } from '../../state/store.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask, Twist } from '../../http/exchange.ts';
import { asking, on } from '../../twists/twists.ts';

type When = (ask: Ask) => boolean;

const consentIn = (ask: Ask): string => headerOf(ask, 'consent').trim();

/** Served as if the consent were right, when it is of this kind. */
const takenFor = (operation: string, isTaken: (ask: Ask) => boolean): Twist =>
  asking((ask) => on(operation)(ask) && isTaken(ask), consented);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const challenges = (ask: Ask): Challenge[] => [...ask.bank.challenges.values()];

/** A code this mobile was sent, for whatever state. */
const hasOwnCode: When = (ask) => challenges(ask).some(({ mobile, code }) => mobile === mobileOf(ask) && code === sentCode(ask)?.otp);

const hasUnknownState: When = (ask) => {
  const state = sentCode(ask)?.state ?? '';
  return UUID.test(state) && !ask.bank.challenges.has(state.toLowerCase());
};

const challengeSent = (ask: Ask): Challenge | undefined => ask.bank.challenges.get(sentCode(ask)?.state.toLowerCase() ?? '');

/** The challenge belongs to somebody else. */
const hasForeignState: When = (ask) => {
  const challenge = challengeSent(ask);
  return challenge !== undefined && mobileOf(ask) !== undefined && challenge.mobile !== mobileOf(ask);
};

const isRightForeign: When = (ask) => hasForeignState(ask) && challengeSent(ask)?.code === sentCode(ask)?.otp;

/** A row for each of these operations. */
const perOperation = (operations: Record<string, string>, row: (operation: string, what: string) => FaultRow): FaultRow[] =>
  Object.entries(operations).map(([operation, what]) => row(operation, what));

const EVERYWHERE = {
  'OP-4': 'Tagging a user',
  'OP-6': 'Sender detail',
  'OP-7': 'Adding a beneficiary',
  'OP-9': 'A transfer',
  'OP-12': 'Setting an MPIN',
};

const states = [
  ...faultTable(
    {},
    perOperation(EVERYWHERE, (operation, what) => ({
      id: `unknown-state-taken-${operation.toLowerCase()}`,
      does: `${what} takes any code of the mobile with a state never issued.`,
      breaks: ['CONSENT-STATE-UNKNOWN'],
      twist: takenFor(operation, (ask) => hasUnknownState(ask) && hasOwnCode(ask)),
    })),
  ),
  ...faultTable(
    {},
    perOperation(EVERYWHERE, (operation, what) => ({
      id: `foreign-state-taken-${operation.toLowerCase()}`,
      does: `${what} takes the right code of another mobile.`,
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      twist: takenFor(operation, isRightForeign),
    })),
  ),
  ...faultTable({}, [
    {
      id: 'foreign-state-with-own-code',
      breaks: ['CONSENT-STATE-OTHER-MOBILE'],
      does: 'A transfer takes any code of the mobile with the state of another mobile.',
      twist: takenFor('OP-9', (ask) => hasForeignState(ask) && hasOwnCode(ask)),
    },
    {
      id: 'state-not-looked-at',
      breaks: ['CONSENT-STATE-OTHER-MOBILE', 'CONSENT-STATE-UNKNOWN'],
      does: 'Sender detail takes any code of the mobile and never looks at the state.',
      twist: takenFor('OP-6', (ask) => (hasForeignState(ask) || hasUnknownState(ask)) && hasOwnCode(ask)),
    },
  ]),
];

const HEADED = { 'OP-4': 'Tagging a user', 'OP-6': 'Sender detail', 'OP-7': 'Adding a beneficiary', 'OP-9': 'A transfer' };

const SCHEMED = { 'OP-6': 'Sender detail', 'OP-7': 'Adding a beneficiary', 'OP-9': 'A transfer' };

const absent: Fault[] = [
  ...faultTable(
    {},
    perOperation(HEADED, (operation, what) => ({
      id: `consent-not-needed-${operation.toLowerCase()}`,
      does: `${what} needs no Consent header.`,
      breaks: ['CONSENT-MISSING'],
      twist: takenFor(operation, ({ headers }) => !('consent' in headers)),
    })),
  ),
  ...faultTable(
    {},
    perOperation(SCHEMED, (operation, what) => ({
      id: `none-taken-${operation.toLowerCase()}`,
      does: `${what} takes NONE where the scheme is OTP.`,
      breaks: ['CONSENT-NONE-WHERE-OTP'],
      twist: takenFor(operation, (ask) => consentIn(ask) === 'NONE'),
    })),
  ),
];

/** The challenge of this mobile whose code or state is the one word that was sent. */
const wordOf = (ask: Ask, part: 'code' | 'state'): boolean =>
  challenges(ask).some((challenge) => challenge.mobile === mobileOf(ask) && challenge[part] === consentIn(ask));

const isRightPair = (ask: Ask, [otp = '', state = '']: string[]): boolean => {
  const challenge = ask.bank.challenges.get(state.toLowerCase());
  return challenge?.code === otp && challenge.mobile === mobileOf(ask);
};

const misspelled =
  (pattern: RegExp, order: (first: string, second: string) => string[]): When =>
  (ask) => {
    const [, one = '', two = ''] = pattern.exec(consentIn(ask)) ?? [];
    return isRightPair(ask, order(one, two));
  };

const isOtpForm = (ask: Ask): boolean => sentCode(ask) !== undefined;

const forms = faultTable({ breaks: ['CONSENT-MALFORMED'] }, [
  { id: 'code-alone-taken', does: 'A transfer takes the code alone.', twist: takenFor('OP-9', (ask) => wordOf(ask, 'code')) },
  { id: 'state-alone-taken', does: 'Sender detail takes the state alone.', twist: takenFor('OP-6', (ask) => wordOf(ask, 'state')) },
  {
    id: 'keyword-not-needed',
    does: 'Adding a beneficiary takes code and state without the word OTP.',
    twist: takenFor(
      'OP-7',
      misspelled(/^(\d+) (\S+)$/, (otp, state) => [otp, state]),
    ),
  },
  {
    id: 'otp-without-state-taken',
    does: 'Tagging a user takes the word OTP and a code, and no state.',
    twist: takenFor(
      'OP-4',
      (ask) =>
        /^OTP \d+$/.test(consentIn(ask)) &&
        challenges(ask).some(({ code, mobile }) => consentIn(ask) === `OTP ${code}` && mobile === mobileOf(ask)),
    ),
  },
  {
    id: 'parts-in-any-order',
    does: 'Sender detail takes state and code in the wrong order.',
    twist: takenFor(
      'OP-6',
      misspelled(/^OTP (\S+) (\d+)$/, (state, otp) => [otp, state]),
    ),
  },
  {
    id: 'any-words-taken',
    does: 'A transfer takes any Consent header that is neither the OTP form nor NONE.',
    twist: takenFor('OP-9', (ask) => consentIn(ask) !== '' && !isOtpForm(ask) && !/^NONE$/i.test(consentIn(ask))),
  },
  {
    id: 'any-keyword-taken',
    does: 'Adding a beneficiary takes any word in place of OTP.',
    twist: takenFor('OP-7', (ask) => !isOtpForm(ask) && misspelled(/^[A-Za-z]+ (\d+) (\S+)$/, (otp, state) => [otp, state])(ask)),
  },
]);

/** Consent that is missing, malformed, or answers a challenge that is not this one. */
export const consentFormFaults: Fault[] = [...states, ...absent, ...forms];
