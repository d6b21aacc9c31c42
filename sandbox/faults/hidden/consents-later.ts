import { API_CODES } from '../../http/codes.ts';
import { allOf, hasFourDigits, onlyWhen, toLaterBeneficiary } from '../../twists/circumstances.ts';
import { findCustomer, hasMpin, paidTwice, whenHistory } from '../../twists/history.ts';
import { bodyText, requestedAmount } from '../../twists/requests.ts';
import type { When } from '../../twists/twists.ts';
import { acceptConsent } from '../consent/consent-header.ts';
import { acceptAnyCode, isWrongOtpOn, refuseWith } from '../consent/wrong-otp.ts';
import { faultTable } from '../table.ts';

const withNone: When = ({ headers }) => headers['consent'] === 'NONE';
const withoutConsent: When = ({ headers }) => !('consent' in headers);
const withMpinAlone: When = ({ headers }) => String(headers['consent']).startsWith('MPIN ');
const fromBank: When = (request) => findCustomer(request)?.paymentSource === 'bank';
const isBelowOne: When = (request) => requestedAmount(request) < 100;
const isKnownTransfer: When = (request) => request.store.transfers.has(`${request.agent?.id ?? ''} ${bodyText(request, 'correlationId')}`);
const hasNoBeneficiary: When = (request) => findCustomer(request)?.beneficiaries.size === 0;
const hasSeveralBeneficiaries: When = (request) => (findCustomer(request)?.beneficiaries.size ?? 0) >= 3;

export const laterConsentFaults = [
  ...faultTable({ prefix: 'later-', breaks: ['CONSENT-NONE-WHERE-OTP'] }, [
    { does: 'OP-6 takes NONE once an MPIN is set.', twist: whenHistory(hasMpin, acceptConsent('OP-6', withNone)) },
    { does: 'OP-9 takes NONE after two transfers.', twist: whenHistory(paidTwice, acceptConsent('OP-9', withNone)) },
    { does: 'OP-9 takes NONE for amounts below one.', twist: acceptConsent('OP-9', allOf(withNone, isBelowOne)) },
    { does: 'OP-9 takes NONE from the bank.', twist: acceptConsent('OP-9', allOf(withNone, fromBank)) },
    { does: 'OP-9 takes NONE for four digits.', twist: acceptConsent('OP-9', allOf(withNone, hasFourDigits)) },
    { does: 'OP-7 takes NONE for a first beneficiary.', twist: acceptConsent('OP-7', allOf(withNone, hasNoBeneficiary)) },
  ]),
  ...faultTable({ prefix: 'later-' }, [
    { breaks: ['CODE-4170'], does: 'OP-9 takes any code for four digits.', twist: onlyWhen(hasFourDigits, acceptAnyCode('OP-9')) },
    { breaks: ['CODE-4170'], does: 'OP-9 takes any code from the bank.', twist: onlyWhen(fromBank, acceptAnyCode('OP-9')) },
    {
      breaks: ['CODE-4170'],
      does: 'OP-9 answers a wrong code from the bank with 4001.',
      twist: onlyWhen(fromBank, refuseWith(isWrongOtpOn('OP-9'), API_CODES.notAuthorized)),
    },
    {
      breaks: ['CODE-4170'],
      does: 'OP-9 takes any code to a second beneficiary.',
      twist: onlyWhen(toLaterBeneficiary, acceptAnyCode('OP-9')),
    },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-9 answers for a transfer that it knows without looking at the consent.',
      twist: acceptConsent('OP-9', allOf(withoutConsent, isKnownTransfer)),
    },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-9 needs no consent for amounts below one, unless it knows the transfer.',
      twist: acceptConsent(
        'OP-9',
        allOf(withoutConsent, isBelowOne, (request) => !isKnownTransfer(request)),
      ),
    },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-9 needs no consent to a second beneficiary.',
      twist: onlyWhen(toLaterBeneficiary, acceptConsent('OP-9', withoutConsent)),
    },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-9 needs no consent from the bank.',
      twist: acceptConsent('OP-9', allOf(withoutConsent, fromBank)),
    },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-9 needs no consent for four digits.',
      twist: acceptConsent('OP-9', allOf(withoutConsent, hasFourDigits)),
    },
    { breaks: ['CONSENT-MALFORMED'], does: 'OP-9 takes the MPIN alone.', twist: acceptConsent('OP-9', withMpinAlone) },
    { breaks: ['CONSENT-MALFORMED'], does: 'OP-6 takes the MPIN alone.', twist: acceptConsent('OP-6', withMpinAlone) },
    {
      breaks: ['CONSENT-MISSING'],
      does: 'OP-7 needs no consent of a sender with three beneficiaries.',
      twist: acceptConsent('OP-7', allOf(withoutConsent, hasSeveralBeneficiaries)),
    },
  ]),
];
