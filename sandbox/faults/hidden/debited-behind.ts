import { API_CODES } from '../../http/codes.ts';
import { field } from '../../http/json.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import type { User } from '../../state/store.ts';
import { findMobile, findSender, findSentChallenge, requestedAmount, sentOtp } from '../../twists/requests.ts';
import { apiCode, changeResponse, on, succeeded, type When } from '../../twists/twists.ts';
import { isWrongMpinOn, isWrongOtpOn } from '../consent/wrong-otp.ts';
import { allOf } from '../../twists/circumstances.ts';
import { faultTable } from '../table.ts';

const oneRupee = 100;

type Account = 'balance' | 'cashback';

/** What the service refuses costs its sender a rupee. */
const debitDespite = (when: When, account: Account = 'balance'): Twist =>
  changeResponse(when, (response, request) => {
    const sender = succeeded(response) ? undefined : findSender(request);
    if (sender !== undefined) sender[account] -= oneRupee;
    return response;
  });

const debitWrongCode = (when: When, account: Account = 'balance'): Twist =>
  changeResponse(when, (response, request) => {
    const sender = apiCode(response) === API_CODES.wrongOtpOrMpin ? findSender(request) : undefined;
    if (sender !== undefined) sender[account] -= oneRupee;
    return response;
  });

/** The state is right for the sender, so that the OTP or the MPIN is wrong where the code is refused. */
const hasOwnState =
  (operation: string): When =>
  (request) =>
    on(operation)(request) && findSentChallenge(request)?.mobile === findMobile(request);

/** What the service refuses for its code uses up a limit of its sender. */
const useUpBehindWrongCode = (when: When, amountOf: (request: ServiceRequest) => number): Twist =>
  changeResponse(when, (response, request) => {
    const sender = apiCode(response) === API_CODES.wrongOtpOrMpin ? findSender(request) : undefined;
    if (sender !== undefined) sender.spent += amountOf(request);
    return response;
  });

/** All but the first digit of the code that was issued, or that code and more. */
function isNearlyRight(request: ServiceRequest): boolean {
  const sent = sentOtp(request)?.otp ?? '';
  const code = findSentChallenge(request)?.code;
  return code !== undefined && sent !== code && (sent.slice(1) === code.slice(1) || sent.startsWith(code));
}

type Take = (sender: User, request: ServiceRequest) => void;

const takeAmount: Take = (sender, request) => (sender.balance -= Math.round(requestedAmount(request)));
const takeAll: Take = (sender) => (sender.balance = 0);

const lacksField: When = ({ body }) => ['correlationId', 'to', 'type', 'options'].some((name) => field(body, name) === undefined);

/** What the service refuses for a missing field, it takes all the same. */
const debitIncomplete: Twist = changeResponse(allOf(on('OP-9'), lacksField), (response, request) => {
  const sender = apiCode(response) === API_CODES.validationFailed ? findSender(request) : undefined;
  if (sender !== undefined) takeAmount(sender, request);
  return response;
});

/** The first refusal alone costs each sender something. */
const takeOnce =
  (when: When, take: Take): Twist =>
  (right) => {
    const taken = new Set<User>();
    return changeResponse(allOf(on('OP-9'), when), (response, request) => {
      const sender = succeeded(response) ? undefined : findSender(request);
      if (sender === undefined || taken.has(sender)) return response;
      taken.add(sender);
      take(sender, request);
      return response;
    })(right);
  };

const hasNoConsent: When = ({ headers }) => !('consent' in headers);

export const debitedBehindFaults = [
  ...faultTable({ prefix: 'behind-', breaks: ['CONSENT-WRONG-NO-EFFECT'] }, [
    {
      does: 'OP-9 refuses a code that is nearly right and takes a rupee.',
      twist: debitWrongCode(allOf(isWrongOtpOn('OP-9'), isNearlyRight)),
    },
    {
      does: 'OP-7 refuses a code that is nearly right and takes a rupee.',
      twist: debitWrongCode(allOf(isWrongOtpOn('OP-7'), isNearlyRight)),
    },
    { does: 'OP-12 refuses any wrong code and takes a rupee.', twist: debitWrongCode(isWrongOtpOn('OP-12')) },
    { does: 'OP-6 refuses a wrong code and takes a rupee.', twist: debitWrongCode(isWrongOtpOn('OP-6')) },
    { does: 'OP-6 refuses a wrong MPIN and takes a rupee.', twist: debitWrongCode(isWrongMpinOn('OP-6')) },
    {
      does: 'OP-9 refuses a wrong OTP and takes its amount from the limits.',
      twist: useUpBehindWrongCode(isWrongOtpOn('OP-9'), requestedAmount),
    },
    {
      does: 'OP-7 refuses a wrong OTP or MPIN and takes a hundred from the limits.',
      twist: useUpBehindWrongCode(hasOwnState('OP-7'), () => 100 * oneRupee),
    },
    {
      does: 'OP-6 refuses a wrong OTP or MPIN and takes a hundred from the limits.',
      twist: useUpBehindWrongCode(hasOwnState('OP-6'), () => 100 * oneRupee),
    },
    {
      does: 'OP-12 refuses a wrong OTP or MPIN and takes a hundred from the limits.',
      twist: useUpBehindWrongCode(hasOwnState('OP-12'), () => 100 * oneRupee),
    },
    { does: 'OP-9 refuses a wrong code and takes cashback.', twist: debitWrongCode(isWrongOtpOn('OP-9'), 'cashback') },
    {
      checks: ['CONSENT-WRONG-NO-EFFECT'],
      does: 'OP-9 refuses a wrong code and takes all there is.',
      twist: takeOnce(isWrongOtpOn('OP-9'), takeAll),
    },
    { does: 'OP-9 refuses the first wrong code of each sender and takes its amount.', twist: takeOnce(isWrongOtpOn('OP-9'), takeAmount) },
  ]),
  ...faultTable({ prefix: 'behind-', breaks: ['REFUSAL-NOTHING-CHANGED'] }, [
    { does: 'OP-6 refuses a missing consent and takes a rupee.', twist: debitDespite(allOf(on('OP-6'), hasNoConsent)) },
    {
      does: 'OP-14 refuses a missing token and takes a rupee.',
      twist: debitDespite(allOf(on('OP-14'), ({ agent }) => agent === undefined)),
    },
    { does: 'OP-7 refuses broken JSON and takes a rupee.', twist: debitDespite(allOf(on('OP-7'), ({ malformed }) => malformed)) },
    {
      does: 'OP-7 refuses broken JSON and takes cashback.',
      twist: debitDespite(
        allOf(on('OP-7'), ({ malformed }) => malformed),
        'cashback',
      ),
    },
    {
      checks: ['REFUSAL-NOTHING-CHANGED', 'CONSENT-MISSING'],
      does: 'OP-9 refuses a missing consent and takes all there is.',
      twist: takeOnce(hasNoConsent, takeAll),
    },
    { does: 'OP-9 refuses the first missing consent of each sender and takes its amount.', twist: takeOnce(hasNoConsent, takeAmount) },
  ]),
  ...faultTable({ prefix: 'behind-', breaks: [] }, [
    {
      warns: ['REFUSAL-NOTHING-CHANGED'],
      does: 'OP-9 refuses a request that lacks a field and takes its amount.',
      twist: debitIncomplete,
    },
  ]),
];
