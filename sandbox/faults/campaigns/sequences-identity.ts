import { faultTable } from '../table.ts';
import { consented, payerOf, sentCode } from '../../twists/requests.ts';
import type { Ask } from '../../http/exchange.ts';
import { asking, on } from '../../twists/twists.ts';
import { badResult } from '../../twists/results.ts';
import { envelopeOf, inPlaceOfMessage } from '../../twists/responses.ts';
import { activatedTwice, addedAgain, hasMpin, late } from '../../twists/history.ts';
import { everybodysBeneficiaries, newTagEachTime } from '../../twists/store.ts';
import {
  acceptingSession,
  foreignPaid,
  hasForeignSession,
  hasUnknownSession,
  inactivePaid,
  unknownPaid,
} from '../transfer/sessions-and-payees.ts';

/** The code and its state are those of another mobile, and right there. */
function isOfAnother(ask: Ask): boolean {
  const sent = sentCode(ask);
  const challenge = ask.bank.challenges.get(sent?.state.toLowerCase() ?? '');
  return challenge !== undefined && challenge.code === sent?.otp && challenge.mobile !== payerOf(ask)?.mobile;
}

/** Who somebody is, and what somebody may do, mixed up after a while. */
export const walkPeopleFaults = faultTable({ prefix: 'walk-', way: 'sequences', campaign: true }, [
  { breaks: ['OP4-TAG-KEPT'], does: 'A mobile gets another tag once its sender has an MPIN.', twist: late(hasMpin, newTagEachTime) },
  {
    breaks: ['OP1-TAGGED-IS-OLD'],
    does: 'A sender that has activated two beneficiaries is called new.',
    twist: late(activatedTwice, badResult('OP-1', 'isOldUser', 'false')),
  },
  {
    breaks: ['OP12-MOBILE-AGREES'],
    does: 'An MPIN set again is answered with the mobile of somebody else.',
    twist: late(hasMpin, badResult('OP-12', 'mobile', 9_990_009_999)),
  },
  {
    breaks: ['OP6-SENDER-MOBILE-AGREES'],
    does: 'A sender that has activated two beneficiaries is shown the mobile of somebody else.',
    twist: late(activatedTwice, badResult('OP-6', 'senderMobile', 9_990_009_999)),
  },
  {
    breaks: ['OP6-OWN-DATA'],
    does: "A sender that has activated two beneficiaries is listed everybody's.",
    twist: late(activatedTwice, everybodysBeneficiaries),
  },
  {
    breaks: ['OP14-FOREIGN-SESSION'],
    does: 'A sender with an MPIN reads its balance with a session of another sender.',
    twist: late(hasMpin, acceptingSession('OP-14', hasForeignSession)),
  },
  {
    breaks: ['OP9-FOREIGN-SESSION'],
    does: 'A sender that has registered an account again pays with a session of another sender.',
    twist: late(addedAgain, acceptingSession('OP-9', hasForeignSession)),
  },
  {
    breaks: ['OP9-UNKNOWN-SESSION'],
    does: 'A sender that has activated two beneficiaries pays with a session never issued.',
    twist: late(activatedTwice, acceptingSession('OP-9', hasUnknownSession)),
  },
  {
    breaks: ['OP9-INACTIVE-BENEFICIARY'],
    does: 'A sender with an MPIN pays beneficiaries that wait for their activation.',
    twist: late(hasMpin, inactivePaid),
  },
  {
    breaks: ['OP9-FOREIGN-BENEFICIARY'],
    does: 'A sender that has activated two beneficiaries pays those of another sender.',
    twist: late(activatedTwice, foreignPaid),
  },
  {
    breaks: ['OP9-UNKNOWN-BENEFICIARY'],
    does: 'A sender that has registered an account again pays beneficiaries nobody registered.',
    twist: late(addedAgain, unknownPaid),
  },
  {
    breaks: ['CONSENT-STATE-OTHER-MOBILE'],
    does: 'A sender with an MPIN pays with the code and the state of another mobile.',
    twist: late(
      hasMpin,
      asking((ask) => on('OP-9')(ask) && isOfAnother(ask), consented),
    ),
  },
  {
    breaks: ['OP13-UNKNOWN-ID'],
    does: 'A sender that has activated two beneficiaries activates an id of another sender.',
    twist: late(
      activatedTwice,
      inPlaceOfMessage('OP-13', 'beneficiary.not.found', () => envelopeOf(2000, 'activate.beneficiary.success')),
    ),
  },
]);
