import { API_CODES } from '../../http/codes.ts';
import { firstAgent, otherAgent, asAgent, isOtherAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import { httpError, refusalResponse } from '../../http/responses.ts';
import { withJson } from '../../twists/results.ts';
import { envelopeResponse } from '../../twists/responses.ts';
import { withValidConsent, lastSegment, findOwner, userInPath } from '../../twists/requests.ts';
import type { Agent, Transfer } from '../../state/store.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import type { Refusal } from '../../service/policy.ts';
import { changeResponse, combine, respondWith, on, withStatus, type When } from '../../twists/twists.ts';

const isForeignCall =
  (operation: string): When =>
  (request) =>
    on(operation)(request) && isOtherAgent(request) && findOwner(request) === firstAgent(request.store);

/** Gives the things of one agent to another while the service handles a request. */
const lendToAgent = (things: { agent: Agent }[], asker: Agent, owner: Agent | undefined): (() => void) => {
  const borrowed = things.filter(({ agent }) => agent === owner);
  for (const thing of borrowed) thing.agent = asker;
  return () => {
    for (const thing of borrowed) if (owner !== undefined) thing.agent = owner;
  };
};

const ownedThings = ({ store }: ServiceRequest): { agent: Agent }[] => [
  ...store.users.values(),
  ...store.invoices.values(),
  ...store.challenges.values(),
];

export const shareWithOther =
  (when: When): Twist =>
  (right) =>
  async (request) => {
    if (request.agent === undefined || !when(request)) return right(request);
    const giveBack = lendToAgent(ownedThings(request), request.agent, firstAgent(request.store));
    const response = await right(request);
    giveBack();
    return response;
  };

const findTheirTransfer = (request: ServiceRequest): Transfer | undefined =>
  request.store.transfers.get(`${firstAgent(request.store)?.id ?? ''} ${lastSegment(request)}`);

/** Finds a correlationId of any agent. */
const shareStatus: Twist = (right) => async (request) => {
  const { transfers } = request.store;
  const mine = `${otherAgent(request.store)?.id ?? ''} ${lastSegment(request)}`;
  const foreign = on('OP-10')(request) && isOtherAgent(request) && !transfers.has(mine) ? findTheirTransfer(request) : undefined;
  if (foreign === undefined) return right(request);
  transfers.set(mine, foreign);
  const response = await right(request);
  transfers.delete(mine);
  return response;
};

/** Does what the request says, and refuses it. */
const doneDespiteRefusal =
  (operation: string): Twist =>
  (right) =>
  async (request) => {
    if (!isForeignCall(operation)(request)) return right(request);
    await right(asOwner(request));
    return httpError(request, 403);
  };

// Sends the request as the first agent, with one of its sub-agents and a valid consent.
const asOwner = (request: ServiceRequest): ServiceRequest => {
  const owner = firstAgent(request.store);
  const subAgent = [...request.store.users.values()].find(({ agent, userType }) => agent === owner && userType === 'subAgent');
  const query = new URLSearchParams({ ...Object.fromEntries(request.query), subAgentTagId: subAgent?.tagId ?? '' });
  return withValidConsent(asAgent({ ...request, query }, owner));
};

const servedFaults = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  [
    [5, "The second agent is told the security scheme of the first agent's sender."],
    [6, "The second agent reads the sender detail of the first agent's sender."],
    [7, "The second agent adds a beneficiary to the first agent's sender."],
    [8, "The second agent is told the transfer scheme of the first agent's sender."],
    [9, "The second agent transfers money with a session of the first agent's sender."],
    [11, "The second agent reads the first agent's invoice."],
    [12, "The second agent sets the MPIN of the first agent's sender."],
    [13, "The second agent activates a beneficiary of the first agent's sender."],
    [14, "The second agent reads the balance of the first agent's sender."],
  ].map(([number, does]) => ({
    id: `other-agent-served-op-${number}`,
    does: String(does),
    twist: shareWithOther(isForeignCall(`OP-${number}`)),
  })),
);

const refuseOwn = (operation: string, form: Refusal): Twist =>
  respondWith(
    (request) => on(operation)(request) && isOtherAgent(request) && findOwner(request) === request.agent,
    (request) => refusalResponse(request, form, 'not.allowed'),
  );

export const otherAgentFaults = [
  ...servedFaults,
  ...faultTable({ breaks: ['AUTH-OTHER-AGENT'] }, [
    { id: 'other-agent-served-op-10', does: "The second agent is told the status of the first agent's transfer.", twist: shareStatus },
    {
      id: 'other-agent-refused-but-added',
      // The rule over later lists sees it too, unless another call changes a list at that moment.
      checks: ['AUTH-OTHER-AGENT'],
      does: "OP-7 refuses the second agent with 403, and the first agent's sender has one more beneficiary.",
      twist: doneDespiteRefusal('OP-7'),
    },
    {
      id: 'other-agent-refused-but-paid',
      does: "OP-9 refuses the second agent with 403, and the first agent's sender has paid.",
      twist: doneDespiteRefusal('OP-9'),
    },
    {
      id: 'other-agent-refused-and-told-a-payee',
      breaks: ['AUTH-OTHER-AGENT', 'REFUSAL-SHOWS-NOTHING'],
      does: "OP-11 refuses the second agent with 4001 and names amount and payee of the first agent's transfer.",
      twist: changeResponse(isForeignCall('OP-11'), (response, request) => {
        const transfer = request.store.invoices.get(lastSegment(request));
        return transfer === undefined
          ? response
          : withJson(
              { ...response, status: 200 },
              {
                status: { message: 'not.allowed', code: API_CODES.notAuthorized },
                result: { amount: transfer.amount / 100, beneficiaryName: transfer.beneficiary.holderName },
              },
            );
      }),
    },
    {
      id: 'other-agent-refused-and-told-an-invoice-in-words',
      does: "OP-10 refuses the second agent with 4001 and names the invoice of the first agent's transfer in the message.",
      twist: changeResponse(on('OP-10'), (response, request) => {
        const invoice = isOtherAgent(request) ? findTheirTransfer(request)?.invoiceId : undefined;
        return invoice === undefined ? response : envelopeResponse(API_CODES.notAuthorized, `invoice ${invoice} is not yours`);
      }),
    },
    {
      id: 'other-agent-refused-and-told-a-mobile',
      does: "OP-5 refuses the second agent with 4001 and shows the mobile of the first agent's sender in a field of its own.",
      twist: changeResponse(isForeignCall('OP-5'), (response, request) => {
        const owner = request.store.users.get(lastSegment(request));
        return owner === undefined ? response : envelopeResponse(API_CODES.notAuthorized, 'not.allowed', { registeredTo: owner.mobile });
      }),
    },
    {
      id: 'other-agent-refused-and-told',
      breaks: ['AUTH-OTHER-AGENT', 'REFUSAL-SHOWS-NOTHING'],
      does: "OP-14 refuses the second agent with 4001 and shows the first agent's sender's balance beside it.",
      twist: combine(
        shareWithOther(isForeignCall('OP-14')),
        changeResponse(isForeignCall('OP-14'), (response) =>
          withStatus(response, { message: 'not.allowed', code: API_CODES.notAuthorized }),
        ),
      ),
    },
  ]),
  ...faultTable({ breaks: ['AUTH-OTHER-AGENT-SERVED'] }, [
    {
      id: 'other-agent-own-sender-refused',
      does: 'The second agent may not see the detail of its own sender.',
      twist: refuseOwn('OP-6', 'http-403'),
    },
    {
      id: 'other-agent-own-activation-refused',
      does: 'The second agent may not activate a beneficiary of its own sender.',
      twist: refuseOwn('OP-13', API_CODES.notAuthorized),
    },
    {
      id: 'other-agent-own-scheme-refused',
      does: 'The second agent is not authorized to ask for the scheme of its own sender.',
      twist: refuseOwn('OP-5', API_CODES.notAuthorized),
    },
    {
      id: 'other-agent-own-sender-unknown',
      does: 'Nothing is found under the own tags of the second agent.',
      twist: respondWith(
        (request) => isOtherAgent(request) && userInPath(request)?.agent === request.agent,
        (request) => refusalResponse(request, API_CODES.notFound, 'not.found'),
      ),
    },
  ]),
];
