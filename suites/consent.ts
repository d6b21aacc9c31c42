import { sure } from '../helpers/judge/fields.ts';
import { mustEqual, mustHold } from '../helpers/judge/must.ts';
import { placeOf, type Reply } from '../helpers/judge/reply.ts';
import { blocked, notApplicable } from '../helpers/judge/stop.ts';
import { mustBeReadable, mustServe } from '../helpers/judge/served.ts';
import { check, type Suite } from '../helpers/runner/check.ts';
import { sameAccounts } from '../helpers/journey/transfer/balance.ts';
import { firstForm, shown } from '../helpers/journey/mpin/mpin-consent.ts';
import { addBeneficiary, operations, requestTransfer, tagUser } from '../specs/operations.ts';
import { isOverwritten, takesCode, wrongCode, wrongMpin } from './wrong-codes.ts';
import { stepOf } from './sweeps/step-of.ts';
import { mustRefuse } from './sweeps/there.ts';

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
        id: 'CONSENT-WRONG-NO-EFFECT~mpin',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-12',
        title: 'an MPIN sent with a wrong OTP is not set',
        needs: 'own-sender',
      },
      async (stage) => {
        const { mpinConsent } = stage.world;
        mustBeRefused(await stage.use(mpinConsent.setMpin));
        await stage.use(mpinConsent.right);
        const later = await stage.use(stepOf(mpinConsent.elsewhere.replies, addBeneficiary));
        const set = await isOverwritten(stage);
        const [expected, received] = ['the MPIN that was set before', 'the one that was sent with a wrong OTP is taken'];
        mustHold('CONSENT-WRONG-NO-EFFECT', !set, expected, received, placeOf(later), later.exchange.id);
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
