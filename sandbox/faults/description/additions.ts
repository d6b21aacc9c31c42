import type { Fault } from '../../catalog.ts';
import type { JsonObject } from '../../http/json.ts';
import { described, edited, everyOperation, gone, putting } from '../../description/edit.ts';

const operation = (method: string, path: string, ...rest: string[]): string[] => ['paths', path, method, ...rest];
const result = (method: string, path: string): string[] => operation(method, path, 'responses', '200', 'schema');
const field = (model: string, name: string): string[] => ['definitions', model, 'properties', name];

const query = (name: string): JsonObject => ({ in: 'query', name, required: false, type: 'string' });
const header = (name: string): JsonObject => ({ ...query(name), in: 'header' });
const path = (name: string): JsonObject => ({ ...query(name), in: 'path', required: true });

const withStatus = (status: string) => (described: JsonObject) => ({
  ...described,
  responses: { ...Object.fromEntries(Object.entries(described['responses'] ?? {})), [status]: { description: 'Other' } },
});

/** Something that is promised and never answered. */
const never = { type: 'object', required: ['never'], properties: { never: { type: 'string' } } };

const bothAndXml = ['application/json', 'application/vnd.service.actuator.v2+json', 'application/xml'];

const warning = (id: string, story: string, clause: string, twist: Fault['twist'] & object): Fault => ({
  id,
  story,
  breaks: [],
  warns: [clause],
  checks: ['SWAGGER-*'],
  twist,
});

/** Descriptions that go beyond the document, or beyond what is answered: questions, no contradictions. */
export const descriptionBeyondFaults: Fault[] = [
  warning(
    'described-with-500',
    'Operational endpoints are described with 500.',
    'SWAGGER-STATUSES',
    described((document) => everyOperation(document, (found, at) => (at.startsWith('/actuator') ? withStatus('500')(found) : found))),
  ),
  warning(
    'described-with-own-parameter',
    'An operational endpoint is described with a parameter of its own.',
    'SWAGGER-PARAMETERS',
    putting([operation('get', '/actuator/info', 'parameters'), [query('testcase')]]),
  ),
  warning(
    'described-as-xml-too',
    'The beans are also described as XML.',
    'SWAGGER-MEDIA-TYPES',
    putting([operation('get', '/actuator/beans', 'produces'), bothAndXml]),
  ),
  warning(
    'described-without-templated',
    'A link is described without templated.',
    'SWAGGER-TYPES',
    edited([field('Link', 'templated'), gone]),
  ),
  warning(
    'sender-detail-described-with-own-parameter',
    'OP-6 is described with a parameter of its own.',
    'SWAGGER-BUSINESS-PARAMETERS',
    putting([
      operation('get', '/uiObjects/endpoint/v3/sender/{senderId}', 'parameters'),
      [path('senderId'), query('subAgentTagId'), query('testcase'), header('Consent')],
    ]),
  ),
  warning(
    'invoice-described-without-rrn',
    'An invoice is described without its bankRRN.',
    'SWAGGER-BUSINESS-TYPES',
    edited([field('Invoice', 'bankRRN'), gone]),
  ),
  warning(
    'described-with-fields-no-answer-has',
    'Fields are described as required that no answer has.',
    'SWAGGER-AGREES-WITH-BEHAVIOR',
    putting(
      [
        ['definitions', 'Status', 'required'],
        ['code', 'message', 'never'],
      ],
      [result('get', '/actuator/health'), never],
      [result('get', '/error'), never],
    ),
  ),
  {
    ...warning(
      'every-answer-described-otherwise',
      'Every business answer is described with a field it does not have.',
      'SWAGGER-AGREES-WITH-BEHAVIOR',
      putting([
        ['definitions', 'Status', 'required'],
        ['code', 'message', 'never'],
      ]),
    ),
    checks: ['SWAGGER-*', 'OP*-SERVED'],
  },
];
