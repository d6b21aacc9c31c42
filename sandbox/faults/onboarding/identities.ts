import { faultTable } from '../table.ts';
import type { ServiceResponse, Twist } from '../../http/exchange.ts';
import { rupee } from '../../state/money.ts';
import type { User } from '../../state/store.ts';
import { findCustomer, otherCustomers } from '../../twists/history.ts';
import { changeResponse, changeSuccess, on, withResult, withStatus } from '../../twists/twists.ts';
import { isOfSecondCustomer } from '../../twists/responses.ts';
import { addDespiteRefusal, listAllBeneficiaries } from '../../twists/beneficiaries.ts';
import { afterTransfer } from '../../twists/transfers.ts';
import { acceptAnyOtp, newTagEachTime, oneBalanceSession, oneSession, oneState, oneStateEach } from '../../twists/identities.ts';
import { wrongResult, withWrongValue } from '../../twists/results.ts';

type ShowIn = (response: ServiceResponse, text: string) => ServiceResponse;

const inField: ShowIn = (response, text) => withResult(response, (result) => ({ ...result, referredBy: text }));
const inMessage: ShowIn = (response, text) => withStatus(response, { message: `done for ${text}` });
const inHeader: ShowIn = (response, text) => ({ ...response, headers: { ...response.headers, 'x-referred-by': text } });

const showOther = (operation: string, show: (other: User) => string, where = inField): Twist =>
  changeSuccess(on(operation), (response, request) => {
    const own = findCustomer(request);
    const other = own === undefined ? undefined : otherCustomers(request, own).at(0);
    return other === undefined ? response : where(response, show(other));
  });

export const identityFaults = [
  ...faultTable({ breaks: ['CODE-4170'] }, [
    { does: 'OP-9 takes any code.', twist: acceptAnyOtp('OP-9') },
    { does: 'OP-7 takes any code.', twist: acceptAnyOtp('OP-7') },
    { does: 'OP-4 takes any code.', twist: acceptAnyOtp('OP-4') },
  ]),
  ...faultTable({ breaks: ['OP6-OWN-DATA'] }, [
    {
      does: 'All customers have one tag.',
      checks: ['OP6-OWN-DATA~two-tags'],
      twist: wrongResult('OP-4', 'tagId', '5f0c7a52-3333-4abc-8def-0123456789ab'),
    },
    { does: 'OP-6 gives all senders one session.', twist: oneSession() },
    { does: 'OP-6 gives all senders one session for their balance.', twist: oneBalanceSession() },
    { does: 'OP-6 shows the mobile of another sender in a field of its own.', twist: showOther('OP-6', ({ mobile }) => mobile) },
    { does: 'OP-14 shows the mobile of another sender in a field of its own.', twist: showOther('OP-14', ({ mobile }) => mobile) },
    { does: 'OP-7 shows the tag of another sender in a field of its own.', twist: showOther('OP-7', ({ tagId }) => `id ${tagId}`) },
    { does: 'OP-5 shows the tag of another sender in a field of its own.', twist: showOther('OP-5', ({ tagId }) => tagId) },
    { does: 'OP-7 names the mobile of another sender in its message.', twist: showOther('OP-7', ({ mobile }) => mobile, inMessage) },
    { does: 'OP-14 names the tag of another sender in a header.', twist: showOther('OP-14', ({ tagId }) => tagId, inHeader) },
    { id: 'op6-lists-everybodys-beneficiaries', does: "OP-6 lists everybody's beneficiaries.", twist: listAllBeneficiaries },
  ]),
  ...faultTable({}, [
    { breaks: ['OP1-TAGGED-IS-OLD'], does: 'OP-1 calls nobody an old user.', twist: wrongResult('OP-1', 'isOldUser', 'false') },
    { breaks: ['OP4-TAG-KEPT'], does: 'OP-4 gives a new tag each time.', twist: newTagEachTime },
    { breaks: ['OP4-USER-TYPE-AGREES'], does: 'OP-4 calls everybody a customer.', twist: wrongResult('OP-4', 'userType', 'customer') },
    {
      breaks: ['OP3-MESSAGE-KEY'],
      does: 'OP-3 succeeds under another key.',
      twist: changeResponse(on('OP-3'), (response) => withStatus(response, { message: 'otp.sent' })),
    },
    {
      breaks: ['OP3-MESSAGE-KEY'],
      does: 'OP-3 succeeds without a message.',
      twist: changeResponse(on('OP-3'), (response) => withStatus(response, { message: null })),
    },
    { breaks: ['OP3-STATES-DIFFER'], does: 'OP-3 gives all challenges one state.', twist: oneState },
    {
      id: 'op3-gives-a-mobile-one-state',
      breaks: ['OP3-STATES-DIFFER'],
      does: 'OP-3 gives a mobile the same state each time.',
      twist: oneStateEach,
    },
    { breaks: ['CONSENT-WRONG-NO-EFFECT'], does: 'A beneficiary refused for its code is added all the same.', twist: addDespiteRefusal },
    {
      breaks: ['CONSENT-WRONG-NO-EFFECT'],
      does: 'A transfer refused for its code costs money.',
      twist: afterTransfer('code 4170', (sender) => (sender.balance -= rupee)),
    },
    {
      breaks: ['OP12-MOBILE-AGREES'],
      does: 'OP-12 answers the mobile of somebody else.',
      twist: wrongResult('OP-12', 'mobile', 9_990_009_999),
    },
    {
      breaks: ['OP6-SENDER-MOBILE-AGREES'],
      does: 'OP-6 answers the mobile of somebody else.',
      twist: wrongResult('OP-6', 'senderMobile', 9_990_009_999),
    },
    {
      breaks: ['OP6-RESULT-KYC-STATUS'],
      does: 'The second customer has a KYC that is text.',
      twist: changeResponse(isOfSecondCustomer('OP-6'), (response) => withWrongValue(response, 'kycStatus', 'COMPLETED')),
    },
  ]),
];
