import { documentedCall } from '../../../specs/documented-call.ts';
import { onboardingStatus } from '../../../specs/operations.ts';
import { unknownValues } from '../../core/unknown-values.ts';
import { valueAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { mustServe } from '../../judge/served.ts';
import { notApplicable } from '../../judge/stop.ts';
import type { Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Callbacks } from '../onboarding/callbacks.ts';
import { askUntilOld, type Onboarding } from '../onboarding/onboarding.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { createCircumstance } from '../setup/circumstance.ts';
import type { EkycSender } from './ekyc-sender.ts';

export interface PeopleCircumstances {
  readonly oldUserTagged: Step<unknown>;
  /** The last OP-1 of each person whose eKYC has ended. */
  readonly oldAfterEkyc: Step<readonly Reply[]>;
  readonly unknownUser: Step<unknown>;
}

interface PeopleParts {
  readonly access: Access;
  readonly subAgent: Onboarding;
  readonly customer: Pick<CustomerJourney, 'onboarding'>;
  /** Of the eKYC. */
  readonly onboarding: Onboarding;
  readonly callbacks: Callbacks;
  /** The same person. */
  readonly ekycSender: EkycSender;
}

export function createPeopleCircumstances(
  deps: Dependencies,
  { access, subAgent, customer, onboarding, callbacks, ekycSender }: PeopleParts,
): PeopleCircumstances {
  const { person } = onboarding;
  const oldUserTagged = createCircumstance(deps, 'an old user tagged again', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    for (const { statusAfter, tagAgain, person: old } of [customer.onboarding, subAgent]) {
      await session.use(statusAfter);
      await session.use(tagAgain);
      await askUntilOld(deps, session, old);
    }
  });
  const oldAfterEkyc = createCircumstance(deps, 'people after a completed eKYC', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.after(ekycSender.after);
    const done = await session.after(callbacks.completed.customer);
    // A user who was called old before is old also where the process does not end.
    const isCompleted = done.ok && done.value;
    if (!isCompleted && (await session.after(onboarding.tag)).ok) await askUntilOld(deps, session, person);
    if (!(await session.use(callbacks.completed.customer))) throw notApplicable('nothing shows that the eKYC process was completed');
    if (Number(callbacks.mobileOf('customer')) !== Number(person.mobile)) throw notApplicable('OP-16 refuses users who are tagged');
    const isSubAgentDone =
      (await session.after(callbacks.completed.subAgent)).ok && Number(callbacks.mobileOf('subAgent')) === Number(subAgent.person.mobile);
    const onboarded = isSubAgentDone ? [person, subAgent.person] : [person];
    const replies: Reply[] = [];
    for (const each of onboarded) replies.push(mustServe(await askUntilOld(deps, session, each, 'old-after-ekyc')));
    return replies;
  });
  const unknownUser = createCircumstance(deps, 'a mobile never seen', async (session) => {
    await session.use(access.open);
    for (const userType of ['customer', 'subAgent'] as const)
      await session.probe(onboardingStatus, documentedCall(onboardingStatus, userType, { mobile: unknownValues.mobile }));
    // A customer is no sub-agent, unless an earlier run has made it one.
    if (deps.people.usedBefore.has(person.mobile)) return;
    const tagged = await session.after(onboarding.tag);
    const status = await session.after(onboarding.statusBefore);
    if (tagged.ok && status.ok && valueAt(status.value, 'result.isOldUser') === 'false')
      await session.probe(onboardingStatus, documentedCall(onboardingStatus, 'subAgent', { mobile: person.mobile }));
  });
  return { oldUserTagged, oldAfterEkyc, unknownUser };
}
