import { json, plain } from '../../sandbox/answers.ts';
import type { JsonObject } from '../../sandbox/json.ts';
import { instead } from '../../sandbox/twists.ts';
import { describedWith, everyOperation, type Place } from './descriptions.ts';
import { gone, type Wrong } from './wrong.ts';

const text = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const list = { type: 'array', items: text };

const senders = '/uiObjects/endpoint/v3/sender/{senderId}';
const operation = (method: string, path: string, ...rest: string[]): Place => ['paths', path, method, ...rest];
const result = (method: string, path: string): Place => operation(method, path, 'responses', '200', 'schema');
const field = (model: string, name: string): Place => ['definitions', model, 'properties', name];

const query = (name: string): JsonObject => ({ in: 'query', name, required: false, type: 'string' });
const header = (name: string): JsonObject => ({ ...query(name), in: 'header' });
const path = (name: string): JsonObject => ({ ...query(name), in: 'path', required: true });

const withoutStatus = (status: string) => (described: JsonObject) => ({
  ...described,
  responses: Object.fromEntries(Object.entries(described['responses'] ?? {}).filter(([key]) => key !== status)),
});

const withStatus = (status: string) => (described: JsonObject) => ({
  ...described,
  responses: { ...Object.fromEntries(Object.entries(described['responses'] ?? {})), [status]: { description: 'Other' } },
});

const produces = (...types: string[]) => ({ place: operation('get', '/actuator/beans', 'produces'), types });

const xml = produces('application/xml');
const both = produces('application/json', 'application/vnd.service.actuator.v2+json', 'application/xml');

/** Something that is promised and never answered. */
const never = { type: 'object', required: ['never'], properties: { never: text } };

const head: readonly Omit<Wrong, 'selection'>[] = [
  {
    story: 'the page of the description is missing',
    clauses: ['SWAGGER-UI-SERVED'],
    twist: instead(
      (ask) => ask.path === '/swagger-ui.html',
      (ask) => plain(ask, 404),
    ),
  },
  {
    story: 'the page of the description is a server error',
    clauses: ['SWAGGER-UI-SERVED'],
    twist: instead(
      (ask) => ask.path === '/swagger-ui.html',
      (ask) => plain(ask, 500),
    ),
  },
  { story: 'the description is Swagger 1.2', clauses: ['SWAGGER-FORMAT'], twist: describedWith([['swagger'], '1.2']) },
  {
    story: 'the description is OpenAPI 3',
    clauses: ['SWAGGER-FORMAT'],
    twist: instead(
      (ask) => ask.path === '/v2/api-docs',
      () => json(200, { openapi: '3.0.1', info: { title: 'Testcase', version: '1.0' }, paths: {} }),
    ),
  },
  { story: 'the description is marked 1.1', clauses: ['SWAGGER-VERSION'], twist: describedWith([['info', 'version'], '1.1']) },
];

const operational: readonly Omit<Wrong, 'selection'>[] = [
  {
    story: 'no thread dump is described',
    clauses: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: describedWith([['paths', '/actuator/threaddump'], gone]),
  },
  {
    story: 'DELETE of the environment is not described',
    clauses: ['SWAGGER-ACTUATOR-PRESENT'],
    twist: describedWith([operation('delete', '/actuator/env'), gone]),
  },
  {
    story: 'PATCH /error is not described',
    clauses: ['SWAGGER-ERROR-PRESENT'],
    twist: describedWith([operation('patch', '/error'), gone]),
  },
  {
    story: 'no service definition is described',
    clauses: ['SWAGGER-SERVICE-PRESENT'],
    twist: describedWith([['paths', '/service/{servicename}'], gone]),
  },
  {
    story: 'no operational endpoint is described with 401',
    clauses: ['SWAGGER-STATUSES'],
    twist: everyOperation('/actuator', withoutStatus('401')),
  },
  {
    story: 'operational endpoints are described with 500',
    clauses: [],
    warns: ['SWAGGER-STATUSES'],
    twist: everyOperation('/actuator', withStatus('500')),
  },
  {
    story: 'toMatch is described in the query',
    clauses: ['SWAGGER-PARAMETERS'],
    twist: describedWith([operation('get', '/actuator/env/{toMatch}', 'parameters'), [query('toMatch')]]),
  },
  {
    story: 'an operational endpoint is described with a parameter of its own',
    clauses: [],
    warns: ['SWAGGER-PARAMETERS'],
    twist: describedWith([operation('get', '/actuator/info', 'parameters'), [query('testcase')]]),
  },
  { story: 'the beans are described as XML', clauses: ['SWAGGER-MEDIA-TYPES'], twist: describedWith([xml.place, xml.types]) },
  {
    story: 'the beans are also described as XML',
    clauses: [],
    warns: ['SWAGGER-MEDIA-TYPES'],
    twist: describedWith([both.place, both.types]),
  },
  {
    story: 'the beans are described as a list',
    clauses: ['SWAGGER-TYPES'],
    twist: describedWith([result('get', '/actuator/beans'), list]),
  },
  {
    story: 'a service definition is described as an object',
    clauses: ['SWAGGER-TYPES'],
    twist: describedWith([result('get', '/service/{servicename}'), { type: 'object' }]),
  },
  {
    story: 'a link is described without templated',
    clauses: [],
    warns: ['SWAGGER-TYPES'],
    twist: describedWith([field('Link', 'templated'), gone]),
  },
  {
    story: 'the description leads to a link that is not defined',
    clauses: ['SWAGGER-REFERENCES'],
    twist: describedWith([['definitions', 'Link'], gone]),
  },
  {
    story: 'the description leads to a file',
    clauses: ['SWAGGER-REFERENCES'],
    twist: describedWith([result('get', '/actuator/info'), { $ref: '/etc/hosts' }]),
  },
];

const business: readonly Omit<Wrong, 'selection'>[] = [
  {
    story: 'OP-11 is not described, and the others are',
    clauses: [],
    warns: ['SWAGGER-BUSINESS-PRESENT'],
    twist: describedWith([['paths', '/wallet/endpoint/v3/invoice/{invoiceId}'], gone]),
  },
  {
    story: 'OP-12 is described with POST',
    clauses: ['SWAGGER-BUSINESS-METHODS'],
    twist: describedWith([
      ['paths', '/uiObjects/endpoint/v3/sender/mpin/{senderId}'],
      { post: { responses: { 200: { description: 'OK' } } } },
    ]),
  },
  {
    story: 'the sub-agent of OP-6 is described as a header',
    clauses: ['SWAGGER-BUSINESS-PARAMETERS'],
    twist: describedWith([operation('get', senders, 'parameters'), [path('senderId'), header('subAgentTagId'), header('Consent')]]),
  },
  {
    story: 'OP-6 is described with a parameter of its own',
    clauses: [],
    warns: ['SWAGGER-BUSINESS-PARAMETERS'],
    twist: describedWith([
      operation('get', senders, 'parameters'),
      [path('senderId'), query('subAgentTagId'), query('testcase'), header('Consent')],
    ]),
  },
  {
    story: 'isOldUser is described as a boolean and answered as text',
    clauses: ['SWAGGER-BUSINESS-TYPES'],
    twist: describedWith([field('OnboardingStatus', 'isOldUser'), { type: 'boolean' }]),
  },
  {
    story: 'accountNo of OP-7 is described as an integer',
    clauses: ['SWAGGER-BUSINESS-TYPES'],
    twist: describedWith([field('BeneficiaryRequest', 'accountNo'), integer]),
  },
  {
    story: 'an invoice is described without its bankRRN',
    clauses: [],
    warns: ['SWAGGER-BUSINESS-TYPES'],
    twist: describedWith([field('Invoice', 'bankRRN'), gone]),
  },
];

const behavior: readonly Omit<Wrong, 'selection'>[] = [
  {
    story: 'fields are described as required that no answer has',
    clauses: [],
    warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'],
    twist: describedWith(
      [
        ['definitions', 'Status', 'required'],
        ['code', 'message', 'never'],
      ],
      [result('get', '/actuator/health'), never],
      [result('get', '/error'), never],
      [operation('get', '/service/{servicename}', 'produces'), ['application/json']],
    ),
  },
  {
    story: 'OP-2 is described without 200',
    clauses: [],
    warns: ['SWAGGER-AGREES-WITH-BEHAVIOR'],
    twist: describedWith([operation('get', '/uiObjects/endpoint/v3/paymentSource', 'responses', '200'), gone]),
  },
];

/** Live descriptions that say otherwise than the document, or than what is answered. */
export const wrongDescription: readonly Wrong[] = [...head, ...operational, ...business, ...behavior].map((one) => ({
  ...one,
  selection: ['SWAGGER-*'],
}));
