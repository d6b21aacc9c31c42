import type { RaceName } from '../findings/race-names.ts';
import { allActivated, ownIds, sameAccount } from './lists.ts';
import { activatedMeanwhile, foundMeanwhile } from './meanwhile.ts';
import { bothDebited, oneInvoice, oneOfThem, overspend, ownAmount, ownInvoice } from './money.ts';
import { oneTag, ownDetails } from './people.ts';
import type { Race } from './race.ts';

export const races = {
  overspend: { clause: 'OP9-RACE-OVERSPEND', title: 'transfers at once spend no more than the wallet holds', run: overspend },
  'same-request': { clause: 'OP9-SAME-CORRELATION-ID', title: 'one correlationId sent at once yields one invoice', run: oneInvoice },
  'same-request-status': {
    clause: 'OP10-SAME-CORRELATION-ID',
    title: 'OP-10 answers for one of several requests that came at once under one correlationId',
    run: oneOfThem,
  },
  'own-amount': { clause: 'OP11-AMOUNT-EXACT', title: 'transfers at once show each its own amount', run: ownAmount },
  'own-invoice': { clause: 'OP10-INVOICE-AGREES', title: 'transfers at once are found each by its own correlationId', run: ownInvoice },
  debited: { clause: 'OP14-DEBITED', title: 'transfers at once leave the wallet with less for each', run: bothDebited },
  'same-account': {
    clause: 'OP7-LISTED-AS-SENT',
    title: 'an account added at once under two names is listed as one of them',
    run: sameAccount,
  },
  'own-id': { clause: 'OP7-LISTED-UNDER-ID', title: 'beneficiaries added at once are listed each under its own id', run: ownIds },
  activated: { clause: 'OP13-ACTIVATES', title: 'beneficiaries activated at once are all active', run: allActivated },
  'activated-meanwhile': {
    clause: 'OP13-ACTIVATES',
    way: 'race-with-a-transfer',
    title: 'a beneficiary activated while another is paid is active',
    run: activatedMeanwhile,
  },
  'found-meanwhile': {
    clause: 'OP10-INVOICE-AGREES',
    way: 'race-with-its-transfer',
    title: 'OP-10 asked during a transfer names no earlier invoice',
    run: foundMeanwhile,
  },
  'own-details': { clause: 'OP6-OWN-DATA', title: 'two senders that read at once are each listed their own', run: ownDetails },
  'one-tag': { clause: 'OP4-TAG-KEPT', title: 'a mobile tagged twice at once gets one tag', run: oneTag },
} as const satisfies Record<RaceName, Race>;
