import { firstAgent, isOtherAgent, otherAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { field } from '../../http/json.ts';
import { httpError } from '../../http/responses.ts';
import { findOwner, lastSegment, requestedSession, userInPath, withQuery, withValidConsent } from '../../twists/requests.ts';
import { acceptingSession } from '../transfer/sessions-and-payees.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { allOf, onFalseForm, onQueryForm } from '../../twists/circumstances.ts';
import { changeRequest, on, type When } from '../../twists/twists.ts';

/** The second agent names its own sender or session, and the first agent's sub-agent. */
const isUnderForeignSubAgent: When = (request) => {
  const subAgent = request.store.users.get((request.query.get('subAgentTagId') ?? '').toLowerCase());
  return isOtherAgent(request) && subAgent?.agent === firstAgent(request.store) && findOwner(request) === request.agent;
};

/** The first agent asks about a transfer of its own under the second agent's sub-agent. */
const isOwnTransferUnderOther: When = (request) => {
  const subAgent = request.store.users.get((request.query.get('subAgentTagId') ?? '').toLowerCase());
  return request.agent === firstAgent(request.store) && subAgent?.userType === 'subAgent' && subAgent.agent === otherAgent(request.store);
};

const withOwnSubAgent = (request: ServiceRequest): ServiceRequest => {
  const own = [...request.store.users.values()].find(({ agent, userType }) => agent === request.agent && userType === 'subAgent');
  return own === undefined ? request : withQuery(request, 'subAgentTagId', own.tagId);
};

const servedWhen = (when: When): Twist => changeRequest(allOf(when, isUnderForeignSubAgent), withOwnSubAgent);

const doneWhen =
  (when: When): Twist =>
  (right) =>
  async (request) => {
    if (!when(request) || !isUnderForeignSubAgent(request)) return right(request);
    await right(withValidConsent(withOwnSubAgent(request)));
    return httpError(request, 403);
  };

/** An id that only a sender of the first agent has. */
const switchForeignBeneficiary: Twist = (right) => (request) => {
  const id = Number(lastSegment(request));
  const isOn = field(request.body, 'object');
  const owners = [...request.store.users.values()].filter(({ beneficiaries }) => beneficiaries.has(id));
  const isForeign = userInPath(request)?.agent === request.agent && owners.some(({ agent }) => agent !== request.agent);
  if (!on('OP-13')(request) || !isOtherAgent(request) || !isForeign || typeof isOn !== 'boolean') return right(request);
  for (const { beneficiaries } of owners) {
    const beneficiary = beneficiaries.get(id);
    if (beneficiary !== undefined) beneficiary.active = isOn;
  }
  return Promise.resolve(httpError(request, 403));
};

export const foreignSubAgentFaults = faultTable({ breaks: ['AUTH-OTHER-AGENT'] }, [
  {
    id: 'other-agent-under-foreign-sub-agent',
    does: "OP-5 takes the first agent's sub-agent from the second agent.",
    twist: servedWhen(on('OP-5')),
  },
  {
    does: 'OP-14 takes the session of another agent.',
    twist: acceptingSession('OP-14', (request) => {
      const sender = request.store.sessions.get(requestedSession(request))?.sender;
      return sender !== undefined && sender.agent !== request.agent && findOwner(request) === request.agent;
    }),
  },
  ...['OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-12', 'OP-13', 'OP-14'].map((operation) => ({
    does: `${operation} takes the first agent's sub-agent from the second agent.`,
    twist: servedWhen(on(operation)),
  })),
  ...['OP-10', 'OP-11'].map((operation) => ({
    does: `${operation} tells the first agent of its own transfer under the second agent's sub-agent.`,
    twist: changeRequest(allOf(on(operation), isOwnTransferUnderOther), withOwnSubAgent),
  })),
  {
    does: "OP-9 by query takes the first agent's sub-agent from the second agent.",
    twist: servedWhen(onQueryForm),
  },
  {
    // The rule over later lists sees it too, unless another sender adds an account at that moment.
    checks: ['AUTH-OTHER-AGENT~own-sender-*'],
    does: "OP-7 refuses the first agent's sub-agent to the second agent and adds the beneficiary.",
    twist: doneWhen(on('OP-7')),
  },
  {
    does: "OP-9 refuses the first agent's sub-agent to the second agent and pays.",
    twist: doneWhen(on('OP-9')),
  },
  {
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    checks: ['REFUSAL-NOTHING-CHANGED~listed-later', 'AUTH-OTHER-AGENT~own-sender-*'],
    does: "OP-13 refuses the first agent's sub-agent to the second agent and switches the beneficiary off.",
    twist: doneWhen(onFalseForm),
  },
  {
    breaks: ['REFUSAL-NOTHING-CHANGED'],
    checks: ['*'],
    does: 'OP-13 refuses the second agent and switches the beneficiary of the first agent all the same.',
    twist: switchForeignBeneficiary,
  },
]);
