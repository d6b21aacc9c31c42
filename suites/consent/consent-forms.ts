import { apiCodes } from '../../specs/codes.ts';
import { describeAnswer, type Reply } from '../../helpers/judge/reply.ts';
import { blocked, notApplicable, untried } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { wrongConsents, type WrongConsent } from '../support/forbidden-calls.ts';
import { mustRefuseWithoutConsent, mustStillAskForCode, tagTry } from '../support/missing-consent.ts';
import { findRefusedCall, awaitQueryForm, mustMoveNothing, mustRefuseByKey, mustRefuseTried } from '../support/refused-calls.ts';
import type { Operation } from '../../specs/operation.ts';
import { setMpin } from '../../specs/operations.ts';
import type { Step } from '../../helpers/session/session.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { mustRefuse } from '../support/refusal.ts';
import { balanceAfterWrongCode } from '../rules/balances.ts';
import { listedAfterWrongCode } from '../rules/refused-changes.ts';

/** OP-12 has its code in the payload. These calls are sent before an MPIN is set with that code. */
async function mustRefuseMpin(context: CheckContext, sent: Step<Reply>): Promise<void> {
  const reply = await context.use(sent);
  mustBeReadable(reply);
  await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
}

/** `form` where it is not the first one. */
function refusalCheck({ clause, way, fact }: WrongConsent, operation: Operation, form?: string): ActiveCheck {
  const [first, ...further] = Object.keys(operation.forms);
  const tried = form ?? (further.length === 0 ? undefined : first);
  const name = form === undefined ? operation.id : `${operation.id} (${form})`;
  const key = refusedCallKey({ way, operation, ...(form !== undefined && { form }) });
  const options = { operation: operation.id, ...(tried !== undefined && { form: tried }) };
  return check(clause, key, `${name} ${fact} is refused`, options, async (context) => {
    await awaitQueryForm(context, form);
    const beforeMpin = operation.id === setMpin.id ? context.journey.mpinRefused.get(way) : undefined;
    if (beforeMpin !== undefined) await mustRefuseMpin(context, beforeMpin);
    else if (operation.id === 'OP-4' && way === 'missing-consent') await mustRefuseWithoutConsent(context, form);
    else if (form === 'subAgent') await mustRefuseTried(context, tagTry(context, 'subAgent', way));
    else {
      await mustStillAskForCode(context, clause, await context.use(findRefusedCall(context, key)));
      await mustRefuseByKey(context, key);
    }
  });
}

const refusalChecks = (wrong: WrongConsent): ActiveCheck[] =>
  wrong.operations.flatMap((operation) => {
    const further = wrong.forms?.[operation.id];
    return [refusalCheck(wrong, operation), ...(further === undefined ? [] : [refusalCheck(wrong, operation, further)])];
  });

/**
 * A served call would leave a tag, so no right code follows: the configured customer shows that OP-4 takes one. It needs a further code, which
 * a person who types codes is spared, so no circumstance of the clause depends on it.
 */
const newCustomerCheck = ({ clause, way, fact }: WrongConsent): ActiveCheck =>
  check(
    clause,
    `${way}-OP-4-new-customer`,
    `OP-4 of a new customer ${fact} is refused`,
    { operation: 'OP-4', form: 'customer' },
    (context) => mustRefuseTried(context, { ...tagTry(context, 'customer', way), control: context.journey.customer.onboarding.tag }),
  );

/** Returns how many accounts were refused. */
async function mustListNoRefusedAccount(
  context: CheckContext,
  { openingDetail, closingDetail, accountsOfWrongCodes }: RefusalGroup,
): Promise<number> {
  const before = (await context.use(openingDetail)).beneficiaries.map(({ accountNumber }) => accountNumber);
  const { reply, beneficiaries } = await context.use(closingDetail);
  const { alone, shared } = await accountsOfWrongCodes(context);
  const asked = [...alone, ...shared];
  if (asked.some((account) => before.includes(account)))
    throw untried('the account of a refused call was listed before: DMT_BENEFICIARY_ACCOUNT names too few', 'configuration');
  if (beneficiaries.some(({ accountNumber }) => shared.includes(accountNumber)))
    throw blocked(
      'REFUSAL-NOTHING-CHANGED',
      'the account of a refused call is listed, and calls with other refusals had it too',
      'service',
    );
  const listed = beneficiaries.filter(({ accountNumber }) => alone.includes(accountNumber));
  context.must.hold(listed.length === 0, {
    expected: 'none of the refused accounts in the list',
    received: `${listed.length} of them in the list`,
    place: 'result.beneficiaries',
    exchange: reply.exchange.id,
  });
  return asked.length;
}

export const consentForms: Suite = {
  name: 'Consent forms',
  area: 'Consent',
  checks: [
    ...wrongConsents.flatMap(refusalChecks),
    ...wrongConsents.filter(({ way }) => ['unknown-state', 'own-code-state-of-another'].includes(way)).map(newCustomerCheck),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'refused-consents',
      'transfers whose consent is refused move no money',
      { operation: 'OP-9' },
      (context) => mustMoveNothing(context, 'wrong-code'),
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'refused-beneficiaries',
      'beneficiaries whose consent is refused are not added',
      { operation: 'OP-7' },
      async (context) => {
        let asked = 0;
        for (const group of context.journey.refusals.groups) asked += await mustListNoRefusedAccount(context, group);
        if (asked === 0) throw notApplicable('no OP-7 was refused for its code');
      },
    ),
    listedAfterWrongCode,
    balanceAfterWrongCode,
    check('OP4-CONSENT-NONE', 'known-customer', 'what OP-4 with NONE leads to is recorded', async ({ use, observe, journey }) => {
      observe(
        `OP-4 with NONE, for a known customer, is answered with ${describeAnswer(await use(journey.customer.onboarding.tagWithNone))}`,
      );
    }),
  ],
};
