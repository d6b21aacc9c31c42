import { sure } from '../helpers/judge/fields.ts';
import { mustHold } from '../helpers/judge/must.ts';
import type { Reply } from '../helpers/judge/reply.ts';
import { blocked } from '../helpers/judge/stop.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { check, type ActiveCheck, type Suite, wayOf } from '../helpers/run/check.ts';
import { sameAccounts } from '../helpers/run/world/balance.ts';
import { operations } from '../specs/operations.ts';
import type { Operation } from '../specs/operation.ts';
import { stepOf } from './sweeps/step-of.ts';
import { mustRefuse } from './sweeps/there.ts';

/** Where an OTP is sent: in the Consent header, or in the payload of OP-12. */
const takesCode = ({ id, consent }: Operation): boolean => consent === 'required' || id === 'OP-12';

function wrongCode(operation: Operation): ActiveCheck {
  const tried = wayOf('wrong-otp', operation.id);
  const title = `${operation.id} answers a wrong OTP with code 4170`;
  const head = { id: `CODE-4170~${tried}`, clause: 'CODE-4170', operation: operation.id, title, needs: 'own-sender' } as const;
  return check(head, async (stage) => {
    const reply = await stage.use(stepOf(stage.world.wrongCodes.replies, operation));
    mustBeReadable(reply);
    await mustRefuse(stage, 'CODE-4170', reply, reply.status === 200 && reply.code === 4170, 'HTTP 200 with code 4170');
  });
}

/** A wrong code that was taken has its effect by that: the cause is told once. */
function mustBeRefused(reply: Reply): void {
  if (reply.code === 2000) throw blocked('CODE-4170', `${reply.operation.id} took a wrong OTP`, 'service');
}

export const consent: Suite = {
  name: 'Consent',
  area: 'Consent',
  checks: [
    ...operations.filter(takesCode).map(wrongCode),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~transfer',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-9',
        title: 'a transfer with a wrong OTP moves no money',
        needs: 'sender',
      },
      async ({ use, world }) => {
        const { reply, before, after } = await use(world.wrongCodes.transfer);
        mustBeRefused(reply);
        const told = `mainAccount ${after.mainAccount}`;
        mustHold(
          'CONSENT-WRONG-NO-EFFECT',
          sameAccounts(before, after),
          `mainAccount ${before.mainAccount}, as before`,
          told,
          'OP-14 before and after',
        );
      },
    ),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~beneficiary',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-7',
        title: 'a beneficiary sent with a wrong OTP is not added',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const { reply, accountNo, after } = await use(world.wrongCodes.beneficiary);
        mustBeRefused(reply);
        sure(after.reply, 'result.beneficiaries');
        const listed = after.beneficiaries.some(({ accountNumber }) => accountNumber === accountNo);
        mustHold('CONSENT-WRONG-NO-EFFECT', !listed, 'a list without the account', 'the account in the list', 'result.beneficiaries');
      },
    ),
  ],
};
