import { documentedCall } from '../../../specs/documented-call.ts';
import { agentBalance, onboardingStatus, paymentSources, senderDetail, senderSecurityScheme, tagUser } from '../../../specs/operations.ts';
import type { OperationId } from '../../../specs/operation.ts';
import { usable } from '../../judge/fields.ts';
import { answered } from '../../judge/must.ts';
import { type Reply } from '../../judge/reply.ts';
import { notServed } from '../../judge/served.ts';
import { Stop, untried, violation } from '../../judge/stop.ts';
import type { Token } from '../../client/auth/token.ts';
import { type Session, step, type Step } from '../../session/session.ts';
import type { Access } from '../access/access.ts';
import { withOtp } from '../consent/consent.ts';
import type { Dependencies } from '../setup/dependencies.ts';
import type { Onboarding } from '../onboarding/onboarding.ts';
import { mustBeWorthACode } from '../setup/people.ts';
import type { Person } from '../setup/person.ts';
import type { CustomerJourney } from '../customer/customer-journey.ts';

/** The second agent and what is its own; a run without one has none of it. */
export interface OtherAgent {
  readonly token: Step<Token>;
  /** Its token opens a plain read: what it is refused from here on is about whose ids it uses. */
  readonly open: Step<void>;
  /** Calls on nothing but its own, by operation. */
  readonly own: ReadonlyMap<OperationId, Step<Reply>>;
  /** The tag of a sub-agent of its own. */
  readonly subAgentTag: Step<string>;
  /** OP-5 of its own sender under the first agent's sub-agent. */
  readonly underForeignSubAgent: Step<Reply>;
}

/** The same conversation with the token of the second agent. */
export const asOther = (session: Session): Session => ({
  ...session,
  send: (operation, call = {}) => session.send(operation, { ...call, token: 'other' }),
  probe: (operation, call) => session.probe(operation, { ...call, token: 'other' }),
});

/** Of the first agent, for comparison. */
export interface FirstAgent {
  readonly subAgent: Onboarding;
  readonly customer: CustomerJourney;
}

/** A call of its own is served like anyone's; the first agent has been served the same. */
function mustServeOther(reply: Reply): Reply {
  const stop = notServed(reply);
  if (stop === null) return reply;
  if (stop.why.kind !== 'violation') throw stop;
  throw answered('AUTH-OTHER-AGENT-SERVED', 'HTTP 200 with code 2000', reply);
}

/** What is not served to a second agent is told by its own clause. */
async function servedToOther(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    const { expected, received, place, exchange, deviation } = error.why;
    throw violation('AUTH-OTHER-AGENT-SERVED', expected, received, place, exchange, null, deviation);
  }
}

/** Mobiles are no ids, so a mobile that another agent knows may be refused: nothing is told by that. */
async function tagged(deps: Dependencies, session: Session, person: Person): Promise<string> {
  const path = { userType: person.userType, mobile: person.mobile };
  try {
    const { reply } = await withOtp(deps, session, person, (consent) => session.send(tagUser, { path, consent }));
    return usable(reply, 'result.tagId', session.doubt);
  } catch (error) {
    if (!(error instanceof Stop) || error.why.kind !== 'violation') throw error;
    throw untried(`the ${person.role} could not be tagged on the last spare mobile`, 'test-data');
  }
}

/** `mobile` belongs to nobody else in this run; the first agent's sub-agent and customer have been served the same. */
export function otherAgentOf(
  deps: Dependencies,
  access: Access,
  { subAgent, customer }: FirstAgent,
  mobile: string | undefined,
): OtherAgent {
  const sender: Person = { role: "second agent's customer", userType: 'customer', mobile: mobile ?? '', mpin: null };
  const person: Person = { role: "second agent's sub-agent", userType: 'subAgent', mobile: mobile ?? '', mpin: null };
  const token = step('obtain a token for the second agent', async (session) => {
    await session.use(access.open);
    return deps.obtainToken('other', session.evidence.exchanges);
  });
  const served = (name: string, first: Step<unknown>, call: (session: Session) => Promise<Reply>): Step<Reply> =>
    step(`${name} by the second agent`, async (session) => {
      await session.use(token);
      await session.use(first);
      return mustServeOther(await call(asOther(session)));
    });
  const sources = served('read the payment sources', access.sources, ({ send }) => send(paymentSources));
  const open = step('find the access of the second agent open', async (session) => {
    await session.use(sources);
  });
  const status = step('an onboarding status of each agent', async (session) => {
    await session.use(ownMobile);
    return session.use(subAgent.statusBefore);
  });
  const ownMobile = step('a mobile for the second agent', async (session) => {
    await session.use(open);
    if (mobile === undefined) throw untried('no spare mobile for a sub-agent of the second agent (DMT_SPARE_MOBILES)', 'configuration');
  });
  const subAgentTag = step('tag a sub-agent of the second agent', async (session) => {
    await session.use(ownMobile);
    await session.use(subAgent.tag);
    return deps.inTurn(person, () => tagged(deps, asOther(session), person));
  });
  const senderTag = step('tag a customer of the second agent', async (session) => {
    mustBeWorthACode(deps.people);
    await session.use(subAgentTag);
    await session.use(customer.onboarding.tag);
    return deps.inTurn(sender, () => tagged(deps, asOther(session), sender));
  });
  const ownSender = async (session: Session) => ({
    senderId: await session.use(senderTag),
    subAgentTagId: await session.use(subAgentTag),
  });
  const scheme = step('the scheme of an own sender', async (session) => {
    const call = documentedCall(senderSecurityScheme, 'only', await ownSender(session));
    await session.use(customer.scheme);
    return mustServeOther(await asOther(session).send(senderSecurityScheme, call));
  });
  const detail = step('the detail of an own sender', async (session) => {
    const ids = await ownSender(session);
    await session.use(customer.beneficiaries.detail);
    const asked = (consent: string): Promise<Reply> =>
      asOther(session).send(senderDetail, documentedCall(senderDetail, 'only', { ...ids, consent }));
    return deps.inTurn(sender, () => servedToOther(async () => (await withOtp(deps, asOther(session), sender, asked)).reply));
  });
  return {
    token,
    open,
    underForeignSubAgent: step("OP-5 of an own sender under the first agent's sub-agent", async (session) => {
      const { senderId } = await ownSender(session);
      await session.use(scheme);
      const subAgentTagId = await session.use(subAgent.tagId);
      return asOther(session).probe(senderSecurityScheme, documentedCall(senderSecurityScheme, 'only', { senderId, subAgentTagId }));
    }),
    own: new Map([
      ['OP-5', scheme],
      ['OP-6', detail],
      [
        'OP-1',
        served('read an onboarding status', status, ({ send }) =>
          send(onboardingStatus, documentedCall(onboardingStatus, person.userType, person)),
        ),
      ],
      ['OP-2', sources],
      ['OP-15', served('read the agent balance', access.agentBalance, ({ send }) => send(agentBalance))],
    ]),
    subAgentTag,
  };
}
