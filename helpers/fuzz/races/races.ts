import type { RaceName } from '../findings/race-names.ts';
import { allActivated, ownIds, sameAccount } from './lists.ts';
import { activatedMeanwhile, foundMeanwhile } from './meanwhile.ts';
import { bothDebited, oneInvoice, oneOfThem, overspend, ownAmount, ownInvoice } from './money.ts';
import { oneTag, ownDetails } from './people.ts';
import type { Race } from './race.ts';

export const races = {
  overspend: { clause: 'OP9-RACE-OVERSPEND', title: 'simultaneous transfers spend no more than the wallet holds', run: overspend },
  'same-request': {
    clause: 'OP9-SAME-CORRELATION-ID',
    title: 'simultaneous requests with one correlationId yield one invoice',
    run: oneInvoice,
  },
  'same-request-status': {
    clause: 'OP10-SAME-CORRELATION-ID',
    title: 'OP-10 shows one of several simultaneous requests with one correlationId',
    run: oneOfThem,
  },
  'own-amount': { clause: 'OP11-AMOUNT-EXACT', title: 'simultaneous transfers each show their own amount', run: ownAmount },
  'own-invoice': {
    clause: 'OP10-INVOICE-AGREES',
    title: 'OP-10 finds each of several simultaneous transfers by its own correlationId',
    run: ownInvoice,
  },
  debited: { clause: 'OP14-DEBITED', title: 'each of several simultaneous transfers lowers the balance', run: bothDebited },
  'same-account': {
    clause: 'OP7-LISTED-AS-SENT',
    title: 'an account added under two names at once is listed under one of them',
    run: sameAccount,
  },
  'own-id': { clause: 'OP7-LISTED-UNDER-ID', title: 'beneficiaries added at once are each listed under their own id', run: ownIds },
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
    title: 'OP-10 during a transfer names no earlier invoice',
    run: foundMeanwhile,
  },
  'own-details': { clause: 'OP6-OWN-DATA', title: 'two senders that read at once each see their own beneficiaries', run: ownDetails },
  'one-tag': { clause: 'OP4-TAG-KEPT', title: 'a mobile tagged twice at once gets one tag', run: oneTag },
} as const satisfies Record<RaceName, Race>;
