import { documentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus, senderSecurityScheme } from '../../../specs/operations.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { notApplicable } from '../../judge/stop.ts';
import { step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import { createUnlockedRead } from '../calls/closing.ts';
import type { RefusedCallResult } from '../calls/refused-call.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Callbacks } from '../onboarding/callbacks.ts';
import { askOnboardingStatus, askUntilOld, tagWithCode, type Onboarding } from '../onboarding/onboarding.ts';
import { readDetail } from '../sender/sender.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { createDependentPart } from '../setup/part-step.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import { sendDetailWithWrongCode } from './unconsented.ts';

export interface PeopleCircumstances {
  readonly oldUserTagged: Step<unknown>;
  /** The last OP-1 of each person whose eKYC has ended. */
  readonly afterEkyc: Step<readonly Reply[]>;
  /** OP-6 with a wrong code, by the customer whose eKYC has ended. */
  readonly wrongCodeAfterEkyc: Step<RefusedCallResult>;
  readonly unknownUser: Step<unknown>;
}

interface PeopleParts {
  readonly access: Access;
  readonly subAgent: Onboarding;
  /** The customer whose eKYC is completed, on a mobile without other roles. */
  readonly returning: CustomerJourney;
  readonly callbacks: Callbacks;
}

export function createPeopleCircumstances(
  deps: Dependencies,
  { access, subAgent, returning, callbacks }: PeopleParts,
): PeopleCircumstances {
  const { onboarding, sender } = returning;
  const { person } = onboarding;
  const oldUserTagged = createCircumstance(deps, 'an old user tagged again', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(onboarding.statusAfter);
    await tagWithCode(deps, session, person);
    await askOnboardingStatus(session, person);
    await session.use(subAgent.tagAgain);
    await askOnboardingStatus(session, subAgent.person);
  });
  const tagAfterEkyc = step('a customer tagged again after its eKYC', async (session) => {
    await session.use(sender);
    if (!(await session.use(callbacks.completed.customer))) throw notApplicable('nothing shows that the eKYC process was completed');
    if (Number(callbacks.mobileOf('customer')) !== Number(person.mobile)) throw notApplicable('OP-16 refuses users who are tagged');
    const customer = await askUntilOld(deps, session, person);
    const { tagId: senderId } = await tagWithCode(deps, session, person);
    return { customer, who: { ...(await session.use(sender)), senderId } };
  });
  const wrongCode = step('OP-6 with a wrong code after an eKYC', async (session) =>
    sendDetailWithWrongCode(deps, session, (await session.use(tagAfterEkyc)).who),
  );
  const afterEkyc = createCircumstance(deps, 'people after their eKYC', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    const { customer, who } = await session.use(tagAfterEkyc);
    await session.send(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', who));
    await deps.inTurn(person, async () => {
      const wrong = await session.after(wrongCode);
      // A service may lock a sender for one wrong code.
      await (wrong.ok ? session.use(createUnlockedRead(deps, who)) : readDetail(deps, session, who));
    });
    const isSubAgentDone =
      (await session.after(callbacks.completed.subAgent)).ok && Number(callbacks.mobileOf('subAgent')) === Number(subAgent.person.mobile);
    return isSubAgentDone ? [customer, await askUntilOld(deps, session, subAgent.person)] : [customer];
  });
  const unknownUser = createCircumstance(deps, 'a mobile never seen', async (session) => {
    await session.use(access.open);
    for (const userType of ['customer', 'subAgent'] as const)
      await session.probe(onboardingStatus, documentedCall(onboardingStatus, userType, { mobile: unknownValues.mobile }));
    // A customer is no sub-agent, unless an earlier run has made it one.
    const [tagged, status] = [await session.after(onboarding.tag), await session.after(onboarding.statusBefore)];
    if (tagged.ok && status.ok && valueAt(status.value, 'result.isOldUser') === 'false')
      await session.probe(onboardingStatus, documentedCall(onboardingStatus, 'subAgent', { mobile: person.mobile }));
  });
  return { oldUserTagged, afterEkyc, wrongCodeAfterEkyc: createDependentPart(afterEkyc, wrongCode), unknownUser };
}
