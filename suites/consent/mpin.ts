import { isServed } from '../../helpers/judge/reply.ts';
import { mustBeReadable, mustGiveReason } from '../../helpers/judge/served.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { mpinRules } from '../rules/sender.ts';
import { isRefusedCall } from '../../helpers/journey/calls/send-refused-call.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';
import { mustNotOverwriteMpin } from '../support/wrong-codes.ts';
import { setMpin } from '../../specs/operations.ts';

/** Its code is right, as the served call after it shows. */
function incompleteCheck(how: 'missing' | 'empty', field: 'otp' | 'state'): ActiveCheck {
  const title = `OP-12 with a right code and ${how === 'missing' ? 'without' : 'an empty'} \`${field}\` is refused`;
  return check(
    'OP12-CODE-REQUIRED',
    `${how}-${field}`,
    title,
    { operation: 'OP-12', circumstance: 'parameter-left-out' },
    async (context) => {
      const step = context.journey.mpinRefused.get(`${how}-${field}`);
      if (step === undefined) throw new Error(`expected an OP-12 with ${how} ${field} in the journey, received none: add it to mpin.ts`);
      const reply = await context.use(step);
      mustBeReadable(reply);
      if (isServed(reply) && isServed(await context.use(preparedRefusal(context.journey.wrongCodes.replies, setMpin))))
        throw blocked('CODE-4170', 'OP-12 took a wrong OTP', 'service');
      await mustRefuse(context, reply, !isServed(reply), 'a refusal');
      const served = await context.after(context.journey.mpin);
      if (!served.ok) throw served.error;
    },
  );
}

/** An OP-12 that was served although it should be refused has set another MPIN: its own clause accuses that. */
async function mustHaveRefusedSets({ after, journey }: CheckContext): Promise<void> {
  const done = await after(journey.secondMpin.refused);
  if (done.ok && done.value.served !== null)
    throw blocked(done.value.served, 'an OP-12 that should be refused was served, so another MPIN may be right', 'service');
}

/** The newer MPIN is refused and that of the refused calls is taken: they have set it. */
async function hasSetBehindRefusal({ after, journey }: CheckContext): Promise<boolean> {
  const done = await after(journey.secondMpin.unset);
  return done.ok && isServed(done.value);
}

/** Another MPIN may be right by now. */
async function mustStandAsSet(context: CheckContext): Promise<void> {
  await mustHaveRefusedSets(context);
  if (await hasSetBehindRefusal(context)) throw blocked('REFUSAL-NOTHING-CHANGED', 'a refused OP-12 has set another MPIN', 'service');
}

/** An MPIN that the service never compares proves nothing about which one it keeps. */
async function mustCompareMpins({ use, journey }: CheckContext): Promise<void> {
  if (isServed(await use(journey.mpinConsent.wrong))) throw blocked('CODE-4170', 'OP-6 took a wrong MPIN', 'service');
}

export const mpin: Suite = {
  name: 'MPIN',
  area: 'Consent',
  checks: [
    ...mpinRules,
    incompleteCheck('missing', 'otp'),
    incompleteCheck('missing', 'state'),
    incompleteCheck('empty', 'otp'),
    incompleteCheck('empty', 'state'),
    check(
      'OP12-NEWEST-MPIN',
      'older-refused',
      'an MPIN is wrong once another one is set',
      { operation: 'OP-12', circumstance: 'again' },
      async (context) => {
        const reply = await context.use(context.journey.secondMpin.old);
        mustBeReadable(reply);
        await mustCompareMpins(context);
        await mustStandAsSet(context);
        if (!isServed(reply) && !isServed(await context.use(context.journey.secondMpin.newer)))
          throw blocked('sender-locked', 'the sender is refused with both MPINs: probably locked', 'test-data');
        // With which code a wrong MPIN is refused, CODE-4170 says.
        await mustRefuse(context, reply, !isServed(reply), 'a refusal');
      },
    ),
    check(
      'OP12-NEWEST-MPIN',
      'older-refused-OP-9',
      'no transfer takes the MPIN that stood before',
      { operation: 'OP-9', form: 'path', circumstance: 'again' },
      async (context) => {
        const { old, oldPaid, newer } = context.journey.secondMpin;
        if (!(await context.after(oldPaid)).ok) await mustNotOverwriteMpin(context);
        const sent = await context.use(oldPaid);
        mustBeReadable(sent.reply);
        await mustCompareMpins(context);
        if (isServed(await context.use(old))) throw blocked('OP12-NEWEST-MPIN', 'OP-6 takes the older MPIN too', 'service');
        await mustRefuse(context, sent.reply, isRefusedCall(sent), 'a refusal');
        await context.use(newer);
      },
    ),
    check(
      'REFUSAL-NOTHING-CHANGED',
      'mpin',
      'a refused OP-12 leaves the MPIN as it was',
      { operation: 'OP-12', circumstance: 'again' },
      async (context) => {
        const { refused, newer } = context.journey.secondMpin;
        const { replies } = await context.use(refused);
        context.addEvidence(replies.map(({ exchange }) => exchange.id));
        await mustHaveRefusedSets(context);
        await mustCompareMpins(context);
        const reply = await context.use(newer);
        if (isServed(reply)) return;
        if (await hasSetBehindRefusal(context)) throw context.must.answerViolation('the MPIN that was set last is right', reply);
        if (!isServed(await context.use(context.journey.secondMpin.old)))
          throw blocked('sender-locked', 'the sender is refused with both MPINs: probably locked', 'test-data');
        throw blocked('OP12-NEWEST-MPIN', 'the MPIN that was set last is refused', 'service');
      },
    ),
    check(
      'OP12-NEWEST-MPIN',
      'newer-accepted',
      'the MPIN that was set last is right',
      { operation: 'OP-12', circumstance: 'again' },
      async (context) => {
        const { old, newer } = context.journey.secondMpin;
        const reply = await context.use(newer);
        mustGiveReason(reply);
        await mustStandAsSet(context);
        // A service may lock an MPIN after wrong ones, and call it wrong from then on.
        if (!isServed(reply) && !isServed(await context.use(old)))
          throw blocked('sender-locked', 'the sender is refused with both MPINs: probably locked', 'test-data');
        context.must.answer(isServed(reply), 'HTTP 200 with code 2000', reply);
      },
    ),
  ],
};
