import { sure, valueAt } from '../../helpers/judge/fields.ts';
import { sameId } from '../../helpers/judge/ids.ts';
import { check, type ActiveCheck, type Stage, type Suite } from '../../helpers/run/check.ts';
import type { Story } from '../../helpers/run/world/story.ts';
import { senders } from '../support/senders.ts';

function mobileAgrees(who: string, story: (stage: Stage) => Story): ActiveCheck {
  return check('OP6-SENDER-MOBILE-AGREES', who, `a ${who} is read with its own mobile`, async (stage) => {
    const { person } = await stage.use(story(stage).sender);
    const { reply } = await stage.use(story(stage).beneficiaries.detail);
    stage.must.equal(reply, 'result.senderMobile', String(Number(person.mobile)));
  });
}

export const sender: Suite = {
  name: 'Sender detail',
  area: 'Business operations',
  checks: [
    ...Object.entries(senders).map(([who, story]) => mobileAgrees(who, story)),
    check('OP6-OWN-DATA', 'beneficiaries', "a customer is not shown another customer's beneficiary", async ({ use, world, must }) => {
      const { accountNo, beneficiaryId } = await use(world.customer.beneficiaries.added);
      const { reply, beneficiaries } = (await use(world.newcomer.usual.before)).detail;
      sure(reply, 'result.beneficiaries');
      const same = beneficiaries.filter((each) => each.accountNumber === accountNo && sameId(each.beneficiaryId, beneficiaryId));
      must.hold(same.length === 0, {
        expected: 'only its own beneficiaries',
        received: "another sender's beneficiary",
        place: 'result.beneficiaries',
      });
    }),
    check('OP6-OWN-DATA', 'sessions', 'two customers have two fund-transfer sessions', async ({ use, world, must }) => {
      const place = 'result.sessionId.fundtransferSessionId';
      const one = sure((await use(world.customer.beneficiaries.detail)).reply, place);
      const other = sure((await use(world.newcomer.beneficiaries.detail)).reply, place);
      must.hold(one !== other, { expected: 'two different sessions', received: 'the same session twice', place });
    }),
    check('OP6-LIMIT-LEFT-KEYS-NOT-SHOWN', 'seen', 'the limit periods are recorded', async ({ use, observe, world }) => {
      const { reply } = await use(world.customer.beneficiaries.detail);
      const limits = valueAt(reply, 'result.limitLeft');
      observe(
        `limitLeft has the periods ${typeof limits === 'object' && limits !== null ? Object.keys(limits).sort().join(', ') : 'none'}`,
      );
    }),
  ],
};
