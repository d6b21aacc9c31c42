import { API_CODES } from '../../http/codes.ts';
import { firstAgent, isOtherAgent, asAgent } from '../../twists/agents.ts';
import { faultTable } from '../table.ts';
import type { ServiceRequest, Twist } from '../../http/exchange.ts';
import { field } from '../../http/json.ts';
import { changeRequest, respondWith, on, withStatus } from '../../twists/twists.ts';
import { askedTransfer, onQueryForm } from '../../twists/circumstances.ts';
import { asText } from '../../twists/results.ts';
import { envelopeResponse } from '../../twists/responses.ts';

const operationsWithIds = ['OP-5', 'OP-6', 'OP-7', 'OP-8', 'OP-9', 'OP-10', 'OP-11', 'OP-12', 'OP-13', 'OP-14'];

const queryTag = ({ query }: ServiceRequest): string => query.get('subAgentTagId')?.toLowerCase() ?? '';

const namesOwnSubAgent = (request: ServiceRequest): boolean =>
  isOtherAgent(request) && request.store.users.get(queryTag(request))?.agent === request.agent;

/** The sender in the path or in the payload, or the transfer that is asked about, also belongs to the second agent. */
function namesOwnSender(request: ServiceRequest): boolean {
  const { agent, store, path, body } = request;
  const named = `${path} ${asText(field(body, 'from'))}`.toLowerCase();
  const isOwn = [...store.users.values()].some((user) => user.agent === agent && named.includes(user.tagId.toLowerCase()));
  return isOwn || (on('OP-10', 'OP-11')(request) && askedTransfer(request)?.agent === agent);
}

/** The same request as the first agent with its own sub-agent. */
function asFirstAgent(request: ServiceRequest): ServiceRequest {
  const agent = firstAgent(request.store);
  const tag = [...request.store.users.values()].find((user) => user.agent === agent && user.userType === 'subAgent')?.tagId ?? '';
  const query = new URLSearchParams(request.query);
  if (query.has('subAgentTagId')) query.set('subAgentTagId', tag);
  return asAgent({ ...request, query }, agent);
}

const anyAgentFaults = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  [...operationsWithIds, 'OP-16'].map((operation) => ({
    does: `${operation} does not look at the agent.`,
    twist: changeRequest((request) => on(operation)(request) && isOtherAgent(request) && !namesOwnSubAgent(request), asFirstAgent),
  })),
);

const subAgentFaults = faultTable(
  { breaks: ['AUTH-OTHER-AGENT'] },
  operationsWithIds.map((operation) => ({
    does: `${operation} looks at the agent of the sub-agent alone.`,
    twist: changeRequest((request) => on(operation)(request) && namesOwnSubAgent(request) && !namesOwnSender(request), asFirstAgent),
  })),
);

// A session serves one transfer, so a service that also takes OP-9 by path has none left for the query form.
const queryFaults = faultTable({ breaks: ['AUTH-OTHER-AGENT'] }, [
  {
    does: 'OP-9 by query does not look at the agent.',
    twist: changeRequest((request) => onQueryForm(request) && isOtherAgent(request) && !namesOwnSubAgent(request), asFirstAgent),
  },
  {
    does: 'OP-9 by query looks at the agent of the sub-agent alone.',
    twist: changeRequest((request) => onQueryForm(request) && namesOwnSubAgent(request), asFirstAgent),
  },
]);

const ownCallFaults = faultTable(
  { breaks: ['AUTH-OTHER-AGENT-SERVED'] },
  ['OP-1', 'OP-2', 'OP-15'].map((operation) => ({
    does: `${operation} is for the first agent only.`,
    twist: respondWith(
      (request) => on(operation)(request) && isOtherAgent(request),
      () => envelopeResponse(API_CODES.notAuthorized, 'agent.not.allowed'),
    ),
  })),
);

/** Accepts a transfer of the second agent and lets it fail later, which counts as a refusal. */
export const failLater: Twist = (right) => {
  const taken = new Map<string, number>();
  return (request) => {
    if (isOtherAgent(request) && on('OP-9')(request)) {
      const invoiceId = 71 + taken.size;
      taken.set(asText(field(request.body, 'correlationId')), invoiceId);
      return Promise.resolve(envelopeResponse(API_CODES.success, 'success', { invoiceId: String(invoiceId) }));
    }
    const invoiceId = taken.get(request.path.split('/').at(-1) ?? '');
    if (!isOtherAgent(request) || !on('OP-10')(request) || invoiceId === undefined) return right(request);
    const result = { invoiceId, message: 'not allowed', status: 'FAILED' };
    return Promise.resolve(envelopeResponse(API_CODES.success, 'success', result));
  };
};

export const secondAgentFaults = [
  ...anyAgentFaults,
  ...subAgentFaults,
  ...queryFaults,
  ...ownCallFaults,
  ...faultTable({}, [
    {
      breaks: ['AUTH-OTHER-AGENT', 'REFUSAL-SHOWS-NOTHING'],
      does: 'OP-11 refuses a second agent and shows the invoice all the same.',
      twist: (right) => async (request) =>
        on('OP-11')(request) && isOtherAgent(request) && !namesOwnSender(request)
          ? withStatus(await right(asFirstAgent(request)), { code: API_CODES.notAuthorized, message: 'not.allowed' })
          : right(request),
    },
    { warns: ['AUTH-403'], does: 'What is not allowed is not found.', policy: { refusals: { foreignId: API_CODES.notFound } } },
  ]),
];
