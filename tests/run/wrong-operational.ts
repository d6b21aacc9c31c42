import { json, plain, text } from '../../sandbox/answers.ts';
import type { Answer, Ask, Twist } from '../../sandbox/exchange.ts';
import { isObject, type Json, type JsonObject } from '../../sandbox/json.ts';
import { answering, both, gatewayPage, instead, on, without } from '../../sandbox/twists.ts';
import { actuatorOperations, errorOperations } from '../../specs/operational.ts';
import { html, serverError } from './twists.ts';
import { withBody, type Wrong } from './wrong.ts';

type When = (ask: Ask) => boolean;

const actuator = on('ACTUATOR');
const errors = on('ERROR');
const definitions = on('SERVICE');
const row =
  (method: string, path: string): When =>
  (ask) =>
    ask.method === method && ask.path === path;
const bodied: When = (ask) => actuator(ask) && ask.raw.length > 0;

const as =
  (status: number): ((answer: Answer, ask: Ask) => Answer) =>
  (_, ask) =>
    plain(ask, status);
const always = (when: When, answer: Answer): Twist => instead(when, () => answer);
const typed = (when: When, contentType: string): Twist =>
  answering(when, (answer) => (answer.json === undefined ? answer : { ...answer, headers: { 'content-type': contentType } }));

const everyRow = actuatorOperations.map(({ clause }) => clause);
const everyError = errorOperations.map(({ clause }) => clause);

/** One link, and the same bad in each. */
const links = (bad: (link: JsonObject) => Json): Twist =>
  answering(row('GET', '/actuator'), (answer) => {
    const { _links: all } = isObject(answer.json) ? answer.json : {};
    if (!isObject(all)) return answer;
    return withBody(answer, {
      _links: Object.fromEntries(Object.entries(all).map(([name, link]) => [name, isObject(link) ? bad(link) : link])),
    });
  });

const rows: readonly Wrong[] = [
  { story: 'every operational endpoint is a server error', clauses: everyRow, twist: always(actuator, serverError) },
  {
    story: 'operational writes have no content',
    clauses: ['ACTUATOR-REFRESH-POST'],
    twist: always(row('POST', '/actuator/refresh'), { status: 204, headers: {} }),
  },
  {
    story: 'DELETE of a property is created',
    clauses: ['ACTUATOR-ENV-DELETE'],
    twist: answering(row('DELETE', '/actuator/env'), (answer) => ({ ...answer, status: 201 })),
  },
  {
    story: 'a read is created',
    clauses: ['ACTUATOR-BEANS'],
    twist: answering(row('GET', '/actuator/beans'), (answer) => ({ ...answer, status: 201 })),
  },
  {
    story: 'a read is moved',
    clauses: ['ACTUATOR-INFO'],
    twist: always(row('GET', '/actuator/info'), { status: 302, headers: { location: '/elsewhere' } }),
  },
  { story: 'a read is a wrong method', clauses: ['ACTUATOR-FILTERS'], twist: answering(row('GET', '/actuator/filters'), as(405)) },
  {
    story: 'health that is down is HTTP 503',
    clauses: ['ACTUATOR-HEALTH'],
    twist: always(row('GET', '/actuator/health'), json(503, { status: 'DOWN' })),
  },
  {
    story: 'a body is answered where all is protected',
    clauses: everyRow,
    policy: { operations: { access: 401 } },
    twist: answering(bodied, as(400)),
  },
  {
    story: 'an operational write fails at the gateway, which may be the environment',
    clauses: [],
    twist: always(row('POST', '/actuator/routes'), gatewayPage(502)),
  },
  ...[400, 403, 404, 415].map((status) => ({
    story: `operational bodies are refused with HTTP ${status}`,
    clauses: ['ACTUATOR-BODY-ACCEPTED'],
    twist: answering(bodied, as(status)),
  })),
  { story: 'operational bodies are a server error', clauses: ['ACTUATOR-BODY-ACCEPTED'], twist: always(bodied, serverError) },
];

const contents: readonly Wrong[] = [
  {
    story: 'every operational object is an array',
    clauses: ['ACTUATOR-OBJECT', 'ACTUATOR-LINKS'],
    twist: answering(actuator, (answer) => (answer.json === undefined ? answer : withBody(answer, [answer.json]))),
  },
  {
    story: 'what is asked for by name is an array',
    clauses: ['ACTUATOR-OBJECT'],
    twist: answering(
      (ask) => actuator(ask) && ask.path.split('/').length > 3,
      (answer) => (answer.status === 200 && answer.json !== undefined ? withBody(answer, [answer.json]) : answer),
    ),
  },
  {
    story: 'an operational object is empty',
    clauses: ['ACTUATOR-OBJECT'],
    twist: always(row('GET', '/actuator/mappings'), { status: 200, headers: {} }),
  },
  { story: 'an operational object is null', clauses: ['ACTUATOR-OBJECT'], twist: always(row('GET', '/actuator/metrics'), json(200, null)) },
  { story: 'an operational object is a page', clauses: ['ACTUATOR-OBJECT'], twist: always(row('GET', '/actuator/features'), html(200)) },
  {
    story: 'an operational object is a word',
    clauses: ['ACTUATOR-OBJECT'],
    twist: always(row('GET', '/actuator/health'), text(200, 'text/plain', 'UP')),
  },
  { story: 'operational objects are text/plain', clauses: ['ACTUATOR-MEDIA-TYPE'], twist: typed(actuator, 'text/plain') },
  {
    story: 'a read has the media type of a framework',
    clauses: ['ACTUATOR-MEDIA-TYPE'],
    twist: typed(row('GET', '/actuator/loggers'), 'application/vnd.framework.v2+json'),
  },
  {
    story: 'what a write created is text/plain',
    clauses: ['ACTUATOR-MEDIA-TYPE'],
    policy: { operations: { richStatuses: true } },
    twist: typed(row('POST', '/actuator/env'), 'text/plain'),
  },
  { story: 'links are listed', clauses: ['ACTUATOR-LINKS'], twist: always(row('GET', '/actuator'), json(200, { _links: [] })) },
  { story: 'links are addresses', clauses: ['ACTUATOR-LINKS'], twist: links(({ href }) => href ?? null) },
  { story: 'a link leads nowhere', clauses: ['ACTUATOR-LINK-HREF'], twist: links((link) => without(link, 'href')) },
  { story: 'an href is null', clauses: ['ACTUATOR-LINK-HREF'], twist: links((link) => ({ ...link, href: null })) },
  { story: 'templated is text', clauses: ['ACTUATOR-LINK-TEMPLATED'], twist: links((link) => ({ ...link, templated: 'false' })) },
  {
    story: 'templated is only there when true',
    clauses: ['ACTUATOR-LINK-TEMPLATED'],
    twist: links((link) => (link['templated'] === true ? link : without(link, 'templated'))),
  },
  { story: 'a heap dump is JSON', clauses: ['ACTUATOR-HEAPDUMP-OCTETS'], twist: always(row('GET', '/actuator/heapdump'), json(200, {})) },
];

const frameworks: Answer = json(500, { status: 999, error: 'None' });

const error: readonly Wrong[] = [
  { story: '/error is not there by any method but those of the business', clauses: everyError, twist: answering(errors, as(405)) },
  { story: '/error is a bare server error', clauses: everyError, twist: always(errors, { status: 500, headers: {} }) },
  { story: '/error is a server error with the object', clauses: [], warns: ['ERROR-FRAMEWORK-500'], twist: always(errors, frameworks) },
  {
    story: 'HEAD of /error alone is a server error',
    clauses: ['ERROR-HEAD'],
    twist: always(row('HEAD', '/error'), { status: 500, headers: {} }),
  },
  { story: '/error is a list', clauses: ['ERROR-OBJECT'], twist: answering(errors, (answer) => withBody(answer, [answer.json ?? null])) },
  {
    story: '/error is empty',
    clauses: ['ERROR-OBJECT'],
    twist: always(errors, { status: 200, headers: { 'content-type': 'application/json' } }),
  },
  { story: '/error creates a word', clauses: ['ERROR-OBJECT'], twist: always(row('PUT', '/error'), json(201, 'created')) },
  { story: 'GET of /error has no content', clauses: ['ERROR-GET'], twist: always(row('GET', '/error'), { status: 204, headers: {} }) },
];

const service: readonly Wrong[] = [
  { story: 'service definitions are a server error', clauses: ['SERVICE-SERVED'], twist: always(definitions, serverError) },
  {
    story: 'an unknown service is HTTP 400',
    clauses: ['SERVICE-SERVED'],
    twist: answering(definitions, (answer, ask) => (answer.status === 404 ? plain(ask, 400) : answer)),
  },
  { story: 'a service definition is an object', clauses: ['SERVICE-STRING'], twist: always(definitions, json(200, { wallet: 'v3' })) },
  {
    story: 'a service definition is no JSON',
    clauses: ['SERVICE-STRING'],
    twist: always(definitions, text(200, 'application/hal+json', 'wallet: v3')),
  },
];

const selection = ['ACTUATOR', 'ERROR', 'SERVICE'];

/** Wrong beside the business operations. */
export const wrongOperational: readonly Wrong[] = [
  ...[...rows, ...contents, ...error, ...service].map((wrong) => ({ ...wrong, selection })),
  {
    story: 'business answers and operational ones are both wrong',
    clauses: ['OP15-SERVED', 'ACTUATOR-HEALTH', 'ERROR-POST', 'SERVICE-SERVED'],
    twist: both(
      answering(on('OP-15'), (answer, ask) => (ask.agent === undefined ? answer : plain(ask, 404))),
      answering(row('GET', '/actuator/health'), as(400)),
      answering(row('POST', '/error'), as(415)),
      answering(definitions, as(400)),
    ),
  },
];
