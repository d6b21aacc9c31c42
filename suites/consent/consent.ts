import { apiCodes } from '../../specs/codes.ts';
import { validValueAt } from '../../helpers/judge/fields.ts';
import { formatPlace, type Reply } from '../../helpers/judge/reply.ts';
import { blocked, notApplicable } from '../../helpers/judge/stop.ts';
import { mustGiveReason, mustServe } from '../../helpers/judge/served.ts';
import { check, type ActiveCheck, type CheckContext, type CheckOptions, type Suite } from '../../helpers/runner/check.ts';
import { nearMisses } from '../../helpers/journey/refusals/near-miss-list.ts';
import type { TagForm } from '../../helpers/journey/refusals/tag-form.ts';
import type { Person } from '../../helpers/journey/setup/person.ts';
import { firstForm, describeForm } from '../../helpers/journey/mpin/mpin-consent.ts';
import { addBeneficiary, requestTransfer } from '../../specs/operations.ts';
import {
  codeForms,
  mpinCodeForms,
  isMpinOverwritten,
  mustAnswerWrongCode,
  mustNotOverwriteMpin,
  wrongCodeCheck,
  wrongMpinCheck,
} from '../support/wrong-codes.ts';
import { mustKeepBalanceBehindNearMisses, nearMissCheck } from '../support/near-miss.ts';
import { awaitQueryForm, mustKeepBalance } from '../support/refused-calls.ts';
import { mustNotList, preparedRefusal } from '../support/refusal.ts';

/** A wrong code that was accepted has its effect for that reason. Only CODE-4170 accuses then. */
function mustBeRefused(reply: Reply): void {
  if (reply.code === apiCodes.success) throw blocked('CODE-4170', `${reply.operation.id} took a wrong OTP or MPIN`, 'service');
}

/** One that is served tags: which consents may be served is judged elsewhere. */
async function wasTagged({ after }: CheckContext, tries: Iterable<TagForm['triesBeforeLater'][number]>): Promise<boolean> {
  const done = await Promise.all([...tries].map((each) => after(each)));
  return done.some((one) => one.ok && one.value.reply.code === apiCodes.success);
}

/** Both forms have the same mobile, and OP-1 may show late that it was tagged as a customer, unless it has shown that before. */
async function mayShowCustomerLate(context: CheckContext): Promise<boolean> {
  const { customer } = context.journey.wrongCodes.tagging;
  if (!(await wasTagged(context, customer.tries.values()))) return false;
  const shown = await context.after(customer.shown);
  return !shown.ok || validValueAt(shown.value, 'result.isOldUser') !== 'true';
}

async function mustStayNew(context: CheckContext, userType: Person['userType']): Promise<void> {
  const { use, journey, must } = context;
  const shown = mustServe(await use(journey.wrongCodes.tagging[userType].after));
  const isOld = validValueAt(shown, 'result.isOldUser') !== 'false';
  if (isOld && userType === 'subAgent' && (await mayShowCustomerLate(context)))
    throw notApplicable('the mobile was tagged as a customer before');
  must.equal(shown, 'result.isOldUser', 'false');
}

const wrongTagCheck = (userType: Person['userType'], way: string, options: CheckOptions): ActiveCheck =>
  check(
    'CONSENT-WRONG-NO-EFFECT',
    way,
    `a ${userType === 'customer' ? 'customer' : 'sub-agent'} whose consent is refused does not become an old user`,
    options,
    async (context) => {
      const { use, journey, must } = context;
      const tagging = journey.wrongCodes.tagging[userType];
      mustBeRefused(await use(tagging.wrongCode));
      const before = mustServe(await use(tagging.before));
      if (validValueAt(before, 'result.isOldUser') !== 'false') throw notApplicable('the mobile belongs to an old user');
      await mustStayNew(context, userType);
      if (await wasTagged(context, tagging.triesBeforeLater)) return;
      must.equal(mustServe(await use(tagging.later)), 'result.isOldUser', 'false');
    },
  );

export const consent: Suite = {
  name: 'Consent',
  area: 'Consent',
  checks: [
    ...codeForms.map(wrongCodeCheck),
    check('CODE-4170', 'wrong-mpin-OP-6', 'OP-6 answers a wrong MPIN with code 4170', { operation: 'OP-6' }, async (context) => {
      const reply = await context.use(context.journey.mpinConsent.wrong);
      mustGiveReason(reply);
      // Judged only where the service accepts the right MPIN in the form in which the wrong one was sent (reading 14).
      const { form } = await context.use(context.journey.mpinConsent.right);
      if (form !== firstForm)
        throw notApplicable(`the service accepts the MPIN as ${describeForm(form)}, and the wrong MPIN was sent in another form`);
      await mustAnswerWrongCode(context, reply, undefined, context.journey.mpinConsent.wrongAgain);
    }),
    ...mpinCodeForms.map(wrongMpinCheck),
    ...nearMisses.map(nearMissCheck),
    check(
      'CONSENT-MPIN-FORM',
      'right-mpin',
      'a consent with OTP and MPIN is taken',
      { operation: 'OP-6' },
      async ({ use, observe, journey }) => {
        observe(`the MPIN is taken as ${describeForm((await use(journey.mpinConsent.right)).form)}`);
      },
    ),
    check(
      'AUTH-SECOND-FACTOR',
      'otp-and-mpin',
      'the MPIN set by OP-12 is a second factor next to the OTP',
      { operation: 'OP-6' },
      async ({ use, journey }) => {
        await use(journey.mpinConsent.right);
      },
    ),
    check(
      'CONSENT-NONE-FORM',
      'scheme-none',
      'where no verification is asked for, NONE is taken',
      { operation: 'OP-6' },
      async ({ use, journey }) => {
        const { scheme } = await use(journey.customer.sender);
        if (scheme !== 'NONE') throw notApplicable(`OP-5 asks for "${scheme}"`);
        await use(journey.customer.beneficiaries.detail);
      },
    ),
    check('CONSENT-WRONG-NO-EFFECT', 'transfer', 'a transfer with a wrong OTP moves no money', { operation: 'OP-9' }, async (context) => {
      const { reply, balances, balancesAgain } = context.journey.refusals.wrongTransfer('path');
      const refused = await context.use(reply);
      mustBeRefused(refused);
      await mustKeepBalance(context, { balances, again: balancesAgain, refused });
    }),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'transfer-query',
      'a query-form transfer with a wrong OTP moves no money',
      { operation: 'OP-9', form: 'query' },
      async (context) => {
        await awaitQueryForm(context, 'query');
        const { reply, balances, balancesAgain } = context.journey.refusals.wrongTransfer('query');
        const refused = await context.use(reply);
        mustBeRefused(refused);
        await mustKeepBalance(context, { balances, again: balancesAgain, refused });
      },
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'transfer-mpin',
      'a transfer with a wrong MPIN moves no money',
      { operation: 'OP-9', circumstance: 'with-mpin' },
      async (context) => {
        const { replies, balances, balancesAgain } = context.journey.mpinConsent.elsewhere;
        const tried = preparedRefusal(replies, requestTransfer);
        if (!(await context.after(tried)).ok) await mustNotOverwriteMpin(context);
        const refused = await context.use(tried);
        mustBeRefused(refused);
        await mustKeepBalance(context, { balances, again: balancesAgain, refused });
      },
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'near-misses',
      'codes that are nearly right move no money',
      { operation: 'OP-9', circumstance: 'near-miss' },
      mustKeepBalanceBehindNearMisses,
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'beneficiary',
      'a beneficiary sent with a wrong OTP is not added',
      { operation: 'OP-7' },
      async ({ use, journey, must }) => {
        const { reply, accountNo, after } = await use(journey.mpinConsent.beneficiary);
        mustBeRefused(reply);
        validValueAt(after.reply, 'result.beneficiaries');
        mustNotList(must, after, accountNo, reply.exchange.id);
      },
    ),
    check('CONSENT-WRONG-NO-EFFECT', 'mpin', 'an MPIN sent with a wrong OTP is not set', { operation: 'OP-12' }, async (context) => {
      const { mpinConsent } = context.journey;
      mustBeRefused(await context.use(mpinConsent.setMpin));
      await context.use(mpinConsent.right);
      const later = await context.use(preparedRefusal(mpinConsent.elsewhere.replies, addBeneficiary));
      const set = await isMpinOverwritten(context);
      const expected = 'the MPIN that was set before';
      const received = 'the MPIN that was sent with a wrong OTP is accepted';
      context.must.hold(!set, { expected, received, place: formatPlace(later), exchange: later.exchange.id });
    }),
    wrongTagCheck('customer', 'tag', { operation: 'OP-4' }),
    wrongTagCheck('subAgent', 'tag-subAgent', { operation: 'OP-4', form: 'subAgent' }),
  ],
};
