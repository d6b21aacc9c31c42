import { API_CODES } from '../http/codes.ts';
import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { changeOtp } from '../faults/consent/wrong-otp.ts';
import { allOf, isOnboarded, onEkyc } from '../twists/circumstances.ts';
import { findSender, sentOtp } from '../twists/requests.ts';
import { apiCode, changeRequest, changeResponse, combine, on } from '../twists/twists.ts';
import { marked } from '../twists/wallets.ts';
import { refuseEarlierMpin } from './mpin.ts';

const removeMpin = onEkyc((customer) => (customer.mpin = undefined));

/** As if it were not sent. */
const ignoreMpinWhereNone: Twist = changeRequest(
  (request) => sentOtp(request)?.mpin !== undefined && request.operation !== 'OP-12' && findSender(request)?.mpin === undefined,
  (request) => changeOtp(request, (sent) => ({ ...sent, mpin: undefined })),
);

const markRefusedMpin = changeResponse(allOf(on('OP-6'), isOnboarded), (response, request) =>
  sentOtp(request)?.mpin !== undefined && apiCode(response) === API_CODES.wrongOtpOrMpin ? marked(response, 'x-mpin-ended') : response,
);

/** Nothing says how long an MPIN lives. */
export const ekycMpinVariants: Variant[] = [
  {
    id: 'ekyc-resets-mpin',
    does: 'An eKYC removes the MPIN, and an MPIN beside a right code is ignored where none is set.',
    everywhere: true,
    twist: combine(removeMpin, ignoreMpinWhereNone),
  },
  {
    id: 'ekyc-ends-mpin',
    does: 'An eKYC ends the MPIN, and OP-12 makes it right again.',
    everywhere: true,
    twist: combine(removeMpin, markRefusedMpin),
  },
  {
    id: 'ekyc-ends-required-mpin',
    does: 'A sender that set an MPIN has to send it, until an eKYC ends it.',
    everywhere: true,
    policy: { consent: { mpin: 'required-once-set' } },
    twist: removeMpin,
  },
  {
    id: 'ekyc-ends-mpin-for-good',
    does: 'An eKYC ends the MPIN, and OP-12 refuses one that the sender has had before.',
    ends: 'blocked',
    cause: { name: 'mpin-after-ekyc', owner: 'specification' },
    everywhere: true,
    twist: combine(removeMpin, refuseEarlierMpin),
  },
];
