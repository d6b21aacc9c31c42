import { sure, valueAt } from '../helpers/judge/fields.ts';
import { sameId } from '../helpers/core/same-id.ts';
import { mustEqual, mustHold } from '../helpers/judge/must.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../helpers/runner/check.ts';
import type { CustomerJourney } from '../helpers/journey/customer/customer-journey.ts';

const senders: Readonly<Record<string, (stage: Stage) => CustomerJourney>> = {
  customer: ({ world }) => world.customer,
  'new-customer': ({ world }) => world.newcomer,
};

function mobileAgrees(who: string, story: (stage: Stage) => CustomerJourney): ActiveCheck {
  const head = {
    id: `OP6-SENDER-MOBILE-AGREES~${who}`,
    clause: 'OP6-SENDER-MOBILE-AGREES',
    title: `a ${who} is read with its own mobile`,
  } as const;
  return check({ ...head, needs: who === 'customer' ? 'sender' : 'own-sender' }, async (stage) => {
    const { person } = await stage.use(story(stage).sender);
    const { reply } = await stage.use(story(stage).beneficiaries.detail);
    mustEqual('OP6-SENDER-MOBILE-AGREES', reply, 'result.senderMobile', String(Number(person.mobile)));
  });
}

export const sender: Suite = {
  name: 'Sender detail',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, story]) => mobileAgrees(who, story)),
    check(
      {
        id: 'OP6-OWN-DATA~beneficiaries',
        clause: 'OP6-OWN-DATA',
        title: "a customer is not shown another customer's beneficiary",
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const { accountNo, beneficiaryId } = await use(world.customer.beneficiaries.added);
        const { reply, beneficiaries } = (await use(world.newcomer.usual.before)).detail;
        sure(reply, 'result.beneficiaries');
        const same = beneficiaries.filter((each) => each.accountNumber === accountNo && sameId(each.beneficiaryId, beneficiaryId));
        mustHold('OP6-OWN-DATA', same.length === 0, 'only its own beneficiaries', "another sender's beneficiary", 'result.beneficiaries');
      },
    ),
    check(
      { id: 'OP6-OWN-DATA~sessions', clause: 'OP6-OWN-DATA', title: 'two customers have two fund-transfer sessions', needs: 'own-sender' },
      async ({ use, world }) => {
        const place = 'result.sessionId.fundtransferSessionId';
        const one = sure((await use(world.customer.beneficiaries.detail)).reply, place);
        const other = sure((await use(world.newcomer.beneficiaries.detail)).reply, place);
        mustHold('OP6-OWN-DATA', one !== other, 'two different sessions', 'the same session twice', place);
      },
    ),
    check(
      {
        id: 'OP6-LIMIT-LEFT-KEYS-NOT-SHOWN~seen',
        clause: 'OP6-LIMIT-LEFT-KEYS-NOT-SHOWN',
        title: 'the limit periods are recorded',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        const { reply } = await use(world.customer.beneficiaries.detail);
        const limits = valueAt(reply, 'result.limitLeft');
        observe(
          `limitLeft has the periods ${typeof limits === 'object' && limits !== null ? Object.keys(limits).sort().join(', ') : 'none'}`,
        );
      },
    ),
  ],
};
