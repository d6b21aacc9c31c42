import type { Variant } from '../catalog.ts';
import { combineDifferences } from '../twists/combine.ts';

/** A legal service as a whole: the variants that it is made of, nearest to the honest service first. */
const PERSONALITIES: [name: string, does: string, parts: string[]][] = [
  [
    'gateway',
    'A gateway in front names a charset, hides refusals behind HTML and packs answers; numbers have exponents.',
    ['charset', 'html-refusals', 'gzip', 'exponent-numbers', 'connection-close', 'bare-bearer-400', 'unauthorized-page'],
  ],
  [
    'lagging-copies',
    'Reads come from copies that lag, and cashback comes late.',
    ['status-lags', 'invoice-lags', 'old-user-lags', 'cashback-late', 'wallet-topped-up-late'],
  ],
  [
    'strict-bank',
    'Codes die, sessions serve once, and every id is checked in the strictest way.',
    ['otp-newest-only', 'otp-dies', 'session-once', 'tag-never-with-none', 'listed-refused', 'repeat-refused', 'wallet-only'],
  ],
  [
    'old-mainframe',
    'UUIDs and holder names are in capitals, messages are words, and money leaves late.',
    ['upper-case-ids', 'holder-in-capitals', 'worded-messages', 'debited-late', 'rrn-number', 'decimal-numbers'],
  ],
  [
    'generous-wallet',
    'Cashback is spent first, fees apply, limits are per day, and amounts settle with the customer.',
    ['cashback-first', 'fee', 'daily-limit', 'filled-balance', 'delayed'],
  ],
  [
    'know-your-customer',
    'The eKYC decides who is old and how a sender is named, and a tagged user may not repeat it.',
    ['old-once-verified', 'named-by-ekyc', 'ekyc-of-tagged-refused', 'kyc-pending', 'callback-late', 'callback-again-later'],
  ],
  [
    'lenient-start',
    'Tags need no consent, OTPs serve many times, and beneficiaries are active at once.',
    ['no-consent-is-none', 'otp-many-times', 'active-at-once', 'request-time-ignored', 'mobile-as-text', 'token-reused'],
  ],
  [
    'test-bench',
    'Every OTP is 000000, answers are indented and hold unknown fields, and transfers are final at once.',
    ['code-of-zeros', 'extra-fields', 'pretty', 'never-pending', 'rich-token', 'callback-extra-fields'],
  ],
  [
    'locked-down',
    'Operational endpoints want a token, tokens are short, only the wallet pays, and the query form is refused.',
    ['actuator-with-token', 'short-token', 'wallet-only', 'query-form-refused', 'null-messages', 'empty-refusals', 'foreign-4040'],
  ],
  [
    'careful-lists',
    'Switched off beneficiaries leave the list, the list lags a look, and an inactive one is code 4040.',
    ['false-delists', 'list-lags', 'inactive-4040', 'beneficiary-first', 'session-newest-only', 'callback-in-capitals'],
  ],
  [
    'new-period',
    'A period of the limits ends during the run, the bank is not linked, and the page of the description redirects.',
    ['period-rolls-over', 'bank-not-linked', 'page-redirects', 'overdrawn-op9', 'method-first', 'other-time-zone', 'unknown-state-4160'],
  ],
  [
    'codes-for-everything',
    'Whatever is wrong is HTTP 200 with a code of its own, and the MPIN is required once set.',
    ['bad-consent-4001', 'foreign-4160', 'unknown-4001', 'bad-values-4040', 'mpin-required', 'otp-newest-only', 'grant-refused-200'],
  ],
];

/** Throws for a part that is no variant, because the personality would silently be another. */
function findParts(names: readonly string[], variants: readonly Variant[]): Variant[] {
  return names.map((name) => {
    const found = variants.find(({ id }) => id === name);
    if (found === undefined) throw new Error(`expected the id of a variant, received ${name}: give a part that exists`);
    return found;
  });
}

export const personalitiesOf = (variants: readonly Variant[]): Variant[] =>
  PERSONALITIES.map(([name, does, parts]) => ({ id: `personality-${name}`, does, ...combineDifferences(findParts(parts, variants)) }));
