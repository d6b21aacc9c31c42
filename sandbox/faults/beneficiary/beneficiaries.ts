import { lastSegment, userInPath, withBody } from '../../twists/requests.ts';
import { faultTable } from '../table.ts';
import { changeRequest, combine, on, withStatus, changeSuccess } from '../../twists/twists.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { allOf } from '../../twists/circumstances.ts';
import { changeListedField, isOfSecondCustomer, increasedBy } from '../../twists/responses.ts';
import { activateAll, activateNothing, withOldBeneficiary } from '../../twists/beneficiaries.ts';
import { wrongResult, asText } from '../../twists/results.ts';

export const beneficiaryFaults = [
  ...faultTable({ breaks: ['OP7-LISTED-AS-SENT'] }, [
    { does: 'OP-6 lists no beneficiary.', twist: wrongResult('OP-6', 'beneficiaries', []) },
    { does: 'OP-6 cuts the holder name.', twist: changeListedField('accountHolderName', (name) => asText(name).slice(0, 5)) },
    { does: 'OP-6 masks the account.', twist: changeListedField('accountNumber', (account) => `XXXXXX${asText(account).slice(-4)}`) },
    { does: 'OP-6 lists another IFSC code.', twist: changeListedField('ifscCode', () => 'ZZZZ0000009') },
  ]),
  ...faultTable({}, [
    {
      breaks: ['OP7-LISTED-UNDER-ID'],
      does: 'OP-6 lists beneficiaries under other ids.',
      twist: changeListedField('beneficiaryId', increasedBy(50_000)),
    },
    {
      breaks: ['OP13-ACTIVATES'],
      checks: ['OP13-ACTIVATES', 'OP11-AMOUNT-EXACT~several-transfers'],
      does: 'OP-13 activates no second beneficiary of a sender.',
      twist: changeRequest(
        (request) =>
          on('OP-13')(request) && [...(userInPath(request)?.beneficiaries.keys() ?? [])].indexOf(Number(lastSegment(request))) === 1,
        activateNothing,
      ),
    },
    { breaks: ['OP13-ACTIVATES'], does: 'OP-13 activates nothing.', twist: changeRequest(on('OP-13'), activateNothing) },
    {
      breaks: ['OP13-ACTIVATES'],
      does: 'OP-13 activates nothing for the second customer.',
      twist: changeRequest(isOfSecondCustomer('OP-13'), activateNothing),
    },
    {
      breaks: ['OP13-ACTIVATES'],
      does: 'OP-13 activates nothing for the second agent.',
      checks: ['Second agent', 'OP13-ACTIVATES'],
      twist: changeRequest(allOf(on('OP-13'), isOtherAgent), activateNothing),
    },
    {
      breaks: ['OP13-ACTIVATES-ONLY-THAT'],
      does: 'OP-13 activates all beneficiaries, those of long ago too.',
      twist: combine(activateAll, withOldBeneficiary),
    },
    { breaks: ['OP13-ACTIVATES-ONLY-THAT'], does: 'OP-13 activates all beneficiaries.', twist: activateAll },
    {
      breaks: ['OP13-FALSE-DOES-NOT-ACTIVATE'],
      does: 'OP-13 activates with false.',
      twist: changeRequest(on('OP-13'), (request) => withBody(request, () => ({ object: true }))),
    },
    {
      breaks: ['OP13-MESSAGE-KEY'],
      does: 'OP-13 succeeds under another key.',
      twist: changeSuccess(on('OP-13'), (response) => withStatus(response, { message: 'success' })),
    },
  ]),
];
