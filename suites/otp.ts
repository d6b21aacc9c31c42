import { describe } from '../helpers/core/describe.ts';
import { sure } from '../helpers/judge/fields.ts';
import { mustHold } from '../helpers/judge/must.ts';
import { placeOf, type Reply } from '../helpers/judge/reply.ts';
import { always, check, type Suite } from '../helpers/runner/check.ts';
import type { Judgement } from '../helpers/core/records/judgement.ts';
import { exercise } from './exercise.ts';

/** The message of a success; judged only where the envelope holds one. */
export function judgeMessage(expected: string): (reply: Reply) => Judgement | null {
  return (reply) => {
    if (reply.code !== 2000 || reply.envelope.findings.length > 0) return null;
    if (reply.message === expected) return { held: true };
    return { held: false, expected: describe(expected), received: describe(reply.message), place: placeOf(reply, 'status.message') };
  };
}

export const otp: Suite = {
  name: 'OTP challenge',
  area: 'Consent',
  checks: [
    always(
      {
        id: 'OP3-MESSAGE-KEY~success',
        clause: 'OP3-MESSAGE-KEY',
        operation: 'OP-3',
        title: 'a sent OTP is told with its message key',
        needs: 'sender',
      },
      exercise['OP-3'],
      judgeMessage('otp.sent.successfully'),
    ),
    check(
      { id: 'OP3-STATES-DIFFER~two-senders', clause: 'OP3-STATES-DIFFER', title: 'two challenges have two states', needs: 'sender' },
      async (stage) => {
        const { challenges } = stage.world.memory;
        // Whatever became of the calls: a state that is handed out twice may be why they were refused.
        await stage.after(stage.world.customer.onboarding.tag);
        await stage.after(stage.world.subAgent.tag);
        // A second one of the same mobile.
        await stage.after(stage.world.customer.beneficiaries.detail);
        const [twice] = [...challenges.values()].filter((exchanges) => exchanges.length > 1);
        for (const id of [...challenges.values()].flat()) stage.trail.evidence.add(id);
        mustHold(
          'OP3-STATES-DIFFER',
          twice === undefined,
          'another state each time',
          'the same state again',
          'result.state',
          twice?.at(-1) ?? null,
        );
        if (challenges.size < 2) sure((await stage.use(stage.world.customer.onboarding.tag)).challenge, 'result.state');
      },
    ),
    check(
      {
        id: 'OP3-OBJECT-FORM~number-or-text',
        clause: 'OP3-OBJECT-FORM',
        title: 'OP-3 takes the mobile as a number or as text',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        await use(world.customer.onboarding.tag);
        observe(`OP-3 takes \`object\` as a ${world.memory.otpObject ?? 'number'}`);
      },
    ),
  ],
};
