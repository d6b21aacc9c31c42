import { API_CODES } from '../../http/codes.ts';
import { faultTable } from '../table.ts';
import { withValidConsent, findPayer, sentOtp } from '../../twists/requests.ts';
import type { ServiceRequest } from '../../http/exchange.ts';
import { changeRequest, on } from '../../twists/twists.ts';
import { wrongResult } from '../../twists/results.ts';
import { envelopeResponse, replaceMessage } from '../../twists/responses.ts';
import { activatedTwice, addedAgain, hasMpin, whenHistory } from '../../twists/history.ts';
import { listAllBeneficiaries } from '../../twists/beneficiaries.ts';
import { newTagEachTime } from '../../twists/identities.ts';
import {
  acceptingSession,
  foreignPaid,
  hasForeignSession,
  hasUnknownSession,
  inactivePaid,
  unknownPaid,
} from '../transfer/sessions-and-payees.ts';

/** The code and its state are right for another mobile. */
function isOfAnother(request: ServiceRequest): boolean {
  const sent = sentOtp(request);
  const challenge = request.store.challenges.get(sent?.state.toLowerCase() ?? '');
  return challenge !== undefined && challenge.code === sent?.otp && challenge.mobile !== findPayer(request)?.mobile;
}

export const sequenceIdentityFaults = faultTable({ prefix: 'walk-', way: 'sequences', campaign: true }, [
  { breaks: ['OP4-TAG-KEPT'], does: 'A mobile gets another tag once its sender has an MPIN.', twist: whenHistory(hasMpin, newTagEachTime) },
  {
    breaks: ['OP1-TAGGED-IS-OLD'],
    does: 'A sender that has activated two beneficiaries is called new.',
    twist: whenHistory(activatedTwice, wrongResult('OP-1', 'isOldUser', 'false')),
  },
  {
    breaks: ['OP12-MOBILE-AGREES'],
    does: 'An MPIN set again is answered with the mobile of somebody else.',
    twist: whenHistory(hasMpin, wrongResult('OP-12', 'mobile', 9_990_009_999)),
  },
  {
    breaks: ['OP6-SENDER-MOBILE-AGREES'],
    does: 'A sender that has activated two beneficiaries is shown the mobile of somebody else.',
    twist: whenHistory(activatedTwice, wrongResult('OP-6', 'senderMobile', 9_990_009_999)),
  },
  {
    breaks: ['OP6-OWN-DATA'],
    does: "A sender that has activated two beneficiaries is listed everybody's.",
    twist: whenHistory(activatedTwice, listAllBeneficiaries),
  },
  {
    breaks: ['OP14-FOREIGN-SESSION'],
    does: 'A sender with an MPIN reads its balance with a session of another sender.',
    twist: whenHistory(hasMpin, acceptingSession('OP-14', hasForeignSession)),
  },
  {
    breaks: ['OP9-FOREIGN-SESSION'],
    does: 'A sender that has registered an account again pays with a session of another sender.',
    twist: whenHistory(addedAgain, acceptingSession('OP-9', hasForeignSession)),
  },
  {
    breaks: ['OP9-UNKNOWN-SESSION'],
    does: 'A sender that has activated two beneficiaries pays with a session never issued.',
    twist: whenHistory(activatedTwice, acceptingSession('OP-9', hasUnknownSession)),
  },
  {
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'A sender with an MPIN pays beneficiaries that wait for their activation.',
    twist: whenHistory(hasMpin, inactivePaid),
  },
  {
    breaks: ['OP9-FOREIGN-BENEFICIARY'],
    does: 'A sender that has activated two beneficiaries pays those of another sender.',
    twist: whenHistory(activatedTwice, foreignPaid),
  },
  {
    breaks: ['OP9-UNKNOWN-BENEFICIARY'],
    does: 'A sender that has registered an account again pays beneficiaries nobody registered.',
    twist: whenHistory(addedAgain, unknownPaid),
  },
  {
    breaks: ['CONSENT-STATE-OTHER-MOBILE'],
    does: 'A sender with an MPIN pays with the code and the state of another mobile.',
    twist: whenHistory(
      hasMpin,
      changeRequest((request) => on('OP-9')(request) && isOfAnother(request), withValidConsent),
    ),
  },
  {
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'A sender that has activated two beneficiaries activates an id of another sender.',
    twist: whenHistory(
      activatedTwice,
      replaceMessage('OP-13', 'beneficiary.not.found', () => envelopeResponse(API_CODES.success, 'activate.beneficiary.success')),
    ),
  },
]);
