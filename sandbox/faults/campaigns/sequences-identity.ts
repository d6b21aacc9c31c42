import { consented, payerOf, sentCode } from '../../twists/requests.ts';
import type { Fault } from '../../catalog.ts';
import type { Ask } from '../../http/exchange.ts';
import { asking, on } from '../../twists/twists.ts';
import { badResult } from '../../twists/results.ts';
import { envelopeOf, inPlaceOfMessage } from '../../twists/responses.ts';
import { activatedTwice, addedAgain, hasMpin, late } from '../../twists/history.ts';
import { everybodysBeneficiaries, newTagEachTime } from '../../twists/store.ts';
import { twistOf, walkFault } from '../../twists/walk-fault.ts';
import { unknownPayeeFaults } from '../transfer/sessions-and-payees.ts';

const payee = (id: string) => twistOf(unknownPayeeFaults, id);

/** The code and its state are those of another mobile, and right there. */
function isOfAnother(ask: Ask): boolean {
  const sent = sentCode(ask);
  const challenge = ask.bank.challenges.get(sent?.state.toLowerCase() ?? '');
  return challenge !== undefined && challenge.code === sent?.otp && challenge.mobile !== payerOf(ask)?.mobile;
}

/** Who somebody is, and what somebody may do, mixed up after a while. */
export const walkPeopleFaults: Fault[] = [
  walkFault('OP4-TAG-KEPT', 'A mobile gets another tag once its sender has an MPIN.', late(hasMpin, newTagEachTime)),
  walkFault(
    'OP1-TAGGED-IS-OLD',
    'A sender that has activated two beneficiaries is called new.',
    late(activatedTwice, badResult('OP-1', 'isOldUser', 'false')),
  ),
  walkFault(
    'OP12-MOBILE-AGREES',
    'An MPIN set again is answered with the mobile of somebody else.',
    late(hasMpin, badResult('OP-12', 'mobile', 9_990_009_999)),
  ),
  walkFault(
    'OP6-SENDER-MOBILE-AGREES',
    'A sender that has activated two beneficiaries is shown the mobile of somebody else.',
    late(activatedTwice, badResult('OP-6', 'senderMobile', 9_990_009_999)),
  ),
  walkFault(
    'OP6-OWN-DATA',
    "A sender that has activated two beneficiaries is listed everybody's.",
    late(activatedTwice, everybodysBeneficiaries),
  ),
  walkFault(
    'OP14-FOREIGN-SESSION',
    'A sender with an MPIN reads its balance with a session of another sender.',
    late(hasMpin, payee('foreign-session-tells')),
  ),
  walkFault(
    'OP9-FOREIGN-SESSION',
    'A sender that has registered an account again pays with a session of another sender.',
    late(addedAgain, payee('foreign-session-pays')),
  ),
  walkFault(
    'OP9-UNKNOWN-SESSION',
    'A sender that has activated two beneficiaries pays with a session never issued.',
    late(activatedTwice, payee('unknown-session-pays')),
  ),
  walkFault(
    'OP9-INACTIVE-BENEFICIARY',
    'A sender with an MPIN pays beneficiaries that wait for their activation.',
    late(hasMpin, payee('inactive-beneficiary-paid')),
  ),
  walkFault(
    'OP9-FOREIGN-BENEFICIARY',
    'A sender that has activated two beneficiaries pays those of another sender.',
    late(activatedTwice, payee('foreign-beneficiary-paid')),
  ),
  walkFault(
    'OP9-UNKNOWN-BENEFICIARY',
    'A sender that has registered an account again pays beneficiaries nobody registered.',
    late(addedAgain, payee('unknown-beneficiary-paid')),
  ),
  walkFault(
    'CONSENT-STATE-OTHER-MOBILE',
    'A sender with an MPIN pays with the code and the state of another mobile.',
    late(
      hasMpin,
      asking((ask) => on('OP-9')(ask) && isOfAnother(ask), consented),
    ),
  ),
  walkFault(
    'OP13-UNKNOWN-ID',
    'A sender that has activated two beneficiaries activates an id of another sender.',
    late(
      activatedTwice,
      inPlaceOfMessage('OP-13', 'beneficiary.not.found', () => envelopeOf(2000, 'activate.beneficiary.success')),
    ),
  ),
];
