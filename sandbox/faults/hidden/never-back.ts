import {
  askedTransfer,
  hasFourDigits,
  isAnotherSender,
  isBelowOne,
  isOnboarded,
  onlyWhen,
  toLaterBeneficiary,
} from '../../twists/circumstances.ts';
import { on, type When } from '../../twists/twists.ts';
import { sentOtp } from '../../twists/requests.ts';
import { wrongResult } from '../../twists/results.ts';
import { aboutTransfers } from '../../twists/transfers.ts';
import { faultTable } from '../table.ts';

const callsDelayed = wrongResult('OP-11', 'isDelayed', 'true');

const wasDeclined: When = (request) => askedTransfer(request)?.outcome === 'declined';
const withMpin: When = (request) => on('OP-9')(request) && sentOtp(request)?.mpin !== undefined;

/** OP-11 says that the amount is settled in the wallet of the customer, and it is not. */
export const neverBackFaults = faultTable({ prefix: 'never-back-', warns: ['OP11-DELAYED-COMES-BACK'] }, [
  { does: 'An amount below one is delayed for good.', twist: onlyWhen(isBelowOne, callsDelayed) },
  { does: 'An amount of four digits is delayed for good.', twist: onlyWhen(hasFourDigits, callsDelayed) },
  { does: 'What another sender pays is delayed for good.', twist: onlyWhen(isAnotherSender, callsDelayed) },
  { does: 'What is paid with an MPIN is delayed for good.', twist: aboutTransfers(withMpin, 'OP-11', callsDelayed) },
  { does: 'What is paid after an eKYC is delayed for good.', twist: onlyWhen(isOnboarded, callsDelayed) },
  { does: 'What a later beneficiary is paid is delayed for good.', twist: aboutTransfers(toLaterBeneficiary, 'OP-11', callsDelayed) },
  {
    does: 'Every transfer fails at the bank and is delayed for good.',
    policy: {
      transfer: {
        declinedAccounts: ['000111000110', '000111000111', '000111000112', '000111000113', '000111000114', '000111000115'],
        refundsFailures: false,
      },
    },
    twist: onlyWhen(wasDeclined, callsDelayed),
  },
]);
