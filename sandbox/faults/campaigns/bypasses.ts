import { campaignTable } from './table.ts';
import { as, firstAgent, headerOf } from '../../twists/requests.ts';
import { field } from '../../http/json.ts';
import { answering, asking, on, withResult } from '../../twists/twists.ts';

const all = Array.from({ length: 16 }, (_, at) => `OP-${at + 1}`);
const posted = ['OP-3', 'OP-4', 'OP-7', 'OP-8', 'OP-9', 'OP-13', 'OP-16'];

const gate = '/error/..;';

/** What the service alone gives, by the operation whose result names it. */
const given: Record<string, string> = { 'OP-3': 'state', 'OP-7': 'beneficiaryId', 'OP-9': 'invoiceId', 'OP-12': 'mobile', 'OP-16': 'url' };

/** Ways around what every call has to pass. */
export const fuzzBypassFaults = campaignTable([
  {
    id: 'gate-reads-another-path',
    breaks: ['AUTH-401'],
    does: 'A path that begins at an open endpoint and leads back asks for no token.',
    on: [...all],
    dimension: 'address',
    twist: asking(
      ({ path }) => path.startsWith(gate),
      (ask) => as({ ...ask, path: ask.path.slice(gate.length) }, firstAgent(ask)),
    ),
  },
  {
    id: 'method-by-header',
    breaks: ['HTTP-415'],
    does: 'A header turns GET into POST.',
    on: [...posted],
    dimension: 'headers',
    twist: asking(
      (ask) => ask.method === 'GET' && headerOf(ask, 'x-http-method-override') === 'POST',
      (ask) => ({ ...ask, method: 'POST' }),
    ),
  },
  {
    id: 'caller-chooses-the-result',
    breaks: ['FIELD-RESULT-NOT-CHOSEN'],
    does: 'A key of the result that stands in the payload is taken from there.',
    on: [...Object.keys(given)],
    dimension: 'payload',
    twist: answering(on(...Object.keys(given)), (answer, ask) => {
      const name = given[ask.operation ?? ''] ?? '';
      const chosen = field(ask.body, name);
      return chosen === undefined ? answer : withResult(answer, (result) => ({ ...result, [name]: chosen }));
    }),
  },
]);
