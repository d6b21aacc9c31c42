import { faultTable } from '../table.ts';
import { answering, asking, both, codeOf, on, withStatus } from '../../twists/twists.ts';
import { listedField, ofSecondCustomer, shifted } from '../../twists/responses.ts';
import { activatingAll, activatingNothing, withOldBeneficiary } from '../../twists/store.ts';
import { badResult, textOf, withPayload } from '../../twists/results.ts';

/** Beneficiaries that are not listed, or not activated, as they were sent. */
export const beneficiaryFaults = [
  ...faultTable({ breaks: ['OP7-LISTED-AS-SENT'] }, [
    { does: 'OP-6 lists no beneficiary.', twist: badResult('OP-6', 'beneficiaries', []) },
    { does: 'OP-6 cuts the holder name.', twist: listedField('accountHolderName', (name) => textOf(name).slice(0, 5)) },
    { does: 'OP-6 masks the account.', twist: listedField('accountNumber', (account) => `XXXXXX${textOf(account).slice(-4)}`) },
    { does: 'OP-6 lists another IFSC code.', twist: listedField('ifscCode', () => 'ZZZZ0000009') },
  ]),
  ...faultTable({}, [
    {
      breaks: ['OP7-LISTED-UNDER-ID'],
      does: 'OP-6 lists beneficiaries under other ids.',
      twist: listedField('beneficiaryId', shifted(50_000)),
    },
    { breaks: ['OP13-ACTIVATES'], does: 'OP-13 activates nothing.', twist: asking(on('OP-13'), activatingNothing) },
    {
      breaks: ['OP13-ACTIVATES'],
      does: 'OP-13 activates nothing for the second customer.',
      twist: asking(ofSecondCustomer('OP-13'), activatingNothing),
    },
    {
      breaks: ['OP13-ACTIVATES-ONLY-THAT'],
      does: 'OP-13 activates all beneficiaries, those of long ago too.',
      twist: both(activatingAll, withOldBeneficiary),
    },
    { breaks: ['OP13-ACTIVATES-ONLY-THAT'], does: 'OP-13 activates all beneficiaries.', twist: activatingAll },
    {
      breaks: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
      does: 'OP-13 activates with false.',
      twist: asking(on('OP-13'), (ask) => withPayload(ask, () => ({ object: true }))),
    },
    {
      breaks: ['OP13-MESSAGE-KEY'],
      does: 'OP-13 succeeds under another key.',
      twist: answering(on('OP-13'), (answer) => (codeOf(answer) === 2000 ? withStatus(answer, { message: 'success' }) : answer)),
    },
  ]),
];
