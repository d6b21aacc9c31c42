import { apiCodes } from '../../specs/codes.ts';
import { describeAnswer } from '../../helpers/judge/reply.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { wrongConsents, type WrongConsent } from '../support/forbidden-calls.ts';
import { mustRefuseWithoutConsent, tagTry } from '../support/missing-consent.ts';
import { mustHaveTried, mustMoveNothing, mustRefuseAttempt, mustRefuseTried } from '../support/refused-calls.ts';
import type { Operation } from '../../specs/operation.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { mustRefuse } from '../support/refusal.ts';
import { listedAfterWrongCode } from '../rules/refused-changes.ts';

/** `form` where it is not the first one. */
function refusalCheck({ clause, way, fact }: WrongConsent, operation: Operation, form?: string): ActiveCheck {
  const [first, ...further] = Object.keys(operation.forms);
  const tried = form ?? (further.length === 0 ? undefined : first);
  const name = form === undefined ? operation.id : `${operation.id} (${form})`;
  const key = refusedCallKey({ way, operation, ...(form !== undefined && { form }) });
  const options = { operation: operation.id, ...(tried !== undefined && { form: tried }) };
  return check(clause, key, `${name} ${fact} is refused`, options, async (context) => {
    await mustHaveTried(context, form);
    if (operation.id === 'OP-4' && way === 'missing-consent') await mustRefuseWithoutConsent(context, form);
    else if (form === 'subAgent') await mustRefuseTried(context, tagTry(context, 'subAgent', way));
    else await mustRefuseAttempt(context, key);
  });
}

const refusalChecks = (wrong: WrongConsent): ActiveCheck[] =>
  wrong.operations.flatMap((operation) => {
    const further = wrong.forms?.[operation.id];
    return [refusalCheck(wrong, operation), ...(further === undefined ? [] : [refusalCheck(wrong, operation, further)])];
  });

const waysOfMpin: readonly string[] = ['unknown-state', 'own-code-state-of-another'];

/** OP-12 has its code in the payload, before an MPIN is set with it. */
const mpinRefusalCheck = ({ clause, way, fact }: WrongConsent): ActiveCheck =>
  check(clause, `${way}-OP-12`, `OP-12 ${fact} is refused`, { operation: 'OP-12' }, async (context) => {
    const step = context.journey.mpinRefused.get(way);
    if (step === undefined) throw new Error(`expected an OP-12 ${fact} in the journey, received none: add it to mpin.ts`);
    const reply = await context.use(step);
    mustBeReadable(reply);
    await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
  });

async function mustListNoRefusedAccount(context: CheckContext, { closing, accountsOfWrongCodes }: RefusalGroup): Promise<void> {
  const { beneficiaries } = await context.use(closing);
  const { alone, shared } = await accountsOfWrongCodes(context);
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
  });
}

export const consentForms: Suite = {
  name: 'Consent forms',
  area: 'Consent',
  checks: [
    ...wrongConsents.flatMap(refusalChecks),
    ...wrongConsents.filter(({ way }) => waysOfMpin.includes(way)).map(mpinRefusalCheck),
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
        for (const group of context.journey.refusals.groups) await mustListNoRefusedAccount(context, group);
      },
    ),
    listedAfterWrongCode,
    check('OP4-CONSENT-NONE', 'known-customer', 'what OP-4 with NONE leads to is recorded', async ({ use, observe, journey }) => {
      observe(
        `OP-4 with NONE, for a known customer, is answered with ${describeAnswer(await use(journey.customer.onboarding.tagWithNone))}`,
      );
    }),
  ],
};
