import type { Fault, Variant } from '../../sandbox/catalog.ts';
import type { Extent } from './prove.ts';

/** One fault of so many is also tried with the suites that could accuse something else. `npm run proof` tries all of them so. */
const oneOf = 40;

/** All but one of so many wait: they are tried only for a check that nothing else was seen to break. `npm run proof` tries all. */
const triedOneOf = 3;

export const canWait = (fault: Fault, at: number): boolean =>
  at % triedOneOf !== 0 && fault.checks === undefined && !('fuzz' in fault) && extentOnFault(fault, at) === 'own';

/** Their suites judge what others ask. What breaks these alone shows in no suite of its own. */
const heardEverywhere: readonly string[] = ['HTTP-NO-5XX', 'HTTP-LISTED', 'NO-LEAK', 'CODE-ONLY-WITH-200', 'NO-STACK-TRACE'];

/** They show only in what other suites do, or a check of another suite is seen on them alone. */
const shownByOthers: readonly string[] = [
  'one-invoice-in-three-without-its-reference',
  'the-second-customer-has-a-kyc-that-is-text',
  'form-op9-yields-a-number-where-the-session-is-in-the-query',
  'later-op6-answers-the-mobile-of-somebody-else-once-an-mpin-is-set',
  'later-op3-gives-the-third-challenge-of-a-mobile-the-state-of-the-second',
  'later-op1-forgets-sub-agents-after-120-calls',
  'later-setting-an-mpin-switches-the-beneficiaries-off',
  'later-op5-finds-no-sub-agent-after-120-calls',
  'later-op1-is-code-4160-at-the-third-look-at-a-user',
  'later-op1-calls-a-user-with-an-mpin-new',
  'later-op3-refuses-a-mobile-whose-customer-has-an-mpin',
  'later-op5-is-code-4040-once-an-mpin-is-set',
  'meaning-isolduser-is-a-real-boolean-after-an-ekyc',
  'meaning-the-status-of-op4-is-text-after-an-ekyc',
  'meaning-the-remark-of-op4-is-null-after-an-ekyc',
  'meaning-an-amount-with-decimals-is-text',
  'meaning-op10-answers-the-invoice-of-an-amount-with-decimals-as-text',
  'meaning-a-balance-with-decimals-is-text',
  'meaning-isdelayed-of-a-failed-transfer-is-null',
  'surface-the-result-of-a-refusal-of-op7-is-false',
  'surface-a-refusal-of-op13-has-no-message',
  'surface-the-code-of-an-unknown-transfer-is-text',
  'surface-the-message-of-a-refusal-of-op9-is-a-list',
  'surface-the-code-of-an-unknown-invoice-is-4041',
  'behind-op13-under-an-unknown-sub-agent-is-refused-and-activates',
  'behind-op13-refuses-another-sender-s-beneficiary-and-switches-it',
  'later-op7-is-code-4001-for-a-third-beneficiary-of-a-sender',
  'later-op9-takes-any-code-for-four-digits',
  'meaning-op4-registers-no-sub-agent',
  'with-mpin-op9-takes-any-mpin-where-the-session-is-in-the-query',
  'op12-is-http-404-behind-the-login',
  'op16-is-http-404-behind-the-login',
  'a-limit-per-week',
  'later-op11-turns-completed-into-failed-at-the-fifth-look',
  'later-op14-is-http-403-for-a-sender-that-has-paid-twice',
  'later-op9-is-http-415-for-an-amount-with-decimals',
];

/** How much of the suite `npm test` tries on a fault; `at` is its place in the catalogue. */
export function extentOnFault({ id, breaks, warns = [] }: Fault, at: number): Extent {
  const needsOthers = shownByOthers.includes(id) || [...breaks, ...warns].every((clause) => heardEverywhere.includes(clause));
  return needsOthers || at % oneOf === 0 ? 'usual' : 'own';
}

/** A number of parts that has no factor in common with the parts of `isNeededOn`: so each suite meets each of these. */
const sevenths = [0, 1, 2, 3, 4, 5, 6] as const;

/** Every seventh suite, the next ones on the next variant; all of them where the difference stops the run. `npm run proof` tries all. */
export const extentOnVariant = ({ ends }: Variant, at: number): Extent =>
  ends === undefined ? (sevenths[at % sevenths.length] ?? 0) : 'usual';
