import { sure } from '../helpers/judge/fields.ts';
import { mustHaveCode, mustHold } from '../helpers/judge/must.ts';
import { notServed } from '../helpers/judge/served.ts';
import { check, type ActiveCheck, type Suite } from '../helpers/run/check.ts';
import { sameAccounts } from '../helpers/run/world/balance.ts';
import { operations } from '../specs/operations.ts';
import type { Operation } from '../specs/operation.ts';
import { stepOf } from './sweeps/step-of.ts';

/** Where an OTP is sent: in the Consent header, or in the payload of OP-12. */
const takesCode = ({ id, consent }: Operation): boolean => consent === 'required' || id === 'OP-12';

function wrongCode(operation: Operation): ActiveCheck {
  const tried: string = `wrong-otp-${operation.id}`;
  const title = `${operation.id} answers a wrong OTP with code 4170`;
  const head = { id: `CODE-4170~${tried}`, clause: 'CODE-4170', operation: operation.id, title, needs: 'own-sender' } as const;
  return check(head, async ({ use, world }) => {
    const reply = await use(stepOf(world.wrongCodes.replies, operation));
    const stop = notServed(reply);
    if (stop?.why.kind === 'blocked' && stop.why.cause === 'system-failure') throw stop;
    mustHaveCode('CODE-4170', reply, 4170);
  });
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
        const { before, after } = await use(world.wrongCodes.transfer);
        const told = `mainAccount ${after.mainAccount}`;
        mustHold('CONSENT-WRONG-NO-EFFECT', sameAccounts(before, after), `mainAccount ${before.mainAccount}, as before`, told, 'OP-14 before and after');
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
        const { accountNo, after } = await use(world.wrongCodes.beneficiary);
        sure(after.reply, 'result.beneficiaries');
        const listed = after.beneficiaries.some(({ accountNumber }) => accountNumber === accountNo);
        mustHold('CONSENT-WRONG-NO-EFFECT', !listed, 'a list without the account', 'the account in the list', 'result.beneficiaries');
      },
    ),
  ],
};
