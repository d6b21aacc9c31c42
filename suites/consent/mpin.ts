import { apiCodes } from '../../specs/codes.ts';
import type { Reply } from '../../helpers/judge/reply.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import { mpinRules } from '../rules/sender.ts';
import { mustRefuse, preparedRefusal } from '../support/refusal.ts';
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

const isServed = ({ code }: Reply): boolean => code === apiCodes.success;

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
        if (!isServed(reply) && !isServed(await context.use(context.journey.secondMpin.newer)))
          throw blocked('sender-locked', 'the sender is refused with both MPINs: probably locked', 'test-data');
        // With which code a wrong MPIN is refused, CODE-4170 says.
        await mustRefuse(context, reply, !isServed(reply), 'a refusal');
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
        mustBeReadable(reply);
        const locked = !isServed(reply) && reply.code !== apiCodes.wrongOtpOrMpin && !isServed(await context.use(old));
        if (locked) throw blocked('sender-locked', 'the sender is refused with both MPINs: probably locked', 'test-data');
        context.must.answer(isServed(reply), 'HTTP 200 with code 2000', reply);
      },
    ),
  ],
};
