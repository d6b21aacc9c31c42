import { firstAgent, asAgent } from '../../twists/agents.ts';
import { campaignTable } from './table.ts';
import { headerText } from '../../twists/requests.ts';
import { field } from '../../http/json.ts';
import { changeResponse, changeRequest, on, withResult, allOperations } from '../../twists/twists.ts';

const postOperations = ['OP-3', 'OP-4', 'OP-7', 'OP-8', 'OP-9', 'OP-13', 'OP-16'];

const openPathPrefix = '/error/..;';

/** The result field that only the service may choose, by operation. */
const givenFieldByOperation: Record<string, string> = {
  'OP-3': 'state',
  'OP-7': 'beneficiaryId',
  'OP-9': 'invoiceId',
  'OP-12': 'mobile',
  'OP-16': 'url',
};

export const campaignBypassFaults = campaignTable([
  {
    id: 'gate-reads-another-path',
    breaks: ['AUTH-401'],
    does: 'A path that begins at an open endpoint and leads back asks for no token.',
    on: [...allOperations],
    dimension: 'address',
    twist: changeRequest(
      ({ path }) => path.startsWith(openPathPrefix),
      (request) => asAgent({ ...request, path: request.path.slice(openPathPrefix.length) }, firstAgent(request.store)),
    ),
  },
  {
    id: 'method-by-header',
    breaks: ['HTTP-415'],
    does: 'A header turns GET into POST.',
    on: [...postOperations],
    dimension: 'headers',
    twist: changeRequest(
      (request) => request.method === 'GET' && headerText(request, 'x-http-method-override') === 'POST',
      (request) => ({ ...request, method: 'POST' }),
    ),
  },
  {
    id: 'caller-chooses-the-result',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    does: 'A key of the result that stands in the payload is taken from there.',
    on: [...Object.keys(givenFieldByOperation)],
    dimension: 'payload',
    twist: changeResponse(on(...Object.keys(givenFieldByOperation)), (response, request) => {
      const name = givenFieldByOperation[request.operation ?? ''] ?? '';
      const chosen = field(request.body, name);
      return chosen === undefined ? response : withResult(response, (result) => ({ ...result, [name]: chosen }));
    }),
  },
]);
