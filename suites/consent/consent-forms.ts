import { outcomeOf } from '../../helpers/judge/reply.ts';
import { blocked } from '../../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Suite } from '../../helpers/run/check.ts';
import { attemptKey } from '../../helpers/run/world/refusal-list.ts';
import { wrongConsents, type WrongConsent } from '../support/forbidden-calls.ts';
import { mustMoveNothing, mustTurnDown, triedAs } from '../support/refused-calls.ts';
import { mustBeReadable } from '../../helpers/judge/served.ts';
import { mustRefuse } from '../support/refusal.ts';

const refused = ({ clause, way, fact, operations }: WrongConsent): ActiveCheck[] =>
  operations.map((operation) => {
    return check(clause, `${way}-${operation.id}`, `${operation.id} ${fact} is refused`, { operation: operation.id }, async (stage) => {
      await mustTurnDown(stage, await stage.use(triedAs(stage, attemptKey({ way, operation }))));
    });
  });

export const consentForms: Suite = {
  name: 'Consent forms',
  area: 'Consent',
  checks: [
    ...wrongConsents.flatMap(refused),
    check(
      'CONSENT-STATE-UNKNOWN',
      'unknown-state-OP-12',
      'OP-12 with a right code and a state never issued is refused',
      { operation: 'OP-12' },
      async (stage) => {
        const step = stage.world.mpinRefused.get('unknown-state');
        if (step === undefined) throw new Error('expected an OP-12 with an unknown state in the world, received none: add it to mpin.ts');
        const reply = await stage.use(step);
        mustBeReadable(reply);
        await mustRefuse(stage, reply, reply.code !== 2000, 'a refusal');
      },
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'refused-consents',
      'transfers whose consent is refused move no money',
      { operation: 'OP-9' },
      (stage) => mustMoveNothing(stage, true),
    ),
    check(
      'CONSENT-WRONG-NO-EFFECT',
      'refused-beneficiaries',
      'beneficiaries whose consent is refused are not added',
      { operation: 'OP-7' },
      async (stage) => {
        const { beneficiaries } = await stage.use(stage.world.refusals.closing);
        const { alone, shared } = await stage.world.refusals.accountsOfWrongCodes(stage);
        if (beneficiaries.some(({ accountNumber }) => shared.includes(accountNumber)))
          throw blocked(
            'REFUSAL-NOTHING-CHANGED',
            'the account of a refused call is listed, and calls with other refusals had it too',
            'service',
          );
        const listed = beneficiaries.filter(({ accountNumber }) => alone.includes(accountNumber));
        stage.must.hold(listed.length === 0, {
          expected: 'none of the refused accounts in the list',
          received: `${listed.length} of them in the list`,
          place: 'result.beneficiaries',
        });
      },
    ),
    check('OP4-CONSENT-NONE', 'known-customer', 'what OP-4 with NONE leads to is recorded', async ({ use, observe, world }) => {
      observe(`OP-4 with NONE, for a known customer, is answered with ${outcomeOf(await use(world.customer.onboarding.tagWithNone))}`);
    }),
  ],
};
