import { sure } from '../../helpers/judge/fields.ts';
import { check, rule, type Suite } from '../../helpers/run/check.ts';
import { exercise } from '../support/exercise.ts';
import { judgeMessage } from '../support/message-key.ts';

export const otp: Suite = {
  name: 'OTP challenge',
  area: 'Consent',
  checks: [
    rule('OP3-MESSAGE-KEY', 'success', 'a sent OTP is told with its message key', {
      operation: 'OP-3',
      exercise: exercise['OP-3'],
      judge: judgeMessage('otp.sent.successfully'),
    }),
    check('OP3-STATES-DIFFER', 'two-senders', 'two challenges have two states', async (stage) => {
      const { challenges } = stage.world.memory;
      // Whatever became of the calls: a state that is handed out twice may be why they were refused.
      await stage.after(stage.world.customer.onboarding.tag);
      await stage.after(stage.world.subAgent.tag);
      // A second one of the same mobile.
      await stage.after(stage.world.customer.beneficiaries.detail);
      const [twice] = [...challenges.values()].filter((exchanges) => exchanges.length > 1);
      for (const id of [...challenges.values()].flat()) stage.trail.evidence.add(id);
      stage.must.hold(twice === undefined, {
        expected: 'another state each time',
        received: 'the same state again',
        place: 'result.state',
        exchange: twice?.at(-1) ?? null,
      });
      if (challenges.size < 2) sure((await stage.use(stage.world.customer.onboarding.tag)).challenge, 'result.state');
    }),
    check('OP3-OBJECT-FORM', 'number-or-text', 'OP-3 takes the mobile as a number or as text', async ({ use, observe, world }) => {
      await use(world.customer.onboarding.tag);
      observe(`OP-3 takes \`object\` as a ${world.memory.otpObject ?? 'number'}`);
    }),
  ],
};
