import { apiCodes } from '../../specs/codes.ts';
import { addBeneficiary, senderDetail, tagUser } from '../../specs/operations.ts';
import type { Operation } from '../../specs/operation.ts';
import type { EkycSender } from '../../helpers/journey/circumstances/ekyc-sender.ts';
import { areBalancesEqual, describeBalances, showReadings } from '../../helpers/journey/transfer/balance.ts';
import { isServed, type Reply } from '../../helpers/judge/reply.ts';
import { isListedRefusal, mustGiveReason } from '../../helpers/judge/served.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import { mustBeDebited } from '../support/debit.ts';
import { preparedRefusal } from '../support/refusal.ts';
import { mustAnswerWrongCode } from '../support/wrong-codes.ts';

const circumstance = 'after-ekyc';

const pickSender = ({ journey }: CheckContext): EkycSender => journey.circumstances.ekycSender;

/** A consent with an MPIN that an eKYC has ended may be refused as no valid one, before its code is read (reading 14). */
async function mustNotBeOver({ use }: CheckContext, { rightMpin }: EkycSender, reply: Reply): Promise<void> {
  if (!isListedRefusal(reply) || reply.code === apiCodes.wrongOtpOrMpin) return;
  if (!isServed((await use(rightMpin)).reply))
    throw notApplicable('OP-6 refuses the right MPIN after the eKYC too: the eKYC seems to end the MPIN');
}

function wrongCodeCheck(operation: Operation, refused: 'wrongCode' | 'beneficiary'): ActiveCheck {
  const title = `${operation.id} answers a wrong OTP with code 4170 after an eKYC`;
  return check('CODE-4170', `${circumstance}-${operation.id}`, title, { operation: operation.id, circumstance }, async (context) => {
    const sender = pickSender(context);
    const { reply } = await context.use(sender.refused[refused]);
    mustGiveReason(reply);
    await mustNotBeOver(context, sender, reply);
    await mustAnswerWrongCode(context, reply, sender.after);
  });
}

/** Only a service that compares the MPIN of another sender is asked to go on comparing this one (reading 14). */
async function mustCompareMpins({ use, journey }: CheckContext): Promise<void> {
  const { right, elsewhere } = journey.mpinConsent;
  await use(right);
  const { code } = await use(preparedRefusal(elsewhere.replies, tagUser));
  if (code !== apiCodes.wrongOtpOrMpin) throw blocked('CODE-4170', 'OP-4 answers a wrong MPIN without code 4170', 'service');
}

const ofTagging: CheckOptions = { operation: 'OP-4', form: 'customer', circumstance };

/** Whether the process was completed or not: OP-16 changes neither what a sender has nor what is asked of it. */
export const afterEkyc: Suite = {
  name: 'After an eKYC',
  area: 'Business operations',
  checks: [
    wrongCodeCheck(senderDetail, 'wrongCode'),
    wrongCodeCheck(addBeneficiary, 'beneficiary'),
    check('CODE-4170', 'after-ekyc-mpin', 'OP-4 answers a wrong MPIN with code 4170 after an eKYC', ofTagging, async (context) => {
      const sender = pickSender(context);
      await mustCompareMpins(context);
      const { reply } = await context.use(sender.refused.mpin);
      mustGiveReason(reply);
      if (isServed(reply) && !(await context.use(sender.mpinStands)))
        throw notApplicable('OP-6 takes a wrong MPIN after the eKYC too: the eKYC seems to reset the MPIN');
      await mustNotBeOver(context, sender, reply);
      await mustAnswerWrongCode(context, reply, sender.after);
    }),
    check(
      'AUTH-SECOND-FACTOR',
      circumstance,
      'an MPIN is taken after an eKYC as it was before',
      { operation: 'OP-6', circumstance },
      async (context) => {
        const sender = pickSender(context);
        await mustCompareMpins(context);
        await context.use(sender.refused.mpin);
        const { reply } = await context.use(sender.rightMpin);
        mustGiveReason(reply);
        // A locked sender is refused without its MPIN too.
        await context.use(sender.after);
        if (!isServed(reply) && isServed(await context.use(sender.mpinSetAgain)))
          throw notApplicable('the MPIN serves once OP-12 has set it again: the eKYC seems to end an MPIN');
        context.must.answer(reply.code === apiCodes.success, 'HTTP 200 with code 2000', reply);
      },
    ),
    check(
      'OP14-DEBITED',
      circumstance,
      'a completed wallet transfer after an eKYC leaves its sender with less',
      { circumstance },
      async (context) => {
        await mustBeDebited(context, pickSender(context).transfer, context.journey.customer.source);
      },
    ),
    // An eKYC cannot be repeated, and a fee for it is not excluded: a fall is seen once (reading 17).
    check('OP16-MOVES-NO-MONEY', 'customer', 'an eKYC leaves the balance of its sender as it was', { circumstance }, async (context) => {
      const { before, after } = await context.use(pickSender(context).balances);
      const expected = describeBalances(before);
      const received = describeBalances(after);
      context.must.hold(areBalancesEqual(before, after), { expected, received, ...showReadings(before, after) });
    }),
  ],
};
