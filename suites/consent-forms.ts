import { outcomeOf } from '../helpers/judge/reply.ts';
import { mustHold } from '../helpers/judge/must.ts';
import { blocked } from '../helpers/judge/stop.ts';
import { check, type ActiveCheck, type Suite, wayOf } from '../helpers/runner/check.ts';
import { malformedWays } from '../helpers/journey/refusals/refusal-forms.ts';
import { attemptKey } from '../helpers/journey/refusals/refusal-list.ts';
import { consenting } from '../helpers/journey/calls/attempt.ts';
import { setMpin } from '../specs/operations.ts';
import type { ClauseId } from '../specs/clauses.ts';
import type { Operation } from '../specs/operation.ts';
import { mustMoveNothing, mustTurnDown, triedAs } from './turned-down.ts';
import { mustBeReadable } from '../helpers/judge/served.ts';
import { mustRefuse } from './sweeps/there.ts';

interface Form {
  readonly clause: ClauseId;
  /** As helpers/journey/refusals/refusal-list.ts names it. */
  readonly way: string;
  readonly fact: string;
  readonly operations: readonly Operation[];
}

/** Consents that are no consent (reading 13). */
export const forms: readonly Form[] = [
  { clause: 'CONSENT-MISSING', way: 'missing-consent', fact: 'without a consent', operations: consenting },
  ...malformedWays.map((way) => ({
    clause: 'CONSENT-MALFORMED' as const,
    way,
    fact: `with a malformed consent (${way.replaceAll('-', ' ')})`,
    operations: consenting,
  })),
  {
    clause: 'CONSENT-NONE-WHERE-OTP',
    way: 'none',
    fact: 'with NONE where the scheme is OTP',
    operations: consenting.filter(({ id }) => id !== 'OP-4'),
  },
  { clause: 'CONSENT-STATE-UNKNOWN', way: 'unknown-state', fact: 'with a right code and a state never issued', operations: consenting },
  {
    clause: 'CONSENT-STATE-OTHER-MOBILE',
    way: 'state-of-another',
    fact: 'with the code and state of another mobile',
    operations: [...consenting, setMpin],
  },
  {
    clause: 'CONSENT-STATE-OTHER-MOBILE',
    way: 'own-code-state-of-another',
    fact: 'with a right code and the state of another mobile',
    operations: consenting,
  },
];

const refused = ({ clause, way, fact, operations }: Form): ActiveCheck[] =>
  operations.map((operation) => {
    const id = `${clause}~${wayOf(way, operation.id)}` as const;
    const title = `${operation.id} ${fact} is refused`;
    return check({ id, clause, operation: operation.id, title, needs: 'sender' }, async (stage) => {
      await mustTurnDown(stage, clause, await stage.use(triedAs(stage, attemptKey({ way, operation }))));
    });
  });

export const consentForms: Suite = {
  name: 'Consent forms',
  area: 'Consent',
  checks: [
    ...forms.flatMap(refused),
    check(
      {
        id: 'CONSENT-STATE-UNKNOWN~unknown-state-OP-12',
        clause: 'CONSENT-STATE-UNKNOWN',
        operation: 'OP-12',
        title: 'OP-12 with a right code and a state never issued is refused',
        needs: 'own-sender',
      },
      async (stage) => {
        const step = stage.world.mpinRefused.get('unknown-state');
        if (step === undefined) throw new Error('expected an OP-12 with an unknown state in the world, received none: add it to mpin.ts');
        const reply = await stage.use(step);
        mustBeReadable(reply);
        await mustRefuse(stage, 'CONSENT-STATE-UNKNOWN', reply, reply.code !== 2000, 'a refusal');
      },
    ),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~refused-consents',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-9',
        title: 'transfers whose consent is refused move no money',
        needs: 'sender',
      },
      (stage) => mustMoveNothing(stage, 'CONSENT-WRONG-NO-EFFECT', true),
    ),
    check(
      {
        id: 'CONSENT-WRONG-NO-EFFECT~refused-beneficiaries',
        clause: 'CONSENT-WRONG-NO-EFFECT',
        operation: 'OP-7',
        title: 'beneficiaries whose consent is refused are not added',
        needs: 'sender',
      },
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
        mustHold(
          'CONSENT-WRONG-NO-EFFECT',
          listed.length === 0,
          'none of the refused accounts in the list',
          `${listed.length} of them in the list`,
          'result.beneficiaries',
        );
      },
    ),
    check(
      {
        id: 'OP4-CONSENT-NONE~known-customer',
        clause: 'OP4-CONSENT-NONE',
        title: 'what OP-4 with NONE leads to is recorded',
        needs: 'sender',
      },
      async ({ use, observe, world }) => {
        observe(`OP-4 with NONE, for a known customer, is answered with ${outcomeOf(await use(world.customer.onboarding.tagWithNone))}`);
      },
    ),
  ],
};
