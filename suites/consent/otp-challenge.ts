import { validValueAt } from '../../helpers/judge/fields.ts';
import { check, rule, type Suite } from '../../helpers/runner/check.ts';
import { exercise } from '../support/exercise.ts';
import { judgeMessage } from '../support/message-key.ts';

export const otpChallenge: Suite = {
  name: 'OTP challenge',
  area: 'Consent',
  checks: [
    rule('OP3-MESSAGE-KEY', 'success', 'a sent OTP is answered with its message key', {
      operation: 'OP-3',
      exercise: exercise['OP-3'],
      judge: judgeMessage('otp.sent.successfully'),
    }),
    check('OP3-STATES-DIFFER', 'two-senders', 'two challenges have two states', async (context) => {
      const { challenges } = context.journey.memory;
      // Also after failed calls: a state that OP-3 gave twice may be why the calls were refused.
      await context.after(context.journey.customer.onboarding.tag);
      await context.after(context.journey.subAgent.tag);
      // The second challenge of the same mobile.
      await context.after(context.journey.customer.beneficiaries.detail);
      const [twice] = [...challenges.values()].filter((exchanges) => exchanges.length > 1);
      for (const id of [...challenges.values()].flat()) context.evidence.exchanges.add(id);
      context.must.hold(twice === undefined, {
        expected: 'another state each time',
        received: 'the same state again',
        place: 'result.state',
        exchange: twice?.at(-1) ?? null,
      });
      if (challenges.size < 2) validValueAt((await context.use(context.journey.customer.onboarding.tag)).challenge, 'result.state');
    }),
    check('OP3-OBJECT-FORM', 'number-or-text', 'OP-3 takes the mobile as a number or as text', async ({ use, observe, journey }) => {
      await use(journey.customer.onboarding.tag);
      observe(`OP-3 takes \`object\` as a ${journey.memory.otpObject ?? 'number'}`);
    }),
  ],
};
