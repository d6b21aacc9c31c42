import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import type { Beneficiary } from '../../state/store.ts';
import { isOtherAgent } from '../../twists/agents.ts';
import { allOf, onFalseForm, not } from '../../twists/circumstances.ts';
import { findPayer, isWellFormed, lastSegment, requestedSession, userInPath } from '../../twists/requests.ts';
import { on, type When } from '../../twists/twists.ts';
import { shareWithOther } from '../access/other-agent.ts';
import { faultTable } from '../table.ts';

const findForeign = ({ store, agent }: ServiceRequest, id: number): Beneficiary | undefined =>
  [...store.users.values()].filter((user) => user.agent !== agent).flatMap(({ beneficiaries }) => beneficiaries.get(id) ?? [])[0];

/** The sender has the other agent's beneficiary while the service handles the request. */
const lendBeneficiary =
  (when: When): Twist =>
  (right) =>
  async (request) => {
    if (!isWellFormed(request) || !isOtherAgent(request) || !when(request)) return right(request);
    const sender = userInPath(request);
    const id = Number(lastSegment(request));
    const lent = findForeign(request, id);
    if (lent === undefined || sender?.agent !== request.agent || sender === undefined || sender.beneficiaries.has(id))
      return right(request);
    sender.beneficiaries.set(id, lent);
    const response = await right(request);
    sender.beneficiaries.delete(id);
    return response;
  };

/** A session of the second agent pays from whatever sender the payload names. */
const takeAnyPayer: Twist = (right) => async (request) => {
  const session = request.store.sessions.get(requestedSession(request));
  const payer = findPayer(request);
  const isMixed = on('OP-9')(request) && isOtherAgent(request) && session?.sender.agent === request.agent;
  if (!isMixed || session === undefined || payer === undefined || payer.agent === request.agent) return right(request);
  const owner = session.sender;
  session.sender = payer;
  const response = await shareWithOther(() => true)(right)(request);
  session.sender = owner;
  return response;
};

/** Everything else of the call is the second agent's own. */
export const oneForeignIdFaults = faultTable({ prefix: 'one-foreign-id-', breaks: ['AUTH-OTHER-AGENT'] }, [
  {
    does: "OP-13 of the second agent activates the first agent's beneficiary.",
    twist: lendBeneficiary(allOf(on('OP-13'), not(onFalseForm))),
  },
  { does: "OP-13 of the second agent switches off the first agent's beneficiary.", twist: lendBeneficiary(onFalseForm) },
  { does: "OP-9 with a session of the second agent pays from the first agent's sender.", twist: takeAnyPayer },
]);
