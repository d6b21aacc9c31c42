import { valueAt } from '../../helpers/judge/fields.ts';
import { check, type Suite } from '../../helpers/runner/check.ts';
import { senderRules } from '../rules/sender.ts';

export const senderDetail: Suite = {
  name: 'Sender detail',
  area: 'Business operations',
  checks: [
    ...senderRules,
    check('OP6-LIMIT-LEFT-KEYS-NOT-SHOWN', 'seen', 'the limit periods are recorded', async ({ use, observe, journey }) => {
      const { reply } = await use(journey.customer.beneficiaries.detail);
      const limits = valueAt(reply, 'result.limitLeft');
      observe(
        `limitLeft has the periods ${typeof limits === 'object' && limits !== null ? Object.keys(limits).sort().join(', ') : 'none'}`,
      );
    }),
  ],
};
