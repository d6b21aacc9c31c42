import { documentedCall } from '../../../specs/documented-call.ts';
import { senderDetail, senderSecurityScheme, tagUser } from '../../../specs/operations.ts';
import { usableTextAt } from '../../judge/fields.ts';
import type { Reply } from '../../judge/reply.ts';
import { Stop, untried, violation } from '../../judge/stop.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import { withOtp } from '../consent/consent.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import { skipWhereCodesAreTyped } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import { asOtherAgent, mustServeOtherAgent } from './as-other-agent.ts';

/** A refusal to the second agent breaks the clause about that agent. */
async function blameOtherAgent(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    const { expected, received, place, exchange, deviation } = error.why;
    throw violation('AUTH-OTHER-AGENT-SERVED', expected, received, place, exchange, null, deviation);
  }
}

/** A mobile is no id, so the service may refuse a mobile that another agent knows: such a refusal proves nothing. */
async function tagPerson(deps: Dependencies, session: Session, person: Person): Promise<string> {
  try {
    const { reply } = await withOtp(deps, session, person, tagUser, (consent) =>
      session.send(tagUser, documentedCall(tagUser, person.userType, { ...person, consent })),
    );
    return usableTextAt(reply, 'result.tagId', session.doubt);
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    throw untried(`the ${person.role} could not be tagged on the last spare mobile`, 'test-data');
  }
}

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
  readonly detail: Step<Reply>;
  readonly underForeignSubAgent: Step<Reply>;
}

export function createOtherSender(deps: Dependencies, { subAgent, customer, mobile, ready }: OtherSenderParts): OtherSender {
  const sender: Person = { role: "second agent's customer", userType: 'customer', mobile, mpin: null };
  const person: Person = { role: "second agent's sub-agent", userType: 'subAgent', mobile, mpin: null };
  const subAgentTag = step('tag a sub-agent of the second agent', async (session) => {
    await session.use(ready);
    await session.use(subAgent.tag);
    return deps.inTurn(person, () => tagPerson(deps, asOtherAgent(session), person));
  });
  const senderTag = step('tag a customer of the second agent', async (session) => {
    skipWhereCodesAreTyped(deps.people);
    await session.use(subAgentTag);
    await session.use(customer.onboarding.tag);
    return deps.inTurn(sender, () => tagPerson(deps, asOtherAgent(session), sender));
  });
  const readIds = async (session: Session) => ({
    senderId: await session.use(senderTag),
    subAgentTagId: await session.use(subAgentTag),
  });
  const scheme = step("the scheme of the second agent's sender", async (session) => {
    const call = documentedCall(senderSecurityScheme, 'only', await readIds(session));
    await session.use(customer.scheme);
    return mustServeOtherAgent(await asOtherAgent(session).send(senderSecurityScheme, call));
  });
  const detail = step("the detail of the second agent's sender", async (session) => {
    const ids = await readIds(session);
    await session.use(customer.beneficiaries.detail);
    const asked = (consent: string): Promise<Reply> =>
      asOtherAgent(session).send(senderDetail, documentedCall(senderDetail, 'only', { ...ids, consent }));
    return deps.inTurn(sender, () =>
      blameOtherAgent(async () => (await withOtp(deps, asOtherAgent(session), sender, senderDetail, asked)).reply),
    );
  });
  const underForeignSubAgent = step("OP-5 of the second agent's sender under the first agent's sub-agent", async (session) => {
    const { senderId } = await readIds(session);
    await session.use(scheme);
    const subAgentTagId = await session.use(subAgent.tagId);
    return asOtherAgent(session).probe(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', { senderId, subAgentTagId }));
  });
  return { person, subAgentTag, scheme, detail, underForeignSubAgent };
}
