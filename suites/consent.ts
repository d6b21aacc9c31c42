import { sure } from '../helpers/judge/fields.ts';
import { mustEqual, mustHold } from '../helpers/judge/must.ts';
import type { Reply } from '../helpers/judge/reply.ts';
import { blocked, notApplicable } from '../helpers/judge/stop.ts';
import { mustBeReadable, mustServe, notServed } from '../helpers/judge/served.ts';
import { check, type ActiveCheck, type Stage, type Suite, wayOf } from '../helpers/run/check.ts';
import type { Step } from '../helpers/run/step.ts';
import { sameAccounts } from '../helpers/run/world/balance.ts';
import { firstForm, shown } from '../helpers/run/world/mpin-consent.ts';
import { addBeneficiary, operations, requestTransfer, tagUser } from '../specs/operations.ts';
import type { Operation } from '../specs/operation.ts';
import { stepOf } from './sweeps/step-of.ts';
import { mustRefuse } from './sweeps/there.ts';

/** Where an OTP is sent: in the Consent header, or in the payload of OP-12. */
export const takesCode = ({ id, consent }: Operation): boolean => consent === 'required' || id === 'OP-12';

/** A wrong code is code 4170, unless the sender was locked before it: then a right one is refused as well. */
async function mustBeWrong(stage: Stage, reply: Reply, control: Step<unknown> | undefined): Promise<void> {
  const holds = reply.status === 200 && reply.code === 4170;
  const refused = reply.code !== 2000 && reply.status === 200;
  if (!holds && refused && control !== undefined && !(await stage.after(control)).ok) {
    // Where nobody was ever shown, a right code is refused for another reason, which has a clause of its own.
    if (stage.world.memory.details.size === 0) await stage.use(control);
    throw blocked('sender-locked', 'the sender is refused with a right code as well: probably locked', 'test-data');
  }
  await mustRefuse(stage, 'CODE-4170', reply, holds, 'HTTP 200 with code 4170');
}

function wrongCode(operation: Operation): ActiveCheck {
  const tried = wayOf('wrong-otp', operation.id);
  const title = `${operation.id} answers a wrong OTP with code 4170`;
  const head = { id: `CODE-4170~${tried}`, clause: 'CODE-4170', operation: operation.id, title, needs: 'own-sender' } as const;
  return check(head, async (stage) => {
    const reply = await stage.use(stepOf(stage.world.wrongCodes.replies, operation));
    mustBeReadable(reply);
    await mustBeWrong(stage, reply, stage.world.wrongCodes.controls.get(operation.id));
  });
}

/** On senders of our own, which may be out of funds: then a transfer is refused for that as well (reading 1). */
function wrongMpin(operation: Operation): ActiveCheck {
  const tried = wayOf('wrong-mpin', operation.id);
  const title = `${operation.id} answers a wrong MPIN with code 4170`;
  const head = { id: `CODE-4170~${tried}`, clause: 'CODE-4170', operation: operation.id, title, needs: 'own-sender' } as const;
  return check(head, async (stage) => {
    const { wrongCodes, mpinConsent } = stage.world;
    const reply = await stage.use(stepOf(mpinConsent.elsewhere.replies, operation));
    mustBeReadable(reply);
    if (notServed(reply)?.why.kind === 'blocked') await stage.use(mpinConsent.elsewhere.paid);
    await mustBeWrong(stage, reply, wrongCodes.controls.get('OP-12'));
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
        id: 'CODE-4170~wrong-mpin-OP-6',
        clause: 'CODE-4170',
        operation: 'OP-6',
        title: 'OP-6 answers a wrong MPIN with code 4170',
        needs: 'own-sender',
      },
      async (stage) => {
        const reply = await stage.use(stage.world.mpinConsent.wrong);
        mustBeReadable(reply);
        // Judged only where the right MPIN is taken, in the form the wrong one was sent in (reading 14).
        const { form } = await stage.use(stage.world.mpinConsent.right);
        if (form !== firstForm) throw notApplicable(`the MPIN is taken as ${shown(form)}, and the wrong one was sent otherwise`);
        await mustRefuse(stage, 'CODE-4170', reply, reply.status === 200 && reply.code === 4170, 'HTTP 200 with code 4170');
      },
    ),
    ...[tagUser, addBeneficiary, requestTransfer].map(wrongMpin),
    check(
      {
        id: 'CONSENT-MPIN-FORM~right-mpin',
        clause: 'CONSENT-MPIN-FORM',
        operation: 'OP-6',
        title: 'a consent with OTP and MPIN is taken',
        needs: 'own-sender',
      },
      async ({ use, observe, world }) => {
        observe(`the MPIN is taken as ${shown((await use(world.mpinConsent.right)).form)}`);
      },
    ),
    check(
      {
        id: 'AUTH-SECOND-FACTOR~otp-and-mpin',
        clause: 'AUTH-SECOND-FACTOR',
        operation: 'OP-6',
        title: 'the MPIN set by OP-12 is a second factor beside the OTP',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        await use(world.mpinConsent.right);
      },
    ),
    check(
      {
        id: 'CONSENT-NONE-FORM~scheme-none',
        clause: 'CONSENT-NONE-FORM',
        operation: 'OP-6',
        title: 'where no verification is asked for, NONE is taken',
        needs: 'sender',
      },
      async ({ use, world }) => {
        const { scheme } = await use(world.customer.sender);
        if (scheme !== 'NONE') throw notApplicable(`OP-5 asks for "${scheme}"`);
        await use(world.customer.beneficiaries.detail);
      },
    ),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~transfer',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-9',
        title: 'a transfer with a wrong OTP moves no money',
        needs: 'sender',
      },
      async ({ use, world }) => {
        mustBeRefused(await use(world.refusals.wrongTransfer.reply));
        const { before, after } = await use(world.refusals.wrongTransfer.around);
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
        const { reply, accountNo, after } = await use(world.mpinConsent.beneficiary);
        mustBeRefused(reply);
        sure(after.reply, 'result.beneficiaries');
        const listed = after.beneficiaries.some(({ accountNumber }) => accountNumber === accountNo);
        mustHold('CONSENT-WRONG-NO-EFFECT', !listed, 'a list without the account', 'the account in the list', 'result.beneficiaries');
      },
    ),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~tag',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-4',
        title: 'a customer tagged with a wrong OTP does not become an old user',
        needs: 'own-sender',
      },
      async ({ use, world }) => {
        const reply = await use(stepOf(world.wrongCodes.replies, tagUser));
        mustBeRefused(reply);
        const before = mustServe(await use(world.wrongCodes.tagging.before));
        const after = mustServe(await use(world.wrongCodes.tagging.after));
        if (sure(before, 'result.isOldUser') !== 'false') throw notApplicable('the mobile is of an old user');
        mustEqual('CONSENT-WRONG-NO-EFFECT', after, 'result.isOldUser', 'false');
      },
    ),
  ],
};
