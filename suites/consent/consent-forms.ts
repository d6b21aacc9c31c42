import { apiCodes } from '../../specs/codes.ts';
import { describeAnswer } from '../../helpers/judge/reply.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type CheckContext, type Suite } from '../../helpers/runner/check.ts';
import type { RefusalGroup } from '../../helpers/journey/refusals/refusal-group.ts';
import { refusedCallKey } from '../../helpers/journey/refusals/refusal-list.ts';
import { wrongConsents, type WrongConsent } from '../support/forbidden-calls.ts';
import { mustMoveNothing, mustRefuseAttempt } from '../support/refused-calls.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { mustRefuse } from '../support/refusal.ts';

const refusalChecks = ({ clause, way, fact, operations }: WrongConsent): ActiveCheck[] =>
  operations.map((operation) => {
    return check(clause, `${way}-${operation.id}`, `${operation.id} ${fact} is refused`, { operation: operation.id }, async (context) => {
      await mustRefuseAttempt(context, refusedCallKey({ way, operation }));
    });
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
    check(
      'CONSENT-STATE-UNKNOWN',
      'unknown-state-OP-12',
      'OP-12 with a right code and a state never issued is refused',
      { operation: 'OP-12' },
      async (context) => {
        const step = context.journey.mpinRefused.get('unknown-state');
        if (step === undefined) throw new Error('expected an OP-12 with an unknown state in the journey, received none: add it to mpin.ts');
        const reply = await context.use(step);
        mustBeReadable(reply);
        await mustRefuse(context, reply, reply.code !== apiCodes.success, 'a refusal');
      },
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'refused-consents',
      'transfers whose consent is refused move no money',
      { operation: 'OP-9' },
      (context) => mustMoveNothing(context, true),
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
    check('OP4-CONSENT-NONE', 'known-customer', 'what OP-4 with NONE leads to is recorded', async ({ use, observe, journey }) => {
      observe(
        `OP-4 with NONE, for a known customer, is answered with ${describeAnswer(await use(journey.customer.onboarding.tagWithNone))}`,
      );
    }),
  ],
};
