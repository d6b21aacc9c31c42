import { documentedCall } from '../../../specs/documented-call.ts';
import { tagUser } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { withOtp } from '../consent/consent.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import { askOnboardingStatus, isNewAnswer, type Onboarding } from '../onboarding/onboarding.ts';
import type { Sender } from '../sender/sender.ts';
import { useScheme } from '../sender/sender-steps.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import { asOtherAgent, orUntried, readOwnScheme } from './as-other-agent.ts';

/** A mobile is no id, so the service may refuse a mobile that another agent knows: such a refusal proves nothing. */
const tagPerson = (deps: Dependencies, session: Session, person: Person): Promise<string> =>
  orUntried(
    session,
    async () => {
      const { reply } = await withOtp(deps, session, person, tagUser, (consent) =>
        session.send(tagUser, documentedCall(tagUser, person.userType, { ...person, consent })),
      );
      return usableTextAt(reply, 'result.tagId', session.doubt);
    },
    `the ${person.role} could not be tagged on the last spare mobile`,
  );

interface OtherSenderParts {
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
  /** A mobile that no other person has in this run; empty where there is none. */
  readonly mobile: string;
  /** There is such a mobile, and the second agent is served. */
  readonly ready: Step<void>;
}

interface OtherSender {
  readonly person: Person;
  readonly subAgentTag: Step<string>;
  readonly scheme: Step<Reply>;
  /** Under the second agent's own sub-agent. */
  readonly sender: Step<Sender>;
  readonly isNew: Step<boolean>;
}

export function createOtherSender(deps: Dependencies, { subAgent, customer, mobile, ready }: OtherSenderParts): OtherSender {
  const owner: Person = { role: "second agent's customer", userType: 'customer', mobile, mpin: deps.people.mpin };
  const person: Person = { role: "second agent's sub-agent", userType: 'subAgent', mobile, mpin: null };
  const subAgentTag = step('tag a sub-agent of the second agent', async (session) => {
    await session.use(ready);
    await session.use(subAgent.tag);
    return deps.inTurn(person, () => tagPerson(deps, asOtherAgent(session), person));
  });
  const isNew = step("whether the second agent's customer is new", async (session) => {
    await session.use(customer.onboarding.tag);
    return isNewAnswer(await askOnboardingStatus(asOtherAgent(session), owner));
  });
  const senderTag = step('tag a customer of the second agent', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(subAgentTag);
    await session.use(isNew);
    return deps.inTurn(owner, () => tagPerson(deps, asOtherAgent(session), owner));
  });
  const readIds = async (session: Session) => ({
    senderId: await session.use(senderTag),
    subAgentTagId: await session.use(subAgentTag),
  });
  const scheme = step("the scheme of the second agent's sender", async (session) => {
    const ids = await readIds(session);
    await session.use(customer.scheme);
    return readOwnScheme(session, ids);
  });
  const sender = step("the second agent's sender", async (session) => {
    const ids = await readIds(session);
    return { person: owner, ...ids, scheme: await useScheme(session, scheme) };
  });
  return { person, subAgentTag, scheme, sender, isNew };
}
