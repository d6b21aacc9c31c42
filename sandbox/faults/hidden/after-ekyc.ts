import { API_CODES } from '../../http/codes.ts';
import { field, isObject } from '../../http/json.ts';
import { allOf, isOnboarded, onEkyc, onlyWhen } from '../../twists/circumstances.ts';
import { findSentChallenge, sentOtp } from '../../twists/requests.ts';
import { apiCode, changeRequest, changeResponse, changeResultField, on, withStatus, type When } from '../../twists/twists.ts';
import { afterTransfer } from '../../twists/transfers.ts';
import { acceptConsent } from '../consent/consent-header.ts';
import { acceptAnyCode, changeOtp } from '../consent/wrong-otp.ts';
import { faultTable } from '../table.ts';

const withNone: When = ({ headers }) => headers['consent'] === 'NONE';
const withoutConsent: When = ({ headers }) => !('consent' in headers);
const withAnyMpin: When = (request) => sentOtp(request)?.mpin !== undefined && sentOtp(request)?.otp === findSentChallenge(request)?.code;

const maskText = (account: unknown): string => String(account).replace(/^.*(?=.{4}$)/, 'XXXX');

const consents = faultTable({ prefix: 'later-' }, [
  { breaks: ['CODE-4170'], does: 'OP-6 takes any code after an eKYC.', twist: onlyWhen(isOnboarded, acceptAnyCode('OP-6')) },
  { breaks: ['CODE-4170'], does: 'OP-7 takes any code after an eKYC.', twist: onlyWhen(isOnboarded, acceptAnyCode('OP-7')) },
  {
    breaks: ['CODE-4170'],
    does: 'OP-6 answers a wrong code with 4001 after an eKYC.',
    twist: changeResponse(allOf(on('OP-6'), isOnboarded), (response) =>
      apiCode(response) === API_CODES.wrongOtpOrMpin ? withStatus(response, { code: API_CODES.notAuthorized }) : response,
    ),
  },
  {
    breaks: ['CODE-4170'],
    does: 'OP-4 takes any MPIN after an eKYC.',
    twist: acceptConsent('OP-4', allOf(withAnyMpin, isOnboarded)),
  },
  {
    breaks: ['AUTH-SECOND-FACTOR'],
    does: 'OP-6 takes no MPIN after an eKYC.',
    twist: changeRequest(allOf(on('OP-6'), isOnboarded, withAnyMpin), (request) =>
      changeOtp(request, (sent) => ({ ...sent, mpin: 'none' })),
    ),
  },
  {
    breaks: ['CONSENT-NONE-WHERE-OTP'],
    does: 'OP-6 takes NONE after an eKYC.',
    twist: acceptConsent('OP-6', allOf(withNone, isOnboarded)),
  },
  {
    breaks: ['CONSENT-MISSING'],
    does: 'OP-6 needs no consent after an eKYC.',
    twist: acceptConsent('OP-6', allOf(withoutConsent, isOnboarded)),
  },
  {
    breaks: ['CONSENT-NONE-WHERE-OTP'],
    does: 'OP-9 takes NONE after an eKYC.',
    twist: acceptConsent('OP-9', allOf(withNone, isOnboarded)),
  },
]);

const belongings = faultTable({ prefix: 'later-' }, [
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'An eKYC removes the beneficiaries.',
    twist: onEkyc(({ beneficiaries }) => {
      beneficiaries.clear();
    }),
  },
  {
    breaks: ['OP7-LISTED-AS-SENT'],
    does: 'Account numbers are masked after an eKYC.',
    twist: onlyWhen(
      isOnboarded,
      changeResultField('OP-6', 'beneficiaries', (listed) =>
        Array.isArray(listed)
          ? listed.map((one) => (isObject(one) ? { ...one, accountNumber: maskText(field(one, 'accountNumber')) } : one))
          : [],
      ),
    ),
  },
  {
    breaks: ['OP13-ACTIVATES'],
    does: 'An eKYC switches the beneficiaries off.',
    twist: onEkyc(({ beneficiaries }) => {
      for (const one of beneficiaries.values()) one.active = false;
    }),
  },
  {
    breaks: ['OP14-DEBITED'],
    does: 'Transfers after an eKYC are not debited.',
    twist: onlyWhen(
      isOnboarded,
      afterTransfer('paid', (sender, amount) => (sender.balance += amount)),
    ),
  },
  {
    warns: ['OP16-MOVES-NO-MONEY'],
    does: 'An eKYC takes half of the wallet.',
    twist: onEkyc((customer) => (customer.balance = Math.floor(customer.balance / 2))),
  },
]);

/** An eKYC changes what its sender has, or what is asked of it. */
export const afterEkycFaults = [...consents, ...belongings];
