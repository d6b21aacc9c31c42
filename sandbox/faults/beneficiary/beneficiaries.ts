import type { Fault } from '../../catalog.ts';
import { answering, asking, both, codeOf, on, withStatus } from '../../twists/twists.ts';
import { listedField, ofSecondCustomer, shifted } from '../../twists/responses.ts';
import { activatingAll, activatingNothing, withOldBeneficiary } from '../../twists/store.ts';
import { badResult, textOf, withPayload } from '../../twists/results.ts';

/** Beneficiaries that are not listed, or not activated, as they were sent. */
export const beneficiaryFaults: Fault[] = [
  {
    id: 'op6-lists-no-beneficiary',
    story: 'OP-6 lists no beneficiary.',
    breaks: ['OP7-LISTED-AS-SENT'],
    twist: badResult('OP-6', 'beneficiaries', []),
  },
  {
    id: 'op6-cuts-the-holder-name',
    story: 'OP-6 cuts the holder name.',
    breaks: ['OP7-LISTED-AS-SENT'],
    twist: listedField('accountHolderName', (name) => textOf(name).slice(0, 5)),
  },
  {
    id: 'op6-masks-the-account',
    story: 'OP-6 masks the account.',
    breaks: ['OP7-LISTED-AS-SENT'],
    twist: listedField('accountNumber', (account) => `XXXXXX${textOf(account).slice(-4)}`),
  },
  {
    id: 'op6-lists-another-ifsc-code',
    story: 'OP-6 lists another IFSC code.',
    breaks: ['OP7-LISTED-AS-SENT'],
    twist: listedField('ifscCode', () => 'ZZZZ0000009'),
  },
  {
    id: 'op6-lists-beneficiaries-under-other-ids',
    story: 'OP-6 lists beneficiaries under other ids.',
    breaks: ['OP7-LISTED-UNDER-ID'],
    twist: listedField('beneficiaryId', shifted(50_000)),
  },
  {
    id: 'op13-activates-nothing',
    story: 'OP-13 activates nothing.',
    breaks: ['OP13-ACTIVATES'],
    twist: asking(on('OP-13'), activatingNothing),
  },
  {
    id: 'op13-activates-nothing-for-the-second-customer',
    story: 'OP-13 activates nothing for the second customer.',
    breaks: ['OP13-ACTIVATES'],
    twist: asking(ofSecondCustomer('OP-13'), activatingNothing),
  },
  {
    id: 'op13-activates-all-beneficiaries-those-of-long-ago-too',
    story: 'OP-13 activates all beneficiaries, those of long ago too.',
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    twist: both(activatingAll, withOldBeneficiary),
  },
  {
    id: 'op13-activates-all-beneficiaries',
    story: 'OP-13 activates all beneficiaries.',
    breaks: ['OP13-ACTIVATES-ONLY-THAT'],
    twist: activatingAll,
  },
  {
    id: 'op13-activates-with-false',
    story: 'OP-13 activates with false.',
    breaks: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
    twist: asking(on('OP-13'), (ask) => withPayload(ask, () => ({ object: true }))),
  },
  {
    id: 'op13-succeeds-under-another-key',
    story: 'OP-13 succeeds under another key.',
    breaks: ['OP13-MESSAGE-KEY'],
    twist: answering(on('OP-13'), (answer) => (codeOf(answer) === 2000 ? withStatus(answer, { message: 'success' }) : answer)),
  },
];
