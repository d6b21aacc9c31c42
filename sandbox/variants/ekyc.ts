import { API_CODES } from '../http/codes.ts';
import type { Variant } from '../catalog.ts';
import type { Twist } from '../http/exchange.ts';
import { changeOtp } from '../faults/consent/wrong-otp.ts';
import { allOf, isOnboarded, onEkyc } from '../twists/circumstances.ts';
import { refusalResponse } from '../http/responses.ts';
import type { User } from '../state/store.ts';
import { findPayer, findSender, sentOtp } from '../twists/requests.ts';
import { apiCode, changeRequest, changeResponse, combine, on } from '../twists/twists.ts';
import { marked } from '../twists/wallets.ts';
import { refuseEarlierMpin } from './mpin.ts';

const removeMpin = onEkyc((customer) => (customer.mpin = undefined));

/** As if it were not sent. */
const ignoreMpinWhereNone: Twist = changeRequest(
  (request) => sentOtp(request)?.mpin !== undefined && request.operation !== 'OP-12' && findSender(request)?.mpin === undefined,
  (request) => changeOtp(request, (sent) => ({ ...sent, mpin: undefined })),
);

/** Where there is none, a consent with an MPIN is no valid one. */
const refuseMpinWhereNone: Twist = (right) => (request) => {
  const isEnded = sentOtp(request)?.mpin !== undefined && isOnboarded(request) && findSender(request)?.mpin === undefined;
  return isEnded && request.operation !== 'OP-12'
    ? Promise.resolve(refusalResponse(request, API_CODES.validationFailed, 'mpin.not.set'))
    : right(request);
};

const markRefusedMpin = changeResponse(allOf(on('OP-6'), isOnboarded), (response, request) =>
  sentOtp(request)?.mpin !== undefined && apiCode(response) === API_CODES.wrongOtpOrMpin ? marked(response, 'x-mpin-ended') : response,
);

/** The people who are there from the start need none, nor do those of another agent. */
const servesAfterEkyc =
  (operation: string, find: typeof findSender): Twist =>
  (right) => {
    let known: readonly User[] | undefined;
    return (request) => {
      known ??= [...request.store.users.values()];
      const sender = on(operation)(request) && request.agent !== undefined ? find(request) : undefined;
      const isNew = sender !== undefined && !known.includes(sender) && known.some(({ agent }) => agent === sender.agent);
      const isRefused = isNew && !isOnboarded(request);
      return isRefused ? Promise.resolve(refusalResponse(request, API_CODES.validationFailed, 'kyc.required')) : right(request);
    };
  };

/** Nothing says how long an MPIN lives, or what an eKYC is needed for. */
export const ekycVariants: Variant[] = [
  {
    id: 'pays-after-ekyc',
    does: 'A new sender may pay once the eKYC is complete. Before, OP-9 refuses it whatever its code.',
    everywhere: true,
    mayBlock: 'funds-or-limits',
    policy: { sender: { kycStatus: 'PENDING', kycRequired: true } },
    twist: servesAfterEkyc('OP-9', findPayer),
  },
  {
    id: 'adds-after-ekyc',
    does: 'A new sender may add a beneficiary once the eKYC is complete, and OP-6 says that it is required.',
    everywhere: true,
    mayBlock: 'kyc-required',
    policy: { sender: { kycStatus: 'PENDING', kycRequired: true } },
    twist: servesAfterEkyc('OP-7', findSender),
  },
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
    id: 'ekyc-ends-mpin-in-consents',
    does: 'An eKYC ends the MPIN, and a consent with one is refused with 4160 from then on.',
    everywhere: true,
    twist: combine(removeMpin, refuseMpinWhereNone),
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
