/** How the service must treat a Consent header. */
type ConsentRule =
  /** None of the stated forms: it never opens anything. */
  | 'malformed'
  | 'look-alike'
  /** Letter case and blanks are open (reading 13). */
  | 'spelling'
  | 'other-state';

/** Many programs read these digits like 0 to 9, though no code has them (F3). */
export const scripts = ['fullwidth', 'arabic', 'devanagari'] as const;

interface OddConsent {
  readonly name: string;
  readonly rule: ConsentRule;
  /** Header lines; an empty list removes the header. */
  readonly values: readonly string[];
  /** It has the right form and a wrong code: a few of these lock a real sender. */
  readonly sendsWrongCode?: true;
}

const listConsents = (rule: ConsentRule, table: Readonly<Record<string, string>>): readonly OddConsent[] =>
  Object.entries(table).map(([name, value]) => ({ name, rule, values: [value] }));

const listWrongConsents = (rule: ConsentRule, table: Readonly<Record<string, string>>): readonly OddConsent[] =>
  listConsents(rule, table).map((odd) => ({ ...odd, sendsWrongCode: true }));

/** Consents around a right code `{otp}` for `{state}`; `{otherState}` belongs to another mobile, whose code is `{otherOtp}`. */
export const oddConsents: readonly OddConsent[] = [
  ...listConsents('malformed', {
    empty: '',
    'the word alone': 'OTP',
    'no state': 'OTP {otp}',
    'no code': 'OTP {state}',
    'no word': '{otp} {state}',
    'MPIN alone': 'MPIN 1234',
    'another word': 'PIN {otp} {state}',
    'a star for a state': 'OTP {otp} *',
    'null for a state': 'OTP {otp} null',
    'a query for a state': "OTP {otp} '+OR+'1'='1",
    'a colon': 'OTP:{state}',
    long: 'OTP {{1*4000}}',
    'in Latin-1': 'OTP \u00e9',
    'a comma and NONE': ',NONE',
    'the word true': 'true',
    swapped: 'OTP {state} {otp}',
    quoted: '"OTP {otp} {state}"',
    'a third part': 'OTP {otp} {state} {otp}',
    'percent encoded': 'OTP%20{otp}%20{state}',
  }),
  ...listConsents('spelling', {
    'lower case': 'otp {otp} {state}',
    'two blanks': 'OTP  {otp} {state}',
    'a tab': 'OTP\t{otp}\t{state}',
    'an upper case state': 'OTP {otp} {state:upper}',
    'a trailing comma': 'OTP {otp} {state},',
    'NONE as well': 'OTP {otp} {state},NONE',
  }),
  ...listWrongConsents('spelling', { 'a leading zero': 'OTP 0{otp} {state}' }),
  ...listConsents('other-state', {
    'the state of another': 'OTP {otp} {otherState}',
    'the state of another, two blanks': 'OTP  {otp}  {otherState}',
    'the state of another, lower case': 'otp {otp} {otherState}',
    'the code of another for its state': 'OTP {otherOtp} {otherState}',
    'the code of another for its state, two blanks': 'OTP  {otherOtp}  {otherState}',
    'the code of another for its state, in upper case': 'OTP {otherOtp} {otherState:upper}',
    'the code of another for its state, a comma behind it': 'OTP {otherOtp} {otherState},',
  }),
  ...listWrongConsents('malformed', {
    'zeros for a code': 'OTP 000000 {state}',
    'a star for a code': 'OTP * {state}',
    'null for a code': 'OTP null {state}',
  }),
  ...listWrongConsents(
    'look-alike',
    Object.fromEntries(scripts.map((script) => [`the code in ${script} digits`, `OTP {otp:${script}} {state}`])),
  ),
];
