import { validValueAt, valueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/core/same-id.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { CustomerJourney } from '../../helpers/journey/customer/customer-journey.ts';
import { journeyBySender } from '../support/senders.ts';

function mobileCheck(who: string, pickJourney: (context: CheckContext) => CustomerJourney): ActiveCheck {
  return check('OP6-SENDER-MOBILE-AGREES', who, `a ${who} is read with its own mobile`, async (context) => {
    const { person } = await context.use(pickJourney(context).sender);
    const { reply } = await context.use(pickJourney(context).beneficiaries.detail);
    context.must.equal(reply, 'result.senderMobile', String(Number(person.mobile)));
  });
}

export const senderDetail: Suite = {
  name: 'Sender detail',
  area: 'Business operations',
  checks: [
    ...Object.entries(journeyBySender).map(([who, pickJourney]) => mobileCheck(who, pickJourney)),
    check('OP6-OWN-DATA', 'beneficiaries', "a customer is not shown another customer's beneficiary", async ({ use, journey, must }) => {
      const { accountNo, beneficiaryId } = await use(journey.customer.beneficiaries.added);
      const { reply, beneficiaries } = (await use(journey.newCustomer.usualTransfer.before)).detail;
      validValueAt(reply, 'result.beneficiaries');
      const same = beneficiaries.filter((each) => each.accountNumber === accountNo && sameId(each.beneficiaryId, beneficiaryId));
      must.hold(same.length === 0, {
        expected: 'only its own beneficiaries',
        received: "another sender's beneficiary",
        place: 'result.beneficiaries',
      });
    }),
    check('OP6-OWN-DATA', 'sessions', 'two customers have two fund-transfer sessions', async ({ use, journey, must }) => {
      const place = 'result.sessionId.fundtransferSessionId';
      const one = validValueAt((await use(journey.customer.beneficiaries.detail)).reply, place);
      const other = validValueAt((await use(journey.newCustomer.beneficiaries.detail)).reply, place);
      must.hold(one !== other, { expected: 'two different sessions', received: 'the same session twice', place });
    }),
    check('OP6-LIMIT-LEFT-KEYS-NOT-SHOWN', 'seen', 'the limit periods are recorded', async ({ use, observe, journey }) => {
      const { reply } = await use(journey.customer.beneficiaries.detail);
      const limits = valueAt(reply, 'result.limitLeft');
      observe(
        `limitLeft has the periods ${typeof limits === 'object' && limits !== null ? Object.keys(limits).sort().join(', ') : 'none'}`,
      );
    }),
  ],
};
